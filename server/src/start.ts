import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import { connect, workAnswersWithinMs } from './database/connect.ts'
import { createCopyOut } from './database/copy-out.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { EmbeddedPostgresError } from './database/embedded-error.ts'
import { createReportsDatabase, withoutReplica } from './database/reports-database.ts'
import { storeSettingsWithRole } from './database/session-settings.ts'
import { openFileStorage } from './files/open-file-storage.ts'
import { createReadiness } from './health/readiness.ts'
import { createHealthServer } from './health/serve-health.ts'
import { startStartupServer } from './health/startup-server.ts'
import { databaseUrls } from './installation/database-urls.ts'
import { prepareInstallation } from './installation/first-start.ts'
import { prepareSchema } from './installation/prepare-schema.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLive } from './live/live.ts'
import { runJobs } from './run-jobs.ts'
import { createServer } from './server.ts'
import type { Services } from './services.ts'
import { registerDatabaseMetrics } from './telemetry/database-metrics.ts'
import { startHeartbeat } from './telemetry/heartbeat.ts'
import { serveMetrics } from './telemetry/serve-metrics.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import { watchJobs } from './telemetry/watch-jobs.ts'

const print = (line: string) => console.log(line)

/** Returns one line for an error that the operator can fix; null for others, which keep their stack. */
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

/** The maximal time of each shutdown step, so that a hanging one does not block the others. */
const maxStepMs = 11_000

/** The connections of this node's jobs, separate from those of requests. */
const jobsPoolSize = 8

async function startAll(config: Config): Promise<{ stop(): Promise<void> }> {
  const startupServer = await startStartupServer(config)
  const stops: (() => Promise<unknown>)[] = [async () => startupServer.close()]
  const stop = async () => {
    for (const one of stops.splice(0).reverse())
      await Promise.race([one(), sleep(maxStepMs, null, { ref: false })])
  }
  try {
    const embedded = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log: print })
    if (embedded) stops.push(() => embedded.stop())
    const telemetry = createTelemetry(config)
    stops.push(() => telemetry.stop())
    const { url, directUrl, ownerUrl } = databaseUrls(config, embedded)
    const pooled = directUrl !== url
    await prepareSchema({ ownerUrl, appUrl: directUrl, pooledUrl: url, log: print })
    if (pooled) await storeSettingsWithRole(directUrl)
    const prepares = config.preparedStatements
    const db = connect(url, config.poolSize, { pooled, prepares })
    stops.push(() => db.destroy())
    const prepared = await prepareInstallation({ db, config, telemetry })
    const live = await createLive(directUrl, db)
    stops.push(() => live.stop())
    const jobs = watchJobs(
      await createJobs(directUrl, (error) => telemetry.log.error({ err: error }, 'jobs')),
      telemetry,
    )
    stops.push(() => jobs.stop())
    const replica =
      config.databaseReplicaUrl && connect(config.databaseReplicaUrl, config.poolSize, { prepares })
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
    registerDatabaseMetrics(services)
    const metrics = await serveMetrics(services)
    if (metrics) stops.push(() => metrics.stop())
    if (config.process !== 'web') {
      // Not prepared: batches hold 1 to 1,000 rows, and one plan would have to fit all of them.
      const jobsDb = connect(directUrl, jobsPoolSize, {
        answersWithinMs: workAnswersWithinMs,
        prepares: false,
      })
      stops.push(() => jobsDb.destroy())
      await runJobs({ ...services, db: jobsDb })
    }
    const server =
      config.process === 'worker' ? await createHealthServer(services) : await createServer(services)
    // In parallel, since each has its time to finish what is under way.
    stops.push(() => Promise.all([server.close(), jobs.stop()]))
    await server.ready()
    startupServer.close()
    await server.listen({ host: config.host, port: config.port })
    const heartbeat = await startHeartbeat(services)
    stops.push(() => heartbeat.stop())
    stops.push(async () => {
      readiness.leave()
      if (config.process !== 'worker') await sleep(config.drainSeconds * 1000)
    })
    print(
      config.process === 'worker'
        ? `Muster works in the background; ${config.publicUrl}/health says whether it lives`
        : `Muster serves on ${config.publicUrl}`,
    )
    if (prepared.generatedPassword)
      print(
        `Sign in as ${prepared.adminEmail} with the password ${prepared.generatedPassword} (shown this once; you choose your own when you sign in)`,
      )
    else if (prepared.created) print(`Sign in as ${prepared.adminEmail}`)
    if (prepared.sampleUsers.length > 0) print('To try the other roles (shown this once):')
    for (const { role, email, password } of prepared.sampleUsers)
      print(`  ${role.replace('_', ' ').padEnd(16)} ${email.padEnd(34)} ${password}`)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts everything that the settings request. A failure that the operator can fix exits with one line. */
export async function start(readConfig: () => Config): Promise<{ stop(): Promise<void> }> {
  let config: Config | null = null
  try {
    config = readConfig()
    for (const warning of config.warnings) console.warn(warning)
    return await startAll(config)
  } catch (error) {
    const line = explain(error, config)
    if (!line) throw error
    console.error(line)
    process.exit(1)
  }
}
