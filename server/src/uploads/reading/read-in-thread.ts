import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { t } from '#texts'
import { AppError, invalid } from '../../http/app-error.ts'
import type { ReadingProblem } from './read-document.ts'
import type { ReadingAnswer, ReadingResult, ReadingTask } from './reading-task.ts'

const mostSeconds = 15
const heapMegabytes = 256
/** Bytes outside of the heap count as well; no limit of threads knows them, so the process is watched. */
const mostGrowth = 700 * 1024 * 1024
const lookEveryMs = 100
/** A reader takes a processor to itself. */
const readers = pLimit(2)
const mostWaiting = 20

function sentence(problem: ReadingProblem): string {
  if (problem === 'protected') return t`The file is protected by a password. Ask for a copy without one.`
  if (problem === 'too-large')
    return t`The file is too large to be read here. Download it, or ask for a smaller copy.`
  return t`The file is broken and cannot be read. Ask for another copy.`
}

function answerOf(task: ReadingTask): Promise<ReadingAnswer> {
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
    const before = process.memoryUsage.rss()
    const end = (answer: ReadingAnswer) => {
      clearTimeout(timeout)
      clearInterval(watch)
      void worker.terminate()
      resolve(answer)
    }
    const timeout = setTimeout(() => end({ problem: 'too-large' }), mostSeconds * 1000)
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > mostGrowth) end({ problem: 'too-large' })
    }, lookEveryMs)
    worker.once('message', end)
    worker.once('error', (error: Error & { code?: string }) =>
      end({ problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken' }),
    )
    worker.once('exit', () => end({ problem: 'broken' }))
  })
}

/**
 * Reads a document in a thread of its own, within limits of time and memory, so that no file can hold up or take down
 * the server.
 * @throws VALIDATION of `file` for one that is broken, protected or too large; UNAVAILABLE when too many wait
 */
export async function readInThread<T extends ReadingTask>(
  task: T,
): Promise<Extract<ReadingResult, { wanted: T['wanted'] }>> {
  if (readers.pendingCount >= mostWaiting)
    throw new AppError('UNAVAILABLE', t`Many files are being read right now. Try again in a moment.`, {
      retryAfterSeconds: 5,
    })
  const answer = await readers(() => answerOf(task))
  if ('problem' in answer) throw invalid('file', sentence(answer.problem))
  return answer as Extract<ReadingResult, { wanted: T['wanted'] }>
}
