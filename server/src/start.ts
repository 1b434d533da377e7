import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { connect } from './database/connect.ts'
import { createCopyOut } from './database/copy-out.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { EmbeddedPostgresError } from './database/embedded-error.ts'
import { migrate } from './database/migrate.ts'
import { createLocalFileStorage } from './files/file-storage.ts'
import { prepareInstallation } from './installation/first-start.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLive } from './live/live.ts'
import { runJobs } from './run-jobs.ts'
import { createServer } from './server.ts'
import type { Services } from './services.ts'
import { countDatabase } from './telemetry/database-metrics.ts'
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

async function startAll(config: Config): Promise<{ stop(): Promise<void> }> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  const stops: (() => Promise<void>)[] = embedded ? [() => embedded.stop()] : []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  const telemetry = createTelemetry(config)
  stops.push(() => telemetry.stop())
  try {
    const connectionString = config.databaseUrl ?? embedded!.connectionString
    await migrate(connectionString)
    const db = connect(connectionString, config.poolSize)
    stops.push(() => db.destroy())
    const prepared = await prepareInstallation(db, config)
    const live = await createLive(connectionString, db)
    stops.push(() => live.stop())
    const jobs = watchJobs(
      await createJobs(connectionString, (error) => telemetry.log.error({ err: error }, 'jobs')),
      telemetry,
    )
    stops.push(() => jobs.stop())
    const services: Services = {
      config,
      db,
      copyOut: createCopyOut(connectionString),
      jobs,
      live,
      files: createLocalFileStorage(join(config.dataDir, 'files')),
      telemetry,
    }
    countDatabase(services)
    const metrics = await serveMetrics(services)
    if (metrics) stops.push(() => metrics.stop())
    if (config.process !== 'web') await runJobs(services)
    if (config.process !== 'worker') {
      const server = await createServer(services)
      stops.push(() => server.close())
      await server.listen({ host: config.host, port: config.port })
      say(`Muster serves on ${config.publicUrl}`)
    }
    if (prepared.generatedPassword)
      say(
        `Sign in as ${prepared.adminEmail} with the password ${prepared.generatedPassword} (shown this once)`,
      )
    else if (prepared.created) say(`Sign in as ${prepared.adminEmail}`)
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
