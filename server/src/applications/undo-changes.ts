import type { Permission } from '@muster/contract/permissions.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { t } from '#texts'
import { type NewActivity, recordActivity } from '../activity-logs/record-activity.ts'
import { AppError, conflict, forbidden, notFound } from '../app-error.ts'
import { type MovedBy, placeApplications } from '../board/place-applications.ts'
import { findUnrestorable, loggedKey, restoreValues } from '../custom-fields/undo-values.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { ActivityLogs } from '../database/schema.generated.ts'
import { maySetCallback } from '../policies/application-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { deleteApplications } from './delete-applications.ts'
import type { Refuse } from './find-targets.ts'
import { restoreDeleted } from './restore-application.ts'

type Log = Selectable<ActivityLogs>

/**
 * Returns the batch of each application's newest change. Comments, calls and similar entries do not block an undo, nor
 * do moves of deleted applications whose status was deleted.
 */
export async function newestChanges(
  tx: Database,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; batchId: string | null }>`
    select wanted.id, newest.batch_id as "batchId"
    from unnest(${applicationIds}::uuid[]) as wanted (id), lateral (
      select batch_id from activity_logs
      where workspace_id = ${workspaceId} and application_id = wanted.id and reverted_at is null
        and kind in ('moved', 'reopened', 'disposition', 'edited', 'deleted', 'restored', 'reverted')
        and (cause is distinct from 'status_deleted' or batch_id is not null)
      order by at desc, id desc limit 1
    ) as newest
  `.execute(tx)
  return new Map(rows.map(({ id, batchId }) => [id, batchId]))
}

/** Recomputes times and the furthest type from the entries that are not reverted. */
export async function recomputeFromHistory(
  tx: Database,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<void> {
  await sql`
    update applications as a set
      entered_status_at = coalesce(history.entered_at, a.entered_status_at),
      due_at = case when a.closed_at is null then
        coalesce(history.entered_at, a.entered_status_at) + make_interval(secs => s.sla_days * 86400) end,
      reached = coalesce(history.reached, a.reached)
    from applications now_in
    join statuses s on s.workspace_id = now_in.workspace_id and s.id = now_in.status_id
    cross join lateral (
      select max(at) filter (where to_status_id = now_in.status_id) as entered_at,
        max(array_position(${[...statusTypeKeys]}::text[], to_type) - 1) filter (where to_type <> 'closed') as reached
      from activity_logs
      where workspace_id = ${workspaceId} and application_id = now_in.id
        and to_type is not null and reverted_at is null
    ) as history
    where now_in.workspace_id = ${workspaceId} and now_in.id = any(${applicationIds}::uuid[])
      and a.workspace_id = now_in.workspace_id and a.id = now_in.id
  `.execute(tx)
}

/** The permission that each kind of change takes. Moves are checked in `placeApplications`. */
const permissionByKind: Partial<Record<string, Permission>> = {
  edited: 'applications:write',
  deleted: 'applications:delete',
  restored: 'applications:delete',
}

/** Returns an error if the actor has lost the permission to make the change: they may not undo it either. */
function permissionRefusal(actor: Actor, logs: readonly Log[]): AppError | null {
  const isClosing = logs.some(({ kind }) => kind === 'disposition')
  const lacks = logs.some(({ kind, field }) => {
    // Whoever may undo the closing restores the callback that it removed.
    if (kind === 'edited' && field === 'callbackAt') return !isClosing && !maySetCallback(actor)
    const permission = permissionByKind[kind]
    return permission !== undefined && !actor.permissions.has(permission)
  })
  return lacks ? forbidden() : null
}

function refusalOf(actor: Actor, logs: readonly Log[], newest: string | null | undefined): AppError | null {
  const notAllowed = permissionRefusal(actor, logs)
  if (notAllowed) return notAllowed
  if (newest !== logs[0]!.batch_id) return conflict(t`This application has been changed since`)
  const move = logs.find((log) => log.kind === 'moved')
  const reopens = move?.from_type === 'closed' || move?.from_type === 'hired'
  if (reopens || logs.some((log) => log.kind === 'reopened'))
    return conflict(t`Reopening cannot be undone. Close the application again instead.`)
  return null
}

interface UndoOptions {
  /** Who made the changes, if not the actor alone. */
  by?: MovedBy | undefined
  /** The changes are a client's decision, which its reviewer may undo. */
  isDecision?: boolean
}

/** Moves applications back to where they were. Returns the ids of those that could not be moved. */
async function undoMoves(
  tx: Database,
  actor: Actor,
  batchId: string,
  moves: readonly Log[],
  refuse: Refuse,
  { by, isDecision }: UndoOptions,
): Promise<Set<string>> {
  const refused = new Set<string>()
  const leave: Refuse = (applicationId, error) => {
    refused.add(applicationId)
    refuse(applicationId, error)
  }
  const rows = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${moves.map((move) => move.from_status_id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  const statusIds = new Set(rows.map(({ id }) => id))
  for (const move of moves)
    if (!statusIds.has(move.from_status_id!)) leave(move.application_id, notFound(t`Status`))
  const back = moves.filter((move) => !refused.has(move.application_id))
  const placements = [...Map.groupBy(back, (move) => move.from_status_id!)].map(([statusId, group]) => ({
    statusId,
    applicationIds: group.map((move) => move.application_id),
  }))
  const ranks = new Map(back.map((move) => [move.application_id, move.from_rank]))
  await placeApplications(tx, actor, placements, {
    cause: 'undo',
    batchId,
    ranks,
    record: false,
    by,
    isDecision,
    refuse: leave,
  })
  return refused
}

/** Returns the edited applications that the actor sees, or will see once an assignment is undone. */
async function findVisible(tx: Database, actor: Actor, edits: readonly Log[]): Promise<Set<string>> {
  const ids = edits.map((edit) => edit.application_id)
  const seen = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .select('applications.id')
    .execute()
  const givenBack = edits.filter(
    ({ field, old_value }) =>
      actor.role === 'coordinator' && field === 'ownerId' && old_value === actor.userId,
  )
  return new Set([...seen.map(({ id }) => id), ...givenBack.map((edit) => edit.application_id)])
}

/** A candidate who was marked as do-not-call since gets no callback back. */
const callbackUnlessUncallable = sql`callback_at = case when not (
  select c.do_not_call from candidates c where c.workspace_id = a.workspace_id and c.id = a.candidate_id
) then old.value::timestamptz end`

const restoreField: Record<string, RawBuilder<unknown>> = {
  ownerId: sql`owner_id = old.value::uuid`,
  callbackAt: callbackUnlessUncallable,
  tags: sql`tags = array(select jsonb_array_elements_text(coalesce(old.value, '[]')::jsonb))`,
}

async function undoEdits(tx: Database, workspaceId: string, edits: readonly Log[]): Promise<void> {
  for (const [field, ofField] of Map.groupBy(edits, (edit) => edit.field)) {
    // Of several edits of one application, the first has the original value.
    const group = [...new Map(ofField.toReversed().map((edit) => [edit.application_id, edit])).values()]
    const key = loggedKey({ field })
    if (key !== null) {
      await restoreValues(tx, workspaceId, key, group)
      continue
    }
    await sql`
      update applications as a set ${restoreField[field!]!}, version = a.version + 1, updated_at = now()
      from unnest(${group.map((edit) => edit.application_id)}::uuid[], ${group.map((edit) => edit.old_value)}::text[])
        as old (id, value)
      where a.workspace_id = ${workspaceId} and a.id = old.id
    `.execute(tx)
  }
}

function revertedOf(log: Log, actor: Actor, by?: MovedBy): NewActivity {
  const entry = {
    workspaceId: log.workspace_id,
    applicationId: log.application_id,
    positionId: log.position_id,
    kind: 'reverted',
    userId: by ? by.userId : actor.userId,
    agentId: by?.agentId ?? null,
  } as const
  return log.kind === 'moved'
    ? { ...entry, fromStatusId: log.to_status_id, toStatusId: log.from_status_id, cause: 'undo' }
    : { ...entry, field: log.field, oldValue: log.new_value, newValue: log.old_value }
}

async function undoDeletions(tx: Database, actor: Actor, logs: readonly Log[], refuse: Refuse) {
  const refused = new Set<string>()
  // Locks the statuses in one global order to avoid deadlocks.
  for (const log of logs.toSorted((a, b) => (a.application_id < b.application_id ? -1 : 1))) {
    try {
      await restoreDeleted(tx, actor, log.application_id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.add(log.application_id)
      refuse(log.application_id, error)
    }
  }
  return refused
}

/**
 * Undoes the changes of a batch for all applications that were not changed since. Calls `refuse` for each of the
 * others, of which nothing is undone.
 * @param logs the batch's entries, not reverted
 */
export async function undoChanges(
  tx: Database,
  actor: Actor,
  batchId: string,
  logs: readonly Log[],
  refuse: Refuse,
  options: UndoOptions = {},
): Promise<void> {
  const { workspaceId } = actor
  const { by } = options
  const byApplication = Map.groupBy(logs, (log) => log.application_id)
  const newest = await newestChanges(tx, workspaceId, [...byApplication.keys()])
  const undoable: Log[] = []
  const unrestorable = await findUnrestorable(tx, actor, logs)
  for (const [applicationId, own] of byApplication) {
    const refusal =
      refusalOf(actor, own, newest.get(applicationId)) ?? unrestorable.get(applicationId) ?? null
    if (refusal) refuse(applicationId, refusal)
    else undoable.push(...own)
  }
  const ofKind = (kind: string) => undoable.filter((log) => log.kind === kind)
  const edits = ofKind('edited')
  const seen = await findVisible(tx, actor, edits)
  const unseen = new Set(edits.map((edit) => edit.application_id).filter((id) => !seen.has(id)))
  for (const id of unseen) refuse(id, notFound(t`Application`))
  const refused = new Set([
    ...unseen,
    ...(await undoMoves(tx, actor, batchId, ofKind('moved'), refuse, options)),
    ...(await undoDeletions(tx, actor, ofKind('deleted'), refuse)),
  ])
  const undone = undoable.filter((log) => !refused.has(log.application_id))
  const done = (kind: string) => undone.filter((log) => log.kind === kind)
  await tx
    .updateTable('activity_logs')
    .set({ reverted_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${undone.map((log) => log.id)}::uuid[])`)
    .execute()
  const moved = done('moved')
  await recomputeFromHistory(
    tx,
    workspaceId,
    moved.map((log) => log.application_id),
  )
  await undoEdits(tx, workspaceId, done('edited'))
  await recordActivity(
    tx,
    [...moved, ...done('edited')].map((log) => revertedOf(log, actor, by)),
  )
  const restored = done('restored').map((log) => log.application_id)
  if (restored.length > 0) await deleteApplications(tx, actor, restored, newId())
}
