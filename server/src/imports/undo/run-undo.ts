import { setTimeout } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import { firstLanguage, inLanguage, plural, t } from '#texts'
import { lockEveryContact } from '../../candidates/find-match.ts'
import { writeConsentsAs } from '../../consents/consent-writer.ts'
import type { Database } from '../../database/connect.ts'
import type { DB, Imports } from '../../database/schema.generated.ts'
import { writeTransaction } from '../../database/transaction.ts'
import { isTransientFailure } from '../../database/transient-failure.ts'
import { HandedBack } from '../../jobs/handed-back.ts'
import type { JobData } from '../../jobs/jobs.ts'
import { announce } from '../../live/announce.ts'
import type { Mailing } from '../../mail/queue-mail.ts'
import { notifyImportEnded } from '../notify-import-ended.ts'
import { createProgressAnnouncer, type ImportActor, type ProgressAnnouncer } from '../progress-announcer.ts'
import { decideUndo } from './decide-undo.ts'
import { loadUnits } from './load-units.ts'
import { removeRecords } from './remove-records.ts'
import { revertUnits } from './revert-units.ts'

/** The state of an undo. */
type UndoServices = { db: Kysely<DB> } & Mailing

const peopleOfChunk = 500
/** How long to wait while another worker runs this undo. */
const followAfterMs = 1000

/** Starts a queued undo, or continues one whose worker died. Returns null if there is nothing to do. */
async function takeUp(db: Kysely<DB>, { workspaceId, importId }: JobData['undo-import']) {
  const row = await writeTransaction(db, async (tx) => {
    const taken = await tx
      .updateTable('imports')
      .set({ undo_state: 'running', undo_started_at: sql`coalesce(undo_started_at, now())` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .where('undo_state', 'in', ['queued', 'running'])
      .returning(['undo_by', 'undo_last_candidate'])
      .executeTakeFirst()
    if (taken)
      await announce(tx, workspaceId, { kind: 'import-progressed', importId, actorId: taken.undo_by })
    return taken
  })
  if (!row) return null
  return { order: { id: importId, workspaceId, userId: row.undo_by! }, from: row.undo_last_candidate }
}

type Progress = { last: string } | 'ended' | 'finished' | 'overtaken'

/** Undoes the next people and their rows and stores the progress, in one transaction. */
function undoChunk(
  db: Kysely<DB>,
  order: ImportActor,
  from: string | null,
  announcer: ProgressAnnouncer,
): Promise<Progress> {
  const { id, workspaceId } = order
  return writeTransaction(db, async (tx) => {
    const claimed = await tx
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .select(['undo_state', 'undo_last_candidate'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (claimed?.undo_state !== 'running') return 'ended'
    if (claimed.undo_last_candidate !== from) return 'overtaken'
    await lockEveryContact(tx, workspaceId)
    const units = await loadUnits(tx, order, { after: from, size: peopleOfChunk, lock: true })
    if (units.length === 0) return 'finished'
    const decisions = units.map(decideUndo)
    await writeConsentsAs(tx, { source: 'import_undo', userId: order.userId, causeId: id })
    const positions = await revertUnits(tx, order, units, decisions)
    const rows = units.reduce((sum, unit) => sum + unit.rows.length, 0)
    const kept = decisions.reduce((sum, decision) => sum + decision.kept.size, 0)
    const last = units.at(-1)!.candidateId
    await tx
      .updateTable('imports')
      .set({
        undo_last_candidate: last,
        undone_count: sql`undone_count + ${rows - kept}`,
        kept_count: sql`kept_count + ${kept}`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    const hasPeople = decisions.some(({ removePerson, restorePerson }) => removePerson || restorePerson)
    await announcer.add(tx, { positionIds: positions, hasPeople })
    return { last }
  })
}

interface Finished {
  file_name: string
  undone_count: number
  kept_count: number
}

function summarise({ file_name: file, undone_count: undone, kept_count: kept }: Finished): string {
  return kept === 0
    ? t`${file} was undone: ${plural(undone, { one: '# row', other: '# rows' })}`
    : t`${file} was undone: ${plural(undone, { one: '# row', other: '# rows' })}. ${plural(kept, { one: '# row was changed since and was kept', other: '# rows were changed since and were kept' })}`
}

async function removeCreated(
  tx: Database,
  { workspace_id: workspaceId, id, undo_by: userId, created }: Selectable<Imports>,
): Promise<void> {
  const left = await removeRecords(tx, { workspaceId, userId: userId!, created })
  await tx
    .updateTable('imports')
    .set({ created: JSON.stringify(left) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Ends an undo and notifies the user who requested it. */
async function finish(
  services: UndoServices,
  { workspaceId, importId }: JobData['undo-import'],
  end: { undo_state: 'completed' | 'failed'; undo_error: string | null },
  announcer: ProgressAnnouncer | null,
): Promise<void> {
  await writeTransaction(services.db, async (tx) => {
    const row = await tx
      .updateTable('imports')
      .set({ ...end, undo_finished_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .where('undo_state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    if (end.undo_state === 'completed' && row.created) await removeCreated(tx, row)
    const text = end.undo_state === 'completed' ? summarise(row) : `${row.file_name}: ${end.undo_error}`
    const headline =
      end.undo_state === 'completed'
        ? t`Your import was undone.`
        : t`Undoing your import stopped before it finished.`
    await notifyImportEnded(
      tx,
      services,
      { workspaceId, id: importId, userId: row.undo_by! },
      { text, headline },
      announcer,
    )
  })
}

async function processUndo(
  services: UndoServices,
  data: JobData['undo-import'],
  stopping?: AbortSignal,
): Promise<void> {
  const { db } = services
  try {
    for (;;) {
      const started = await takeUp(db, data)
      if (!started) return
      const announcer = createProgressAnnouncer(started.order)
      let progress: Progress = 'overtaken'
      for (let from = started.from; ; from = progress.last) {
        progress = await undoChunk(db, started.order, from, announcer)
        if (typeof progress === 'string') break
        if (stopping?.aborted) throw new HandedBack()
      }
      if (progress === 'finished')
        return await finish(services, data, { undo_state: 'completed', undo_error: null }, announcer)
      if (progress === 'ended') return await writeTransaction(db, (tx) => announcer.flush(tx))
      await setTimeout(followAfterMs)
    }
  } catch (error) {
    if (isTransientFailure(error) || error instanceof HandedBack) throw error
    const sentence = t`Something went wrong on our side. Rows undone so far stay undone. Try again to continue.`
    await finish(services, data, { undo_state: 'failed', undo_error: sentence }, null)
    throw error
  }
}

/**
 * Undoes an import, as a job. It may be started again at any time and by several nodes at once: `undo_last_candidate` is
 * committed with the changes and says how far it is.
 */
export async function runUndo(
  services: UndoServices,
  data: JobData['undo-import'],
  stopping?: AbortSignal,
): Promise<void> {
  const { db } = services
  const requester = await db
    .selectFrom('imports')
    .innerJoin('users', (join) =>
      join.onRef('users.workspace_id', '=', 'imports.workspace_id').onRef('users.id', '=', 'imports.undo_by'),
    )
    .where('imports.workspace_id', '=', data.workspaceId)
    .where('imports.id', '=', data.importId)
    .select('users.language')
    .executeTakeFirst()
  return inLanguage(firstLanguage(requester?.language, data.language), () =>
    processUndo(services, data, stopping),
  )
}
