import { isCustomTarget } from '@muster/contract/import-fields.ts'
import { sql } from 'kysely'
import { type NewActivity, recordActivity } from '../../activity-logs/record-activity.ts'
import { copyNameToApplications } from '../../candidates/update-candidate-fields.ts'
import type { Database } from '../../database/connect.ts'
import { insertRows } from '../../database/insert-rows.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import { loadCustomTargets, nameInHistory } from '../custom/custom-targets.ts'
import { describeValue } from '../custom/describe-value.ts'
import { loadUsers } from '../custom/name-users.ts'
import { loadRestorable } from '../custom/restorable-values.ts'
import type { ImportActor } from '../progress-announcer.ts'
import { copiedFields, updatePeople, writeApplications } from '../rows/write-outcomes.ts'
import type { UndoDecision } from './decide-undo.ts'
import type { UndoUnit } from './undo-unit.ts'
import { writeRestored } from './write-restored.ts'

async function remove(
  tx: Database,
  table: 'applications' | 'candidates',
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable(table)
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

interface Edit {
  applicationId: string
  positionId: string
  field: string
  /** The value that the import wrote. */
  imported: unknown
  restored: unknown
}

function editsOf<Fields extends object>(fields: Partial<Fields>, now: Fields) {
  return Object.entries(fields).map(([field, restored]) => ({
    field,
    imported: now[field as keyof Fields] ?? null,
    restored,
  }))
}

/** Returns the open applications of people whose fields are restored, whose histories get an entry. */
async function openApplications(tx: Database, workspaceId: string, candidateIds: readonly string[]) {
  if (candidateIds.length === 0) return new Map<string, { id: string; position_id: string }[]>()
  const rows = await tx
    .updateTable('applications')
    .set({ last_activity_at: sql`now()` })
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`candidate_id = any(${candidateIds}::uuid[])`)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'position_id', 'candidate_id'])
    .execute()
  return Map.groupBy(rows, (row) => row.candidate_id)
}

/** Loads what describes the values of restored custom fields. */
async function loadKnown(tx: Database, workspaceId: string, edits: readonly Edit[]) {
  const isNeeded = edits.some(({ field }) => isCustomTarget(field))
  const customFields = isNeeded ? await loadCustomTargets(tx, workspaceId) : new Map<never, never>()
  const users = isNeeded ? await loadUsers(tx, workspaceId) : []
  return { customFields, userNames: new Map(users.map(({ id, name }) => [id, name])) }
}

/** Marks the import's entries about restored fields as reverted, as any undo does. */
async function strikeEdits(
  tx: Database,
  workspaceId: string,
  units: readonly UndoUnit[],
  edits: readonly Edit[],
): Promise<void> {
  if (edits.length === 0) return
  const writtenAt = [...new Set(units.flatMap(({ rows }) => rows.flatMap((row) => row.writtenAt ?? [])))]
  await sql`
    update activity_logs as l set reverted_at = now()
    from unnest(
      ${edits.map((edit) => edit.applicationId)}::uuid[], ${edits.map((edit) => nameInHistory(edit.field))}::text[]
    ) as given (application_id, field)
    where l.workspace_id = ${opaqueId(workspaceId)} and l.application_id = given.application_id
      and l.field = given.field and l.kind = 'edited' and l.cause = 'import'
      and l.at = any(${writtenAt}::timestamptz[]) and l.reverted_at is null
  `.execute(tx)
}

/** Records which rows are kept, and why. */
async function writeKept(
  tx: Database,
  { id, workspaceId }: ImportActor,
  decisions: readonly UndoDecision[],
): Promise<void> {
  await insertRows(
    tx,
    'import_kept_rows',
    { workspace_id: 'uuid', import_id: 'uuid', row_number: 'integer', code: 'text' },
    decisions.flatMap(({ kept }) =>
      [...kept].map(([row, code]) => ({ workspace_id: workspaceId, import_id: id, row_number: row, code })),
    ),
  )
}

/**
 * Executes decisions and writes their history entries. The caller has locked the people and their applications since
 * before the decisions. Returns the positions whose applications changed.
 */
export async function revertUnits(
  tx: Database,
  order: ImportActor,
  units: readonly UndoUnit[],
  decisions: readonly UndoDecision[],
): Promise<Set<string>> {
  const { workspaceId, userId } = order
  const restorable = await loadRestorable(tx, workspaceId)
  const removed = decisions.flatMap((one) => one.removeApplications)
  const changed = decisions
    .flatMap((one) => one.restoreApplications)
    .map((one) => ({ ...one, fields: restorable(one.fields) }))
  const people = decisions
    .flatMap((one) => one.restorePerson ?? [])
    .map((one) => ({ ...one, fields: restorable(one.fields) }))
  await remove(
    tx,
    'applications',
    workspaceId,
    removed.map(({ id }) => id),
  )
  await remove(
    tx,
    'candidates',
    workspaceId,
    decisions.flatMap((one) => one.removePerson?.id ?? []),
  )
  await updatePeople(
    tx,
    workspaceId,
    people.map(({ subject: { id, version, fields: now }, fields }) => ({
      id,
      version: version + 1,
      fields: { ...now, ...fields },
    })),
  )
  const renamed = people.filter(({ fields }) => Object.keys(fields).some((field) => copiedFields.has(field)))
  if (renamed.length > 0)
    await copyNameToApplications(
      tx,
      workspaceId,
      renamed.map(({ subject }) => subject.id),
    )
  await writeApplications(
    tx,
    workspaceId,
    changed.map(({ subject: { id, version, fields: now }, fields }) => ({
      id,
      version: version + 1,
      fields: { ...now, ...fields },
    })),
  )
  await writeRestored(tx, workspaceId, [...people, ...changed])

  const open = await openApplications(
    tx,
    workspaceId,
    people.map(({ subject }) => subject.id),
  )
  const edits: Edit[] = [
    ...changed.flatMap(({ subject, fields }) =>
      editsOf(fields, subject.fields).map((edit) => ({
        ...edit,
        applicationId: subject.id,
        positionId: subject.positionId,
      })),
    ),
    ...people.flatMap(({ subject, fields }) =>
      (open.get(subject.id) ?? []).flatMap(({ id: applicationId, position_id: positionId }) =>
        editsOf(fields, subject.fields).map((edit) => ({ ...edit, applicationId, positionId })),
      ),
    ),
  ]
  await strikeEdits(tx, workspaceId, units, edits)
  const known = await loadKnown(tx, workspaceId, edits)
  const entry = { workspaceId, userId, kind: 'reverted', cause: 'import' } as const
  const entries: NewActivity[] = [
    ...removed.map(({ id, positionId }) => ({ ...entry, applicationId: id, positionId })),
    ...edits.map(({ applicationId, positionId, field, imported, restored }) => ({
      ...entry,
      applicationId,
      positionId,
      field: nameInHistory(field),
      oldValue: describeValue(known, field, imported),
      newValue: describeValue(known, field, restored),
    })),
  ]
  await recordActivity(tx, entries)
  await writeKept(tx, order, decisions)
  return new Set(entries.map(({ positionId }) => positionId))
}
