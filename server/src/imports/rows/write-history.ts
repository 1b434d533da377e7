import { isCustomTarget } from '@muster/contract/import-fields.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { type NewActivity, recordActivity } from '../../activity-logs/record-activity.ts'
import type { Database } from '../../database/connect.ts'
import { transactionTime } from '../../database/database-clock.ts'
import { insertRows } from '../../database/insert-rows.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import { nameInHistory } from '../custom/custom-targets.ts'
import { describeValue } from '../custom/describe-value.ts'
import { joinMessages } from '../join-messages.ts'
import type { ImportOrder } from '../open-import.ts'
import { storable } from '../storable.ts'
import type { Outcome } from './apply-decision.ts'
import type { StoredLoss } from './lost-cells.ts'
import type { PersonApplication } from './person.ts'
import type { PlannedRow } from './plan-rows.ts'

interface OpenApplication {
  id: string
  positionId: string
  /** The row of this import that brought it. */
  row: number | null
}

/** The open applications of the people who changed, each marked as touched. */
async function touchOpenApplications(
  tx: Database,
  { id: importId, workspaceId }: ImportOrder,
  personIds: readonly string[],
): Promise<Map<string, OpenApplication[]>> {
  if (personIds.length === 0) return new Map()
  const open = tx
    .selectFrom('applications')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`candidate_id = any(${personIds}::uuid[])`)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
  const rows = await open
    .orderBy('id')
    .select(['id', 'position_id', 'candidate_id', 'import_id', 'import_row'])
    .forNoKeyUpdate()
    .execute()
  await tx
    .updateTable('applications')
    .set({ last_activity_at: sql`now()` })
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  const touched = new Map<string, OpenApplication[]>()
  for (const row of rows) {
    const theirs = touched.get(row.candidate_id) ?? []
    theirs.push({
      id: row.id,
      positionId: row.position_id,
      row: row.import_id === importId ? row.import_row : null,
    })
    touched.set(row.candidate_id, theirs)
  }
  return touched
}

const edited = (
  order: ImportOrder,
  { field, before, after }: { field: string; before: unknown; after: unknown },
) => ({
  kind: 'edited' as const,
  cause: 'import' as const,
  field: nameInHistory(field),
  oldValue: describeValue(order, field, before),
  newValue: describeValue(order, field, after),
})

const longestLoss = 500

/**
 * The values of the row that its application does not have, each with its column, for the history. Values of custom fields
 * are left out: not everybody who reads the history may see them. The reports of the import have them.
 */
function describeLosses({ lost, row }: PlannedRow): string | null {
  const lines = lost
    .filter(({ field }) => !isCustomTarget(field))
    .map(({ column, index }) => `${column}: ${(row.cells[index] ?? '').trim().slice(0, longestLoss)}`)
  return lines.length > 0 ? storable([t`From the file, not stored:`, ...lines].join('\n')) : null
}

/** How the application came, how it ended, and what changed on it. */
function entriesOfApplication(
  order: ImportOrder,
  planned: PlannedRow,
  { id, positionId }: PersonApplication,
): NewActivity[] {
  const { row, applicationIsNew, applicationChanges } = planned
  const { workspaceId, userId } = order
  const own = { workspaceId, userId, applicationId: id, positionId }
  const entries: NewActivity[] = []
  if (applicationIsNew) {
    const { status, ending } = row.destination!
    const { at } = row.history
    entries.push({
      ...own,
      at,
      kind: 'imported',
      cause: 'import',
      toStatusId: status.id,
      toType: status.type,
      body: describeLosses(planned),
    })
    if (ending)
      entries.push({
        ...own,
        at,
        kind: 'disposition',
        cause: 'import',
        fromStatusId: ending.from.id,
        newValue: ending.disposition,
      })
  }
  return [...entries, ...applicationChanges.map((change) => ({ ...own, ...edited(order, change) }))]
}

/** The entries of one row: those of its application, and what changed on its person. */
function entriesOf(
  order: ImportOrder,
  outcome: PlannedRow,
  touched: ReadonlyMap<string, OpenApplication[]>,
): NewActivity[] {
  const { row, person, application, personChanges } = outcome
  const { workspaceId, userId } = order
  const by = { workspaceId, userId }
  const entries = application ? entriesOfApplication(order, outcome, application) : []
  if (personChanges.length > 0) {
    // Not on the one this row brings: it knows nothing else. Nor on those of later rows.
    const open = touched.get(person!.id)?.filter((one) => one.row === null || one.row < row.number) ?? []
    for (const { id: applicationId, positionId } of open)
      for (const change of personChanges)
        entries.push({ ...by, applicationId, positionId, ...edited(order, change) })
  }
  return outcome.applicationIsNew ? entries : withLosses(entries, outcome)
}

/** Names the lost values of a row that only changes something: at the first change of its application, or of each touched one. */
function withLosses(entries: NewActivity[], outcome: PlannedRow): NewActivity[] {
  const body = describeLosses(outcome)
  if (body === null) return entries
  const { application } = outcome
  const hasOwn = entries.some(({ applicationId }) => applicationId === application?.id)
  const named = new Set<string>()
  return entries.map((entry) => {
    const { applicationId } = entry
    if (named.has(applicationId) || (hasOwn && applicationId !== application!.id)) return entry
    named.add(applicationId)
    return { ...entry, body }
  })
}

async function insertDispositions(
  tx: Database,
  { workspaceId, userId }: ImportOrder,
  outcomes: readonly Outcome[],
): Promise<void> {
  const ended = outcomes.flatMap(({ applicationIsNew, application, row }) => {
    const ending = applicationIsNew ? row.destination!.ending : null
    return ending ? [{ ending, applicationId: application!.id, at: row.history.at }] : []
  })
  const now = ended.some(({ at }) => at === null) ? await transactionTime(tx) : null
  await insertRows(
    tx,
    'dispositions',
    {
      decided_at: 'timestamptz',
      workspace_id: 'uuid',
      application_id: 'uuid',
      kind: 'text',
      status_id: 'uuid',
      status_type: 'text',
      decided_by: 'uuid',
    },
    ended.map(({ ending, applicationId, at }) => ({
      decided_at: at ?? now,
      workspace_id: workspaceId,
      application_id: applicationId,
      kind: ending.disposition,
      status_id: ending.from.id,
      status_type: ending.from.type,
      decided_by: userId,
    })),
  )
}

const results = {
  create: 'created',
  update: 'updated',
  skip: 'skipped',
  conflict: 'conflict',
  invalid: 'invalid',
} as const

function trimmed(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).map(storable)
}

function replaced(outcome: Outcome): object | null {
  const values = (changes: readonly { field: string; before: unknown }[], version: number | null) =>
    changes.length === 0
      ? null
      : { version, fields: Object.fromEntries(changes.map(({ field, before }) => [field, before])) }
  const person = values(outcome.personChanges, outcome.personVersion)
  const application = values(outcome.applicationChanges, outcome.applicationVersion)
  return person || application ? { person, application } : null
}

/** Whether the cells of the row are needed: by a report of the import, or to assign its owner later. */
function needsCells({ result, lost, awaited, row }: PlannedRow): boolean {
  const isKept = lost.length > 0 || awaited.length > 0 || row.ragged !== null
  return result === 'conflict' || result === 'invalid' || isKept
}

function storableLoss(lost: StoredLoss): StoredLoss {
  return { ...lost, column: storable(lost.column), message: storable(lost.message) }
}

/** One record for each row of the file, whatever became of it: their numbers make sure that none is done twice. */
async function insertImportRows(
  tx: Database,
  order: ImportOrder,
  outcomes: readonly PlannedRow[],
): Promise<void> {
  await insertRows(
    tx,
    'import_rows',
    {
      workspace_id: 'uuid',
      import_id: 'uuid',
      row_number: 'integer',
      result: 'text',
      candidate_id: 'uuid',
      candidate_is_new: 'boolean',
      application_id: 'uuid',
      code: 'text',
      message: 'text',
      cells: 'jsonb',
      before: 'jsonb',
      lost: 'jsonb',
      ragged: 'jsonb',
    },
    outcomes.map((outcome) => {
      const { row, result, problems } = outcome
      const lost = [...outcome.lost, ...outcome.awaited]
      const messages = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message))
      return {
        workspace_id: order.workspaceId,
        import_id: order.id,
        row_number: row.number,
        result: results[result],
        candidate_id: outcome.person?.id ?? null,
        candidate_is_new: outcome.personIsNew,
        application_id: outcome.application?.id ?? null,
        code: outcome.reason?.code ?? problems[0]?.code ?? null,
        message: messages.length > 0 ? storable(joinMessages(messages)) : null,
        cells: needsCells(outcome) ? trimmed(row.cells) : null,
        before: replaced(outcome),
        lost: lost.length > 0 ? lost.map(storableLoss) : null,
        ragged: row.ragged,
      }
    }),
  )
}

/** Writes the entries of the applications' histories, the dispositions, and the record of each row. */
export async function writeHistory(
  tx: Database,
  order: ImportOrder,
  outcomes: readonly PlannedRow[],
): Promise<void> {
  const done = outcomes.filter(({ result }) => result === 'create' || result === 'update')
  const changed = done.filter(({ personChanges }) => personChanges.length > 0)
  const touched = await touchOpenApplications(tx, order, [
    ...new Set(changed.map(({ person }) => person!.id)),
  ])
  await insertDispositions(tx, order, done)
  await recordActivity(
    tx,
    done.flatMap((outcome) => entriesOf(order, outcome, touched)),
  )
  await insertImportRows(tx, order, outcomes)
}
