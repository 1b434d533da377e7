import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serverEnv } from '../scripts/project.mjs'

export interface Served {
  url: string
  pid: number
  /** Sends a message and waits for the response. */
  ask<Answer>(message: unknown): Promise<Answer>
  tell(message: unknown): void
  stop(): Promise<void>
  /** Kills the process without warning, like a loss of power. */
  kill(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Starts one of this folder's servers in a process of its own, since load must not share its event loop. `folder` is the
 * `bench` folder of another version.
 */
export async function serve(
  script: './serve-muster.ts' | './serve-bare.ts',
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  folder: string | URL = import.meta.url,
): Promise<Served> {
  const port = await freePort()
  const child: ChildProcess = fork(fileURLToPath(new URL(script, folder)), {
    env: { ...serverEnv, DATABASE_URL: databaseUrl, PORT: String(port), MUSTER_SAMPLE: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`${script} did not start`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async ask<Answer>(message: unknown) {
      const answered = once(child, 'message')
      child.send(message as object)
      return (await answered)[0] as Answer
    },
    tell: (message) => void child.send(message as object),
    async stop() {
      child.disconnect()
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
