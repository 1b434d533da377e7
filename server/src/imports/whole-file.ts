import { availableParallelism } from 'node:os'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { runAsHeavy } from '../database/requester.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'

const refusal = () =>
  new AppError('UNAVAILABLE', t`Other files are being read. Try again in a moment.`, {
    retryAfterSeconds: 10,
  })

/**
 * Reading a file to its end keeps a core busy for seconds. It runs in a process of its own, with one core left for requests where
 * there are three or more. At least one slot is left for other workspaces.
 */
const maxConcurrent = Math.min(4, Math.max(2, availableParallelism() - 1))
const acquireFileSlot = createConcurrencyLimit({
  maxConcurrent,
  maxPerWorkspace: maxConcurrent - 1,
  maxQueued: 200,
  maxQueuedPerWorkspace: 20,
  // The file is there already, and a silent line lasts for five minutes.
  maxWaitMs: 4 * 60_000,
  refusal,
})
/** A preview takes minutes, so it acquires a slot for a few hundred rows at a time. */
const acquireRowsSlot = createConcurrencyLimit({
  maxConcurrent: 3,
  maxPerWorkspace: 2,
  maxQueued: 200,
  maxWaitMs: 10 * 60_000,
  refusal,
})

/**
 * Reads a whole file once the workspace has a slot. Its statements are heavy.
 * @throws UNAVAILABLE when too many others are queued
 */
export async function readWholeFile<Result>(
  workspaceId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await acquireFileSlot(workspaceId)
  try {
    return await runAsHeavy(work)
  } finally {
    release()
  }
}

/** Yields the same rows, a few for each slot. Their statements are heavy. */
export async function* readByTurns<Rows>(
  workspaceId: string,
  rows: AsyncGenerator<Rows>,
): AsyncGenerator<Rows> {
  try {
    for (;;) {
      const release = await acquireRowsSlot(workspaceId)
      const { value, done } = await runAsHeavy(() => rows.next()).finally(release)
      if (done) return
      yield value
    }
  } finally {
    await rows.return(undefined)
  }
}
