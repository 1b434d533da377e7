import { setTimeout } from 'node:timers/promises'
import type { Language } from '@muster/contract/languages.ts'
import { type Kysely, sql } from 'kysely'
import { firstLanguage, inLanguage, t } from '#texts'
import { refreshStatistics } from '../database/refresh-statistics.ts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { isTransientFailure } from '../database/transient-failure.ts'
import { applyPendingFacts } from '../facts/apply-pending-facts.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { HandedBack } from '../jobs/handed-back.ts'
import type { JobData } from '../jobs/jobs.ts'
import { announce } from '../live/announce.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { ImportFileError } from './files/import-file-error.ts'
import { finishImport } from './finish-import.ts'
import type { ImportSettings } from './import-settings.ts'
import { type ImportOrder, openImport } from './open-import.ts'
import { createProgressAnnouncer, type ProgressAnnouncer } from './progress-announcer.ts'
import { importChunk } from './rows/import-chunk.ts'
import { readRows } from './rows/read-rows.ts'

/** Enough rows that a transaction's own cost is small, few enough that nobody waits long for one. */
const usualRowsOfChunk = 1000
const tablesThatGrow = ['candidates', 'applications', 'activity_logs', 'import_rows'] as const
/** Another worker is at this import: look again after it has had time to go on. */
const followAfterMs = 1000

/** What the job of an import stands on. */
type ImportServices = { db: Kysely<DB>; files: FileStorage } & Mailing

/** How a job is carried out: in chunks of so many rows, until this node stops. */
interface Running {
  rowsOfChunk?: number
  stopping?: AbortSignal | undefined
}

type Started = { order: ImportOrder; lastRow: number; announcer: ProgressAnnouncer }

/** Takes up a queued import, or one whose worker died; null when there is nothing (more) to do. */
async function takeUp(
  { db, files }: { db: Kysely<DB>; files: FileStorage },
  { workspaceId, importId }: JobData['run-import'],
): Promise<Started | null> {
  const row = await writeTransaction(db, async (tx) => {
    const taken = await tx
      .updateTable('imports')
      .set({ state: 'running', finished_at: null, error: null })
      .set({ started_at: sql`coalesce(started_at, now())`, progressed_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .where('state', 'in', ['queued', 'running'])
      .returningAll()
      .executeTakeFirst()
    if (taken)
      await announce(tx, workspaceId, { kind: 'import-progressed', importId, actorId: taken.created_by })
    return taken
  })
  if (!row) return null
  const order = await openImport({ db, files }, row, row.settings as unknown as ImportSettings)
  return { order, lastRow: row.last_row, announcer: createProgressAnnouncer(order) }
}

/** Carries out the rows from `lastRow` on; answers where another worker has brought it, or that it is at an end. */
async function carryOn(
  db: Kysely<DB>,
  { order, lastRow, announcer }: Started,
  { rowsOfChunk = usualRowsOfChunk, stopping }: Running,
): Promise<'finished' | 'ended' | 'overtaken'> {
  let from = lastRow
  let written = 0
  let lookAgainAt = rowsOfChunk
  const { table, columns, decisions, workspaceId } = order
  let deriving = Promise.resolve()
  for await (const rows of readRows(table, columns, decisions, { after: from, size: rowsOfChunk })) {
    const progress = await importChunk(db, order, { rows, from }, announcer)
    if (progress === 'ended') return 'ended'
    // Beside the next chunk, and no more than one behind, so that a report never waits for many.
    await deriving
    deriving = applyPendingFacts(db, workspaceId).catch(() => {})
    if (progress.lastRow !== rows.at(-1)!.number) return 'overtaken'
    if (stopping?.aborted) throw new HandedBack()
    from = progress.lastRow
    written += rows.length
    if (written < lookAgainAt) continue
    await refreshStatistics(db, tablesThatGrow, written)
    lookAgainAt *= 10
  }
  return 'finished'
}

function explain(error: unknown): string {
  if (error instanceof ImportFileError) return error.message
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return t`The uploaded file no longer exists. Upload it again.`
  return t`Something went wrong on our side. Rows imported so far are kept. Start the import again to continue.`
}

/** Of whoever started it, who also reads its report: as chosen, else as the request was answered. */
async function languageOfStarter(
  db: Kysely<DB>,
  { workspaceId, importId, language }: JobData['run-import'],
): Promise<Language> {
  const starter = await db
    .selectFrom('imports')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'imports.workspace_id')
        .onRef('users.id', '=', 'imports.created_by'),
    )
    .where('imports.workspace_id', '=', workspaceId)
    .where('imports.id', '=', importId)
    .select('users.language')
    .executeTakeFirst()
  return firstLanguage(starter?.language, language)
}

/**
 * The job of an import. It may be started again at any moment, by several nodes at once: what is done is known by
 * `last_row`, which is committed together with the rows. A failure that passes is thrown, so that the job comes again;
 * any other ends the import with a sentence that says why.
 */
export async function runImport(
  services: ImportServices,
  data: JobData['run-import'],
  running: Running = {},
): Promise<void> {
  const { db } = services
  const language = await languageOfStarter(db, data)
  return inLanguage(language, () => processImport(services, data, running))
}

async function processImport(
  services: ImportServices,
  data: JobData['run-import'],
  running: Running,
): Promise<void> {
  const { db } = services
  try {
    for (;;) {
      const started = await takeUp(services, data)
      if (!started) return
      const end = await carryOn(db, started, running)
      if (end === 'finished')
        return await finishImport(services, data, { state: 'completed', error: null }, started.announcer)
      if (end === 'ended') return await writeTransaction(db, (tx) => started.announcer.flush(tx))
      await setTimeout(followAfterMs)
    }
  } catch (error) {
    if (isTransientFailure(error) || error instanceof HandedBack) throw error
    await finishImport(services, data, { state: 'failed', error: explain(error) }, null)
    if (!(error instanceof ImportFileError)) throw error
  }
}
