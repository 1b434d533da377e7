import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './embedded-binaries.ts'
import { cannotWrite, EmbeddedPostgresError } from './embedded-error.ts'
import { readPidFile } from './embedded-holder.ts'
import type { Launch } from './embedded-user.ts'

const firstPort = 54_330
const maxLogBytes = 10 * 1024 * 1024
const isWindows = process.platform === 'win32'

/** PostgreSQL ended before it was ready. */
export class StartFailure extends EmbeddedPostgresError {
  /** The cause: another program on the port, another process on the data, or something else. */
  override readonly cause: 'port' | 'data' | 'other'

  constructor(message: string, cause: StartFailure['cause']) {
    super(message)
    this.cause = cause
  }
}

interface Options {
  data: string
  logFile: string
  binaries: Binaries
  launch: Launch
  settings: Record<string, string>
  port: number
  log: (line: string) => void
}

/**
 * Returns the requested port, or the first free one from `from`.
 * @throws EmbeddedPostgresError when the requested one is taken
 */
export async function choosePort(requested: number | undefined, from = firstPort): Promise<number> {
  if (requested !== undefined) {
    if (await isFree(requested)) return requested
    throw portTaken(requested)
  }
  for (let port = from; port < 65_536; port += 1) if (await isFree(port)) return port
  throw new EmbeddedPostgresError(`No port from ${from} is free for PostgreSQL.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

function portTaken(port: number): StartFailure {
  return new StartFailure(`Port ${port} is taken by another program, so PostgreSQL cannot use it.`, 'port')
}

/**
 * Starts PostgreSQL, returns when it answers, and restarts it whenever it dies, until `stop`.
 * @throws StartFailure when the first start fails
 */
export async function runPostmaster(options: Options): Promise<{ stop(): Promise<void> }> {
  const { log } = options
  const halt = new AbortController()
  let child = await start(options)
  let restarting: Promise<void> | null = null
  watch()

  function watch() {
    child.once('exit', (code, signal) => {
      if (halt.signal.aborted) return
      log(`PostgreSQL ended by itself (${signal ?? `exit code ${code}`}); starting it again`)
      restarting = restart()
    })
  }

  async function restart() {
    let said = ''
    for (let delay = 100; !halt.signal.aborted; delay = Math.min(delay * 2, 5_000)) {
      try {
        await start(options, (starting) => {
          child = starting
        })
        watch()
        log('PostgreSQL is running again')
        return
      } catch (error) {
        const { message } = error as Error
        if (message !== said) log(message)
        said = message
        await sleep(delay, undefined, { signal: halt.signal }).catch(() => {})
      }
    }
  }

  async function stop() {
    halt.abort()
    await shutDown(child, options)
    await restarting
  }

  let stopped: Promise<void> | null = null
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

async function start(options: Options, onSpawn?: (child: ChildProcess) => void): Promise<ChildProcess> {
  const { data, logFile, binaries, launch, settings, port } = options
  const log = await openLog(logFile)
  try {
    const { size } = await log.stat()
    const args = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = launch(binaries.postgres, ['-D', data, ...args], {
      stdio: ['ignore', log.fd, log.fd],
      cwd: '/',
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' },
      // In a session of its own: Ctrl-C ends the server, which stops PostgreSQL after its last responses.
      detached: !isWindows,
      windowsHide: true,
    })
    onSpawn?.(child)
    let spawnError: Error | null = null
    child.once('error', (error) => {
      spawnError = error
    })
    if (child.pid !== undefined) endWithThisProcess(child)
    while (child.exitCode === null && child.signalCode === null && spawnError === null) {
      const noted = await readPidFile(data)
      if (noted?.ready && noted.pid === child.pid) return child
      await sleep(20)
    }
    throw explain(await readFrom(log, size), port, logFile)
  } finally {
    await log.close()
  }
}

async function openLog(path: string): Promise<FileHandle> {
  try {
    const log = await open(path, 'a+', 0o600)
    if ((await log.stat()).size > maxLogBytes) await log.truncate()
    return log
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * Stops PostgreSQL when this process dies, even by SIGKILL: a shell waits on a pipe from us, which closes then. Without
 * a shell, the next start stops what was left behind.
 */
function endWithThisProcess(postmaster: ChildProcess) {
  if (isWindows) return
  const watcher = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${postmaster.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.unref()
  postmaster.once('exit', () => watcher.kill('SIGKILL'))
}

async function shutDown(child: ChildProcess, { binaries, data }: Options): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (isWindows)
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w']).catch(() => {})
  else child.kill('SIGINT')
  // An immediate shutdown loses nothing either; the next start recovers from the WAL.
  const quitTimer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(quitTimer)
}

async function readFrom(log: FileHandle, position: number): Promise<string> {
  const { size } = await log.stat()
  const { buffer, bytesRead } = await log.read(Buffer.alloc(size - position), 0, size - position, position)
  return buffer.toString('utf8', 0, bytesRead)
}

/** Makes one line of PostgreSQL's last message before it ended. */
function explain(said: string, port: number, logFile: string): StartFailure {
  if (/could not bind .*address already in use/i.test(said)) return portTaken(port)
  const reasons = [...said.matchAll(/(?:FATAL|PANIC): +(.*)/g)]
  const reason = reasons.at(-1)?.[1] ?? said.trim().split('\n').at(-1) ?? ''
  const isDataBusy = /lock file .* already exists|pre-existing shared memory block/.test(reason)
  return new StartFailure(
    `PostgreSQL did not start: ${reason} (see ${logFile}).`,
    isDataBusy ? 'data' : 'other',
  )
}
