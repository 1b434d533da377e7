import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from './config.ts'
import { connect, workAnswersWithinMs } from './database/connect.ts'
import { createCopyOut } from './database/copy-out.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { EmbeddedPostgresError } from './database/embedded-error.ts'
import { createReportsDatabase, withoutReplica } from './database/reports-database.ts'
import { keepSettingsWithRole } from './database/session-settings.ts'
import { openFileStorage } from './files/open-file-storage.ts'
import { openDoor } from './health/open-door.ts'
import { createReadiness } from './health/readiness.ts'
import { createHealthServer } from './health/serve-health.ts'
import { databaseUrls } from './installation/database-urls.ts'
import { prepareInstallation } from './installation/first-start.ts'
import { prepareSchema } from './installation/prepare-schema.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLive } from './live/live.ts'
import { runJobs } from './run-jobs.ts'
import { createServer } from './server.ts'
import type { Services } from './services.ts'
import { countDatabase } from './telemetry/database-metrics.ts'
import { startHeartbeat } from './telemetry/heartbeat.ts'
import { serveMetrics } from './telemetry/serve-metrics.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import { watchJobs } from './telemetry/watch-jobs.ts'

const say = (line: string) => console.log(line)

/** What went wrong in one line, for failures a person can mend; the rest keep their stack. */
function explain(error: unknown, config: Config | null): string | null {
  if (error instanceof EmbeddedPostgresError || error instanceof ConfigError) return error.message
  if (!config) return null
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${config.port} is taken. Stop what uses it, or choose another: PORT=${config.port + 1} npm start`
  if (code === 'EACCES')
    return `May not listen on port ${config.port}. Choose one above 1024, such as PORT=3000`
  if (code === 'ECONNREFUSED' && config.databaseUrl) return 'No database answers at DATABASE_URL'
  return null
}

/** What each step of stopping may take: one that hangs must not keep the others from their turn. */
const stepMs = 11_000

/** Connections of this node's jobs, which must never take those of the requests. */
const jobsPoolSize = 8

async function startAll(config: Config): Promise<{ stop(): Promise<void> }> {
  const door = await openDoor(config)
  const stops: (() => Promise<unknown>)[] = [async () => door.close()]
  const stop = async () => {
    for (const one of stops.splice(0).reverse())
      await Promise.race([one(), sleep(stepMs, null, { ref: false })])
  }
  try {
    const embedded = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
    if (embedded) stops.push(() => embedded.stop())
    const telemetry = createTelemetry(config)
    stops.push(() => telemetry.stop())
    const { url, directUrl, ownerUrl } = databaseUrls(config, embedded)
    const pooled = directUrl !== url
    await prepareSchema({ ownerUrl, appUrl: directUrl, pooledUrl: url, log: say })
    if (pooled) await keepSettingsWithRole(directUrl)
    const db = connect(url, config.poolSize, { pooled })
    stops.push(() => db.destroy())
    const prepared = await prepareInstallation({ db, config, telemetry })
    const live = await createLive(directUrl, db)
    stops.push(() => live.stop())
    const jobs = watchJobs(
      await createJobs(directUrl, (error) => telemetry.log.error({ err: error }, 'jobs')),
      telemetry,
    )
    stops.push(() => jobs.stop())
    const replica = config.databaseReplicaUrl && connect(config.databaseReplicaUrl, config.poolSize)
    const reports = replica
      ? createReportsDatabase(db, replica, config.replicaLagSeconds * 1000)
      : withoutReplica(db)
    stops.push(() => reports.stop())
    const readiness = createReadiness(url)
    stops.push(() => readiness.stop())
    const services: Services = {
      config,
      db,
      reports,
      copyOut: createCopyOut(directUrl),
      jobs,
      live,
      files: await openFileStorage(config),
      telemetry,
      readiness,
    }
    countDatabase(services)
    const metrics = await serveMetrics(services)
    if (metrics) stops.push(() => metrics.stop())
    if (config.process !== 'web') {
      const jobsDb = connect(directUrl, jobsPoolSize, { answersWithinMs: workAnswersWithinMs })
      stops.push(() => jobsDb.destroy())
      await runJobs({ ...services, db: jobsDb })
    }
    const server =
      config.process === 'worker' ? await createHealthServer(services) : await createServer(services)
    // Together, since each has its time to finish what is under way.
    stops.push(() => Promise.all([server.close(), jobs.stop()]))
    await server.ready()
    door.close()
    await server.listen({ host: config.host, port: config.port })
    const heartbeat = await startHeartbeat(services)
    stops.push(() => heartbeat.stop())
    stops.push(async () => {
      readiness.leave()
      if (config.process !== 'worker') await sleep(config.drainSeconds * 1000)
    })
    say(
      config.process === 'worker'
        ? `Muster works in the background; ${config.publicUrl}/health says whether it lives`
        : `Muster serves on ${config.publicUrl}`,
    )
    if (prepared.generatedPassword)
      say(
        `Sign in as ${prepared.adminEmail} with the password ${prepared.generatedPassword} (shown this once; you choose your own when you sign in)`,
      )
    else if (prepared.created) say(`Sign in as ${prepared.adminEmail}`)
    if (prepared.sampleUsers.length > 0) say('To try the other roles (shown this once):')
    for (const { role, email, password } of prepared.sampleUsers)
      say(`  ${role.replace('_', ' ').padEnd(16)} ${email.padEnd(34)} ${password}`)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts what the settings ask for, from the database up; a failure a person can mend ends in one line. */
export async function start(readConfig: () => Config): Promise<{ stop(): Promise<void> }> {
  let config: Config | null = null
  try {
    config = readConfig()
    return await startAll(config)
  } catch (error) {
    const line = explain(error, config)
    if (!line) throw error
    console.error(line)
    process.exit(1)
  }
}
