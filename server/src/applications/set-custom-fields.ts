import { sql } from 'kysely'
import { t } from '#texts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { notFound } from '../app-error.ts'
import {
  applyChanges,
  changesOf,
  describeChanges,
  readForMany,
  type ValueChange,
} from '../custom-fields/read-values.ts'
import type { StoredValues } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import { erasedRefused, isErased, selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import type { Refuse } from './find-targets.ts'

interface ChangedRow {
  id: string
  positionId: string
  stored: StoredValues
  changes: ValueChange[]
}

/** Writes one entry for each value, with the previous one as it is stored: an undo restores it. */
async function logChanges(tx: Database, actor: Actor, rows: readonly ChangedRow[], batchId: string) {
  const all = rows.flatMap((row) => row.changes.map((change) => ({ row, change })))
  const described = await describeChanges(
    tx,
    actor.workspaceId,
    all.map(({ change }) => change),
  )
  await recordActivity(
    tx,
    all.map(({ row, change }, index) => ({
      workspaceId: actor.workspaceId,
      applicationId: row.id,
      positionId: row.positionId,
      kind: 'edited',
      userId: actor.userId,
      field: `customFields.${change.field.key}`,
      oldValue: described[index]!.oldValue,
      newValue: described[index]!.newValue,
      oldRaw: change.before,
      batchId,
    })),
  )
}

/**
 * Sets custom fields of many applications, null to empty one. Returns how many applications it really changed.
 * @throws VALIDATION by `customFields.<key>`; FORBIDDEN for a field that the actor may not change
 */
export async function setCustomFields(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
  input: Record<string, unknown>,
  batchId: string,
  refuse: Refuse,
): Promise<number> {
  const values = await readForMany(tx, actor, 'application', input)
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.id')
    .select(['id', 'position_id', 'custom_fields', isErased.as('is_erased')])
    .forUpdate()
    .execute()
  const found = new Set(rows.map((row) => row.id))
  for (const id of ids) if (!found.has(id)) refuse(id, notFound(t`Application`))
  for (const { id, is_erased } of rows) if (is_erased) refuse(id, erasedRefused())
  const changed = rows
    .filter(({ is_erased }) => !is_erased)
    .map((row): ChangedRow => {
      const stored = row.custom_fields as StoredValues
      return { id: row.id, positionId: row.position_id, stored, changes: changesOf(stored, values) }
    })
    .filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return 0
  const changedIds = changed.map(({ id }) => id)
  const after = changed.map(({ stored, changes }) => JSON.stringify(applyChanges(stored, changes)))
  await sql`
    update applications set custom_fields = new.value, version = version + 1, updated_at = now(), last_activity_at = now()
    from unnest(${changedIds}::uuid[], ${after}::jsonb[]) as new (id, value)
    where applications.workspace_id = ${actor.workspaceId} and applications.id = new.id
  `.execute(tx)
  await logChanges(tx, actor, changed, batchId)
  await announce(tx, actor.workspaceId, {
    kind: 'applications-changed',
    applicationIds: changedIds,
    positionIds: [...new Set(changed.map(({ positionId }) => positionId))],
    actorId: actor.userId,
  })
  return changed.length
}
