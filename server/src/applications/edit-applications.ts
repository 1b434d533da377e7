import { sql } from 'kysely'
import { t } from '#texts'
import { type NewActivity, recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import { announce } from '../live/announce.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notifyAssigned } from '../notifications/notify-assigned.ts'
import type { Actor } from '../session/actor.ts'
import type { Refuse } from './find-targets.ts'
import { selectVisible } from './present-application.ts'
import { asLogged } from './update-application.ts'

export type Edit =
  | { kind: 'assign'; ownerId: string | null }
  | { kind: 'tag'; add: readonly string[]; remove: readonly string[] }

interface Editable {
  id: string
  position_id: string
  owner_id: string | null
  tags: string[]
}

function edited(row: Editable, edit: Edit): { field: string; before: unknown; after: unknown } {
  if (edit.kind === 'assign') return { field: 'ownerId', before: row.owner_id, after: edit.ownerId }
  const kept = row.tags.filter((tag) => !edit.remove.includes(tag))
  return { field: 'tags', before: row.tags, after: [...new Set([...kept, ...edit.add])] }
}

/** Assigns or tags many at once, one log entry for each that really changed; answers how many did. */
export async function editApplications(
  tx: Database,
  services: Mailing,
  actor: Actor,
  ids: readonly string[],
  edit: Edit,
  batchId: string,
  refuse: Refuse,
): Promise<number> {
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.id')
    .select(['id', 'position_id', 'owner_id', 'tags'])
    .forUpdate()
    .execute()
  const found = new Set(rows.map((row) => row.id))
  for (const id of ids) if (!found.has(id)) refuse(id, notFound(t`Application`))
  const changes = rows
    .map((row) => ({ row, ...edited(row, edit) }))
    .filter(({ before, after }) => asLogged(before) !== asLogged(after))
  if (changes.length === 0) return 0
  const changedIds = changes.map(({ row }) => row.id)
  const values = changes.map(({ after }) => JSON.stringify(after))
  const set =
    edit.kind === 'assign'
      ? sql`owner_id = (new.value #>> '{}')::uuid`
      : sql`tags = array(select jsonb_array_elements_text(new.value))`
  await sql`
    update applications set ${set}, version = version + 1, updated_at = now(), last_activity_at = now()
    from unnest(${changedIds}::uuid[], ${values}::jsonb[]) as new (id, value)
    where applications.workspace_id = ${actor.workspaceId} and applications.id = new.id
  `.execute(tx)
  await recordActivity(
    tx,
    changes.map(
      ({ row, field, before, after }): NewActivity => ({
        workspaceId: actor.workspaceId,
        applicationId: row.id,
        positionId: row.position_id,
        kind: 'edited',
        userId: actor.userId,
        field,
        oldValue: asLogged(before),
        newValue: asLogged(after),
        batchId,
      }),
    ),
  )
  await announce(tx, actor.workspaceId, {
    kind: 'applications-changed',
    applicationIds: changedIds,
    positionIds: [...new Set(changes.map(({ row }) => row.position_id))],
    actorId: actor.userId,
  })
  if (edit.kind === 'assign') await notifyAssigned(tx, services, actor, edit.ownerId, changedIds)
  return changes.length
}
