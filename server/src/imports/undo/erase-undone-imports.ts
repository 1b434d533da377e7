import { undoErasedAfterDays } from '@muster/contract/import-undo.ts'
import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Database } from '../../database/connect.ts'
import type { DB } from '../../database/schema.generated.ts'
import { writeTransaction } from '../../database/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { emptyImportFiles, eraseCandidates } from '../../privacy/erase-candidates.ts'
import { findApplicationData, findLinked } from '../../privacy/find-candidate-data.ts'
import { findRemovedApplications, findRemovedPeople } from './find-removed.ts'
import type { ImportKey } from './load-units.ts'

interface EraseServices {
  db: Kysely<DB>
  jobs: Pick<Jobs, 'send'>
}

interface Running {
  /** How many people or applications one transaction erases. */
  atOnce?: number
  stopping?: AbortSignal | undefined
}

const usuallyAtOnce = 500
const rowsAtOnce = 5000

/** The steps, in order. Each runs in transactions of its own, which find nothing once the step is done. */
const steps = { people: erasePeopleOf, applications: eraseApplicationsOf, rows: emptyRows } as const

/** Erases a step's next rows after `after`. Returns how many, and the last ID considered; null at the end. */
type Erased = { count: number; last: string } | null

interface Batch {
  undoneAt: string
  after: string | null
  limit: number
}

/** Erases the people whom the import created, with all their data. */
async function erasePeopleOf(
  tx: Database,
  { jobs }: EraseServices,
  key: ImportKey,
  { undoneAt, after, limit }: Batch,
): Promise<Erased> {
  const { ids, last } = await findRemovedPeople(tx, key, { undoneAt, after, limit })
  if (last === null) return null
  if (ids.length > 0) await eraseCandidates(tx, jobs, await findLinked(tx, key.workspaceId, ids), null)
  return { count: ids.length, last }
}

/** Erases the applications that the import created for other people. */
async function eraseApplicationsOf(
  tx: Database,
  { jobs }: EraseServices,
  key: ImportKey,
  { undoneAt, after, limit }: Batch,
): Promise<Erased> {
  const ids = await findRemovedApplications(tx, key, { undoneAt, after, limit })
  if (ids.length === 0) return null
  await eraseCandidates(tx, jobs, await findApplicationData(tx, key.workspaceId, ids), null)
  return { count: ids.length, last: ids.at(-1)! }
}

/** Erases the file's cells in all rows of the import, including rejected and kept ones. */
async function emptyRows(tx: Database, _: EraseServices, { id, workspaceId }: ImportKey): Promise<Erased> {
  const { numAffectedRows = 0n } = await sql`
    update import_rows set cells = null, before = null, message = null, lost = null
    where workspace_id = ${workspaceId} and import_id = ${id} and row_number in (
      select row_number from import_rows
      where workspace_id = ${workspaceId} and import_id = ${id}
        and num_nonnulls(cells, before, message, lost) > 0
      limit ${rowsAtOnce}
    )
  `.execute(tx)
  return numAffectedRows === 0n ? null : { count: Number(numAffectedRows), last: '' }
}

/** Locks the import for the transaction. Returns null if it was erased meanwhile. */
async function claim(tx: Database, { id, workspaceId }: ImportKey) {
  return tx
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('undo_state', '=', 'completed')
    .where('undo_erased_at', 'is', null)
    .select(['undo_erased_people', 'undo_erased_applications'])
    .select((row) => row.ref('undo_finished_at').$notNull().as('undone_at'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const countColumns = { people: 'undo_erased_people', applications: 'undo_erased_applications' } as const

/** Erases a step's next rows and adds them to the counts, in one transaction. */
async function eraseSome(
  services: EraseServices,
  key: ImportKey,
  step: keyof typeof steps,
  given: Omit<Batch, 'undoneAt'>,
): Promise<Erased> {
  return writeTransaction(services.db, async (tx) => {
    const claimed = await claim(tx, key)
    if (!claimed) return null
    const erased = await steps[step](tx, services, key, { ...given, undoneAt: claimed.undone_at })
    if (erased && step !== 'rows')
      await tx
        .updateTable('imports')
        .set((row) => ({ [countColumns[step]]: row(countColumns[step], '+', erased.count) }))
        .where('workspace_id', '=', key.workspaceId)
        .where('id', '=', key.id)
        .execute()
    return erased
  })
}

/** Removes the file and marks the import as erased. */
async function finish({ db, jobs }: EraseServices, { id, workspaceId }: ImportKey): Promise<void> {
  await writeTransaction(db, async (tx) => {
    const claimed = await claim(tx, { id, workspaceId })
    if (!claimed) return
    await tx
      .deleteFrom('import_corrections')
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', id)
      .execute()
    const keys = await emptyImportFiles(tx, workspaceId, [id])
    if (keys.length > 0) await jobs.send(tx, 'remove-files', { keys })
    await tx
      .updateTable('imports')
      .set({ undo_erased_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      workspaceId,
      userId: null,
      action: 'import.undone_erased',
      ip: null,
      subject: { kind: 'import', id },
      details: { people: claimed.undo_erased_people, applications: claimed.undo_erased_applications },
    })
  })
}

async function eraseUndone(
  services: EraseServices,
  key: ImportKey,
  { atOnce = usuallyAtOnce, stopping }: Running,
): Promise<void> {
  for (const step of Object.keys(steps) as (keyof typeof steps)[])
    for (let after: string | null = null; ; ) {
      if (stopping?.aborted) return
      const erased = await eraseSome(services, key, step, { after, limit: atOnce })
      if (!erased) break
      after = erased.last
    }
  await finish(services, key)
}

/**
 * Erases what long undone imports had created, as a nightly job. It may stop at any point; the next run continues. An
 * import that fails does not stop the others.
 */
export async function eraseUndoneImports(services: EraseServices, running: Running = {}): Promise<void> {
  const due = await services.db
    .selectFrom('imports')
    .where('undo_state', '=', 'completed')
    .where('undo_erased_at', 'is', null)
    .where(
      'undo_finished_at',
      '<',
      sql<string>`now() - make_interval(days => ${undoErasedAfterDays}::integer)`,
    )
    .orderBy('undo_finished_at')
    .select(['id', 'workspace_id as workspaceId'])
    .execute()
  const failures: unknown[] = []
  for (const key of due) await eraseUndone(services, key, running).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'undone imports could not be erased')
}
