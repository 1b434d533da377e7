import { sql } from 'kysely'
import { t } from '#texts'
import { type NewActivity, recordActivity } from '../activity-logs/record-activity.ts'
import { notFound } from '../app-error.ts'
import { callbackRefused } from '../calls/callback-allowed.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notifyAssigned } from '../notifications/notify-assigned.ts'
import { erasedRefused, isErased, selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import type { Refuse } from './find-targets.ts'
import { asLogged } from './update-application.ts'

export type Edit =
  | { kind: 'assign'; ownerId: string | null }
  | { kind: 'callback'; callbackAt: string | null }
  | { kind: 'tag'; add: readonly string[]; remove: readonly string[] }

interface Editable {
  id: string
  position_id: string
  owner_id: string | null
  tags: string[]
  callback_at: string | null
}

function edited(row: Editable, edit: Edit): { field: string; before: unknown; after: unknown } {
  if (edit.kind === 'assign') return { field: 'ownerId', before: row.owner_id, after: edit.ownerId }
  if (edit.kind === 'callback')
    return { field: 'callbackAt', before: row.callback_at, after: edit.callbackAt }
  const remaining = row.tags.filter((tag) => !edit.remove.includes(tag))
  return { field: 'tags', before: row.tags, after: [...new Set([...remaining, ...edit.add])] }
}

const sets = {
  assign: sql`owner_id = (new.value #>> '{}')::uuid`,
  callback: sql`callback_at = (new.value #>> '{}')::timestamptz`,
  tag: sql`tags = array(select jsonb_array_elements_text(new.value))`,
}

/**
 * Locks the candidates before their applications, as every writer of calls does. Returns the applications of those
 * marked as do-not-call.
 */
async function lockUncallable(tx: Database, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const ofApplications = selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .select(['applications.id', 'applications.candidate_id'])
  const people = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', 'in', ofApplications.clearSelect().select('applications.candidate_id'))
    .orderBy('id')
    .select(['id', 'do_not_call'])
    .forNoKeyUpdate()
    .execute()
  const uncallable = new Set(people.filter((person) => person.do_not_call).map(({ id }) => id))
  const rows = await ofApplications.execute()
  return new Set(rows.filter((row) => uncallable.has(row.candidate_id)).map(({ id }) => id))
}

/**
 * Assigns, tags or sets the callback of many applications at once. Writes one log entry for each that really changed
 * and returns how many did.
 */
export async function editApplications(
  tx: Database,
  services: Mailing,
  actor: Actor,
  ids: readonly string[],
  edit: Edit,
  batchId: string,
  refuse: Refuse,
): Promise<number> {
  const uncallable =
    edit.kind === 'callback' && edit.callbackAt ? await lockUncallable(tx, actor, ids) : new Set<string>()
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.id')
    .select(['id', 'position_id', 'owner_id', 'tags', 'callback_at', isErased.as('is_erased')])
    .forUpdate()
    .execute()
  const found = new Set(rows.map((row) => row.id))
  for (const id of ids) if (!found.has(id)) refuse(id, notFound(t`Application`))
  for (const { id, is_erased } of rows) {
    if (is_erased) refuse(id, erasedRefused())
    else if (uncallable.has(id)) refuse(id, callbackRefused())
  }
  const changes = rows
    .filter(({ id, is_erased }) => !is_erased && !uncallable.has(id))
    .map((row) => ({ row, ...edited(row, edit) }))
    .filter(({ before, after }) => asLogged(before) !== asLogged(after))
  if (changes.length === 0) return 0
  const changedIds = changes.map(({ row }) => row.id)
  const values = changes.map(({ after }) => JSON.stringify(after))
  await sql`
    update applications set ${sets[edit.kind]}, version = version + 1, updated_at = now(), last_activity_at = now()
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
