import { access } from 'node:fs/promises'
import { t } from '#texts'
import { AppError, invalid, notFound } from '../../app-error.ts'
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts'
import type { Services } from '../../services.ts'
import { findFailure, storeFailure } from './document-failures.ts'
import type { ReadingProblem } from './read-document.ts'
import { type Reading, readInProcess } from './read-in-process.ts'
import type { ReadingResult, ReadingTask } from './reading-task.ts'

/** Each reader needs a processor and up to 300 MB. One workspace has at most two of three slots. */
const acquire = createConcurrencyLimit({
  maxConcurrent: 3,
  maxPerWorkspace: 2,
  maxQueued: 200,
  maxQueuedPerWorkspace: 20,
  maxWaitMs: 45_000,
  refusal: (isOwn) =>
    isOwn
      ? new AppError(
          'RATE_LIMITED',
          t`Many documents of your workspace are being read right now. Try again in a moment.`,
          { retryAfterSeconds: 10 },
        )
      : new AppError('UNAVAILABLE', t`Many files are being read right now. Try again in a moment.`, {
          retryAfterSeconds: 10,
        }),
})

function sentence(problem: ReadingProblem): string {
  if (problem === 'protected') return t`The file is password-protected. Ask for a copy without a password.`
  if (problem === 'too-large')
    return t`The file is too large to be read here. Download it, or ask for a smaller copy.`
  if (problem === 'too-slow')
    return t`Reading the file took too long and was stopped. Download it, ask for a simpler copy, or try again in an hour.`
  return t`The file is damaged and cannot be read. Ask for another copy.`
}

interface StoredDocument {
  workspace_id: string
  sha256: string
  storage_key: string
}

async function findOnDisk({ files }: Services, { storage_key: key }: StoredDocument): Promise<string> {
  try {
    const path = await files.localPath(key)
    await access(path)
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(t`File`)
    throw error
  }
}

/**
 * Reads a stored document once the workspace has a slot, within `documentSeconds`; returns why if it cannot be read. A
 * document that failed is refused at once for an hour.
 * @throws RATE_LIMITED when too many requests of the workspace are queued, UNAVAILABLE when too many of all are
 */
export async function tryReadStoredDocument<T extends ReadingTask>(
  services: Services,
  file: StoredDocument,
  task: T,
): Promise<Reading<Extract<ReadingResult, { wanted: T['wanted'] }>>> {
  const { db, config } = services
  const knownFailure = async () => {
    const problem = await findFailure(db, file, task.wanted)
    return problem && { problem, isCertain: true }
  }
  const known = await knownFailure()
  if (known) return known
  const release = await acquire(file.workspace_id)
  try {
    // The same document may have failed while this request was queued.
    const since = await knownFailure()
    if (since) return since
    const read = await readInProcess(await findOnDisk(services, file), task, config.documentSeconds)
    if ('problem' in read && read.isCertain) await storeFailure(db, file, task.wanted, read.problem)
    return read
  } finally {
    release()
  }
}

/**
 * Reads a stored document as `tryReadStoredDocument` does.
 * @throws VALIDATION of `file` when it cannot be read, else as `tryReadStoredDocument`
 */
export async function readStoredDocument<T extends ReadingTask>(
  services: Services,
  file: StoredDocument,
  task: T,
): Promise<Extract<ReadingResult, { wanted: T['wanted'] }>> {
  const read = await tryReadStoredDocument(services, file, task)
  if ('problem' in read) throw invalid('file', sentence(read.problem))
  return read
}
