import { open } from 'node:fs/promises'
import { startLimitedProcess } from '../../threads/start-limited-process.ts'
import type { ReadingProblem } from './read-document.ts'
import type { ReadingAnswer, ReadingResult, ReadingTask } from './reading-task.ts'

const heapMegabytes = 256
const maxKilobytes = 1_200_000
/** A document's CPU seconds may take this many times as long by the clock, as the machine may be busy. */
const clockFactor = 4
/** Documents nest deeper than Node's default allows. */
const stackKilobytes = 3_900

const reader = new URL('./reader-process.ts', import.meta.url)

export type Reading<Result> =
  | Result
  | {
      problem: ReadingProblem
      /** Whether the document caused the problem, rather than other load. */
      isCertain: boolean
    }

function explainEnd(
  signal: NodeJS.Signals | null,
  ranOutOfMemory: boolean,
): { problem: ReadingProblem; isCertain: boolean } {
  if (signal === 'SIGXCPU') return { problem: 'too-slow', isCertain: true }
  // The kernel ends the largest process when the machine is out of memory.
  if (signal === 'SIGKILL') return { problem: 'too-large', isCertain: false }
  return { problem: ranOutOfMemory ? 'too-large' : 'broken', isCertain: true }
}

/**
 * Reads a document in a process of its own with limits on time and memory, so no file can block or crash the server.
 */
export async function readInProcess<T extends ReadingTask>(
  path: string,
  task: T,
  seconds: number,
): Promise<Reading<Extract<ReadingResult, { wanted: T['wanted'] }>>> {
  const file = await open(path)
  const { promise, resolve } = Promise.withResolvers<Reading<ReadingResult>>()
  const limits = { heapMegabytes, maxKilobytes, seconds, stackKilobytes }
  // Pages are drawn by a native module.
  const nativeModules = task.wanted === 'covered' && task.kind === 'pdf'
  const { child, ranOutOfMemory } = startLimitedProcess(reader, limits, { input: file.fd, nativeModules })
  const timeout = setTimeout(
    () => {
      resolve({ problem: 'too-slow', isCertain: false })
      child.kill('SIGKILL')
    },
    seconds * clockFactor * 1000,
  )
  child.once('message', (answer: ReadingAnswer) => {
    resolve('problem' in answer ? { problem: answer.problem, isCertain: true } : answer)
  })
  child.once('close', (_, signal) => resolve(explainEnd(signal, ranOutOfMemory())))
  child.once('error', () => resolve({ problem: 'broken', isCertain: false }))
  child.send(task, () => {})
  try {
    return (await promise) as Reading<Extract<ReadingResult, { wanted: T['wanted'] }>>
  } finally {
    clearTimeout(timeout)
    child.kill('SIGKILL')
    await file.close()
  }
}
