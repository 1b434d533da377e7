import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

export interface RunningNode {
  url: string
  port: number
  pid: number
  /** Sends a signal, waits for the exit and returns how long it took. */
  end(signal: NodeJS.Signals): Promise<number>
}

/** Starts a node as an operator does, in a process of its own; resolves when it is ready. */
export async function startNode(
  port: number,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningNode> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      MUSTER_SAMPLE: '0',
      // A bench has few users for all its requests.
      MUSTER_PERSON_CALLS_PER_MINUTE: '1000000000',
      MUSTER_PERSON_STREAMS: '1000000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The node on port ${port} did not start`)
    const isReady = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
    await setTimeout(100)
  }
  return {
    url,
    port,
    pid: child.pid!,
    async end(signal) {
      const started = performance.now()
      child.kill(signal)
      await exited
      return performance.now() - started
    },
  }
}
