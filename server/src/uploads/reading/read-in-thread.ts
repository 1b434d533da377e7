import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ReadingProblem } from './read-document.ts'
import type { ReadingAnswer, ReadingResult, ReadingTask } from './reading-task.ts'

const heapMegabytes = 256
/** A document gets its seconds of a processor; on a busy machine that takes longer by the clock. */
const patience = 4
/** Bytes outside of the heap count as well; no limit of threads covers them, so the process is watched. */
const mostGrowth = 700 * 1024 * 1024
const checkEveryMs = 100
const checkTimeEveryMs = 500
const cpuAnswersWithinMs = 200

let running = 0

/** Returns the seconds of a processor that the thread has used; null when it does not answer. */
async function cpuSeconds(worker: Worker): Promise<number | null> {
  const used = await Promise.race([worker.cpuUsage().catch(() => null), sleep(cpuAnswersWithinMs, null)])
  return used && (used.user + used.system) / 1e6
}

export type Reading<Result> =
  | Result
  | {
      problem: ReadingProblem
      /** The document itself is the cause, rather than what else ran at the time. */
      isCertain: boolean
    }

/**
 * Reads a document in a thread of its own, within limits of time and memory, so that no file can hold up or take down
 * the server. The thread is ended when it has used its seconds of a processor.
 */
export function readInThread<T extends ReadingTask>(
  task: T,
  seconds: number,
): Promise<Reading<Extract<ReadingResult, { wanted: T['wanted'] }>>> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: task,
      // Nothing it prints may reach the log: that could be text of the document.
      stdout: true,
      stderr: true,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    worker.stdout.resume()
    worker.stderr.resume()
    running += 1
    let isOver = false
    const startedAt = performance.now()
    const before = process.memoryUsage.rss()
    const end = (answer: ReadingAnswer, isCertain: boolean) => {
      if (isOver) return
      isOver = true
      running -= 1
      clearTimeout(timeout)
      clearInterval(watch)
      void worker.terminate()
      resolve(
        'problem' in answer
          ? { problem: answer.problem, isCertain }
          : (answer as Extract<ReadingResult, { wanted: T['wanted'] }>),
      )
    }
    const checkTime = async () => {
      const used = await cpuSeconds(worker)
      const isSpent = used !== null && used >= seconds
      const isLate = performance.now() - startedAt > seconds * patience * 1000
      if (isSpent || isLate) return end({ problem: 'too-slow' }, used === null || used >= seconds / 2)
      if (!isOver) timeout = setTimeout(checkTime, checkTimeEveryMs)
    }
    let timeout = setTimeout(checkTime, seconds * 1000)
    const watch = setInterval(() => {
      // The memory is that of the whole process: with several readers nobody knows whose it is.
      if (process.memoryUsage.rss() - before > mostGrowth) end({ problem: 'too-large' }, running === 1)
    }, checkEveryMs)
    worker.once('message', (answer: ReadingAnswer) => end(answer, true))
    worker.once('error', (error: Error & { code?: string }) =>
      end(
        { problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken' },
        error.code !== 'ERR_WORKER_INIT_FAILED',
      ),
    )
    worker.once('exit', () => end({ problem: 'broken' }, true))
  })
}
