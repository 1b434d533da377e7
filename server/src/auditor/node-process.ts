import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts'

const main = join(import.meta.dirname, '../main.ts')
const clock = join(import.meta.dirname, 'shift-clock.ts')

/** A server in a process of its own, which faults can reach. */
export interface NodeProcess {
  url: string
  /** Stands between the node and the database. */
  proxy: FaultProxy
  /** Starts it, after `kill` again. Resolves when it answers that it is ready. */
  start(): Promise<void>
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
  /** Moves its clock by so many milliseconds from the real time. */
  shiftClock(ms: number): void
  stop(): Promise<void>
}

/**
 * Prepares a node on `port` that serves the database at `databaseUrl`.
 * @param settings environment variables beyond those it takes to start
 */
export async function createNodeProcess(
  port: number,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<NodeProcess> {
  const database = new URL(databaseUrl)
  const proxy = await startFaultProxy({ port: Number(database.port), host: database.hostname })
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function isReady(): Promise<boolean> {
    try {
      return (await fetch(`${url}/ready`)).ok
    } catch {
      return false
    }
  }

  return {
    url,
    proxy,
    async start() {
      child = fork(main, {
        execArgv: ['--disable-warning=DeprecationWarning', '--import', clock],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          DATABASE_URL: proxy.inFrontOf(databaseUrl),
          PORT: String(port),
          MUSTER_SAMPLE: '0',
          MUSTER_LOG_LEVEL: 'silent',
          MUSTER_CHECK_RESPONSES: '1',
          MUSTER_DRAIN_SECONDS: '0',
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(`A node ended with ${child.exitCode}`)
        await sleep(50)
      }
    },
    async kill() {
      const ended = once(child!, 'exit')
      child!.kill('SIGKILL')
      await ended
    },
    shiftClock(ms) {
      child!.send({ shiftMs: ms })
    },
    async stop() {
      if (child?.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await proxy.stop()
    },
  }
}
