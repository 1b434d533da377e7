import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { makeCluster, serviceUser } from '../scripts/make-cluster.mjs'

const run = promisify(execFile)

export interface Process {
  pid: number
  /** Kills the process without warning, like a loss of power. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Creates a folder of the service user. */
export async function serviceFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 })
  const { uid, gid } = serviceUser()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  return path
}

export function startProcess(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Process {
  const child: ChildProcess = spawn(program, args, {
    ...serviceUser(),
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  return { pid: child.pid!, kill: () => end('SIGKILL'), stop: () => end('SIGINT') }
}

/**
 * Returns the folder of the system's PostgreSQL programs.
 * @throws when there are none
 */
export function findPrograms(): string {
  const parent = '/usr/lib/postgresql'
  const versions = existsSync(parent) ? readdirSync(parent) : []
  const bins = versions.map((version) => join(parent, version, 'bin'))
  const bin = bins.find((one) => existsSync(join(one, 'pg_basebackup')))
  if (!bin) throw new Error('There is no PostgreSQL of the system on this machine')
  return bin
}

async function untilAnswers(connectionString: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch {
      await setTimeout(100)
    }
  }
}

const startServer = (bin: string, data: string, port: number) =>
  startProcess(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    data,
  )

/** Starts a primary with the database and role `muster` in a folder. */
export async function startPrimary(bin: string, data: string, port: number): Promise<Process> {
  makeCluster(bin, data, data)
  await appendFile(join(data, 'postgresql.conf'), 'fsync = off\nwal_level = replica\nwal_keep_size = 256MB\n')
  const primary = startServer(bin, data, port)
  await untilAnswers(`postgresql://postgres@127.0.0.1:${port}/postgres`)
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres` })
  await client.connect()
  await client.query('create role muster login')
  await client.query('create database muster owner muster')
  await client.end()
  return primary
}

/** Creates a streaming replica of a primary; `start` runs it, again after a kill. */
export async function makeReplica(bin: string, data: string, ports: { primary: number; replica: number }) {
  const from = `host=127.0.0.1 port=${ports.primary} user=postgres`
  await run(join(bin, 'pg_basebackup'), ['-d', from, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], {
    ...serviceUser(),
    cwd: data,
  })
  return {
    start: async () => {
      const replica = startServer(bin, data, ports.replica)
      await untilAnswers(`postgresql://postgres@127.0.0.1:${ports.replica}/postgres`)
      return replica
    },
  }
}

/** Starts PgBouncer in transaction mode in front of a database. */
export async function startPooler(
  folder: string,
  ports: { pooler: number; primary: number },
): Promise<Process> {
  await writeFile(join(folder, 'users.txt'), '"muster" ""\n')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
muster = host=127.0.0.1 port=${ports.primary} dbname=muster
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
`,
  )
  return startProcess('/usr/sbin/pgbouncer', [join(folder, 'pgbouncer.ini')], folder)
}
