import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** Each server keeps one connection of this name open: while it is there, its PostgreSQL has an owner. */
const holderName = 'muster server'

interface PidFile {
  pid: number
  port: number
  ready: boolean
}

/** Reads PostgreSQL's pid file in its data folder; null when it was shut down or never started. */
export async function readPidFile(data: string): Promise<PidFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null)
  const lines = text?.split('\n')
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Connects as the superuser, outside of Muster's database. */
async function connectAs(name: string, port: number, password: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ssl: false,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Keeps the connection that marks the data as ours, and reopens it whenever PostgreSQL restarts.
 * @throws pg's error when the first connection fails
 */
export async function hold(
  port: number,
  password: string,
): Promise<{ client: pg.Client; release(): Promise<void> }> {
  const name = `${holderName} ${process.pid}`
  let isReleased = false
  let current = await connectAs(name, port, password)
  const first = current
  current.once('end', rejoin)

  async function rejoin() {
    while (!isReleased) {
      await sleep(200, undefined, { ref: false })
      const next = await connectAs(name, port, password).catch(() => null)
      if (next === null) continue
      current = next
      current.once('end', rejoin)
      if (isReleased) await current.end()
      return
    }
  }

  async function release() {
    isReleased = true
    await current.end()
  }
  return { client: first, release }
}

/**
 * Clears what an earlier start left on `data`:
 * - a PostgreSQL whose server is alive: refused;
 * - a PostgreSQL whose server was killed: shut down cleanly. Adopting it would save a second, but it is not our child
 * and has the settings and programs of an earlier version; a clean shutdown loses nothing;
 * - the pid file of a killed PostgreSQL: PostgreSQL removes it itself, unless another process has that pid now (after a
 * reboot, or in a container that starts at 1): then it is removed here.
 * @throws EmbeddedPostgresError naming the process that holds the data
 */
export async function clearLeftovers(
  data: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const left = await readPidFile(data)
  if (!left || !isAlive(left.pid)) return
  if (!(await isPostmasterOf(data, left.pid))) {
    await rm(join(data, 'postmaster.pid'), { force: true })
    return
  }
  let checksWithoutHolder = 0
  // An orphan that starts, recovers or shuts down does not answer meanwhile.
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200)) {
    if (!(await isPostmasterOf(data, left.pid))) return
    const port = (await readPidFile(data))?.port ?? left.port
    const holder = await findHolder(port, password)
    if (holder.pid !== undefined) {
      throw new EmbeddedPostgresError(
        `The data in ${data} is in use by another Muster server (process ${holder.pid}): stop it, or set MUSTER_DATA_DIR.`,
      )
    }
    checksWithoutHolder += holder.answered ? 1 : 0
    // Checked twice, since a server that has just started PostgreSQL connects a moment later.
    if (checksWithoutHolder >= 2) {
      log('Stopping the PostgreSQL that a killed server left behind')
      await shutDown(data, left.pid)
      return
    }
  }
  throw new EmbeddedPostgresError(
    `The data in ${data} is in use by a PostgreSQL that does not answer (process ${left.pid}): stop it, or set MUSTER_DATA_DIR.`,
  )
}

async function findHolder(port: number, password: string): Promise<{ answered: boolean; pid?: string }> {
  try {
    const client = await connectAs('muster start', port, password)
    const { rows } = await client.query(
      `select application_name as name from pg_stat_activity
        where application_name like $1 and usename = 'postgres'`,
      [`${holderName} %`],
    )
    await client.end()
    return { answered: true, pid: rows[0]?.name.slice(holderName.length + 1) }
  } catch {
    return { answered: false }
  }
}

/** Asks for a fast shutdown, then for an immediate one, which loses nothing either but recovers on the next start. */
async function shutDown(data: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal)
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) {
      if (!(await isPostmasterOf(data, pid))) return
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Tells whether a process is the postmaster of a data folder: it works inside the folder and has it on its command
 * line. The pid alone proves little: it may have been reused, or be a zombie.
 */
async function isPostmasterOf(data: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  const [command, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/fi', `PID eq ${pid}`, '/nh']]
      : ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]]
  const said = await promisify(execFile)(command as string, args as string[]).catch(() => ({ stdout: '' }))
  return said.stdout.includes(process.platform === 'win32' ? 'postgres' : data)
}
