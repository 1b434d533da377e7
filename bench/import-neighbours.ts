import { setTimeout } from 'node:timers/promises'
import { importClient } from './import-client.ts'
import { timeEach } from './measure.ts'

/** Other users' requests during an import: one after another, with this pause. */
const betweenMs = 50

/** Milliseconds of each request, by name. */
export type Latencies = Record<string, number[]>

/** Repeats the requests until `stop`. */
export function watchNeighbours(
  url: string,
  paths: Readonly<Record<string, string>>,
): { stop(): Promise<Latencies> } {
  const client = importClient(url)
  let stopped = false
  const watch = async (path: string): Promise<number[]> => {
    const waited: number[] = []
    while (!stopped) {
      waited.push(...(await timeEach(() => client.call('GET', path), { most: 1, ms: 60_000 })))
      await setTimeout(betweenMs)
    }
    return waited
  }
  const watching = Object.entries(paths).map(async ([name, path]) => [name, await watch(path)] as const)
  return {
    async stop() {
      stopped = true
      return Object.fromEntries(await Promise.all(watching))
    },
  }
}

export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
