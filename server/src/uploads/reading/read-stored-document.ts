import { access } from 'node:fs/promises'
import { t } from '#texts'
import { AppError, invalid, notFound } from '../../http/app-error.ts'
import { createTurns } from '../../http/take-turn.ts'
import type { Services } from '../../services.ts'
import { findFailure, storeFailure } from './document-failures.ts'
import type { ReadingProblem } from './read-document.ts'
import { readInThread } from './read-in-thread.ts'
import type { ReadingResult, ReadingTask } from './reading-task.ts'

/** Each reader takes a processor and up to 300 MB. Two of three at most are one workspace's. */
const takeTurn = createTurns({
  atOnce: 3,
  ofWorkspace: 2,
  inLine: 200,
  ofWorkspaceInLine: 20,
  waitMs: 45_000,
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
  if (problem === 'protected') return t`The file is protected by a password. Ask for a copy without one.`
  if (problem === 'too-large')
    return t`The file is too large to be read here. Download it, or ask for a smaller copy.`
  if (problem === 'too-slow')
    return t`Reading the file took too long and was stopped. Download it, ask for a simpler copy, or try again in an hour.`
  return t`The file is broken and cannot be read. Ask for another copy.`
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
 * Reads a stored document when it is the workspace's turn, within the seconds of the settings. A document that could
 * not be read is refused at once for an hour.
 * @throws VALIDATION of `file` for one that is broken, protected, too large or too slow; RATE_LIMITED when too many of
 * the workspace wait, UNAVAILABLE when too many of all do
 */
export async function readStoredDocument<T extends ReadingTask>(
  services: Services,
  file: StoredDocument,
  wanted: T['wanted'],
  makeTask: (path: string) => T,
): Promise<Extract<ReadingResult, { wanted: T['wanted'] }>> {
  const { db, config } = services
  const assertReadable = async () => {
    const known = await findFailure(db, file, wanted)
    if (known) throw invalid('file', sentence(known))
  }
  await assertReadable()
  const endTurn = await takeTurn(file.workspace_id)
  try {
    // The same document may have failed while this request waited.
    await assertReadable()
    const read = await readInThread(makeTask(await findOnDisk(services, file)), config.documentSeconds)
    if (!('problem' in read)) return read
    if (read.isCertain) await storeFailure(db, file, wanted, read.problem)
    throw invalid('file', sentence(read.problem))
  } finally {
    endTurn()
  }
}
