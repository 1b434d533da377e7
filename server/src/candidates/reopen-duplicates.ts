import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { removeDispositions } from '../applications/dispositions.ts'
import { newestChanges } from '../applications/undo-changes.ts'
import { ranksInGap } from '../board/ranks.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import type { ClosedDuplicate } from './merged-applications.ts'
import type { UnrestoredValue } from './present-merge.ts'

/** Returns its former rank, or the top if another application holds it now. The caller holds the column's lock. */
async function rankFor(tx: Database, workspaceId: string, one: ClosedDuplicate): Promise<string> {
  const taken = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', one.status_id)
    .where('rank', '=', one.rank)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!taken) return one.rank
  const { ranks } = await ranksInGap(tx, { workspaceId, statusId: one.status_id }, {}, [one.id], 1)
  return ranks[0]!
}

/** Returns whether the application is still as the merge left it and no other open application is in the way. */
async function mayReopen(
  tx: Database,
  workspaceId: string,
  mergeId: string,
  one: ClosedDuplicate,
): Promise<boolean> {
  const row = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', one.id)
    .where('deleted_at', 'is', null)
    .where('disposition', '=', 'duplicate')
    .select('candidate_id')
    .executeTakeFirst()
  if (!row || (await newestChanges(tx, workspaceId, [one.id])).get(one.id) !== mergeId) return false
  const other = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('position_id', '=', one.position_id)
    .where('candidate_id', '=', row.candidate_id)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return !other
}

async function reopen(tx: Database, actor: Actor, mergeId: string, one: ClosedDuplicate): Promise<void> {
  const { workspaceId } = actor
  const left = await tx
    .updateTable('activity_logs')
    .set({ reverted_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', mergeId)
    .where('application_id', '=', one.id)
    .where('kind', 'in', ['moved', 'disposition'])
    .returning('to_status_id')
    .execute()
  await removeDispositions(tx, workspaceId, [one.id])
  await tx
    .updateTable('applications')
    .set({
      status_id: one.status_id,
      status_type: one.status_type,
      rank: await rankFor(tx, workspaceId, one),
      reached: one.reached,
      entered_status_at: one.entered_status_at,
      due_at: one.due_at,
      callback_at: one.callback_at,
      disposition: null,
      closed_at: null,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', one.id)
    .execute()
  await recordActivity(tx, [
    {
      workspaceId,
      applicationId: one.id,
      positionId: one.position_id,
      kind: 'reverted',
      userId: actor.userId,
      fromStatusId: left.find((log) => log.to_status_id)?.to_status_id ?? null,
      toStatusId: one.status_id,
      cause: 'undo',
    },
  ])
}

/**
 * Reopens the applications that a merge closed, in their former places. Works in two steps: first it locks the columns,
 * then the applications by `lockApplications`. The caller moves applications back to their candidates and then calls
 * the returned function, which reopens them and returns those that stay closed.
 */
export async function reopenDuplicates(
  tx: Database,
  actor: Actor,
  mergeId: string,
  closed: readonly ClosedDuplicate[],
  lockApplications: () => Promise<unknown>,
): Promise<() => Promise<UnrestoredValue[]>> {
  const { workspaceId } = actor
  const columns = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${closed.map((one) => one.status_id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'type'])
    .forNoKeyUpdate()
    .execute()
  await lockApplications()
  return async () => {
    const opened: ClosedDuplicate[] = []
    for (const one of closed) {
      const column = columns.find(({ id, type }) => id === one.status_id && type === one.status_type)
      if (!column || !(await mayReopen(tx, workspaceId, mergeId, one))) continue
      await reopen(tx, actor, mergeId, one)
      opened.push(one)
    }
    if (opened.length > 0)
      await announce(tx, workspaceId, {
        kind: 'applications-moved',
        applicationIds: opened.map(({ id }) => id),
        positionIds: [...new Set(opened.map(({ position_id }) => position_id))],
        toStatusIds: [...new Set(opened.map(({ status_id }) => status_id))],
        actorId: actor.userId,
      })
    const kept = closed.filter((one) => !opened.includes(one))
    const positions = await tx
      .selectFrom('positions')
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`id = any(${kept.map((one) => one.position_id)}::uuid[])`)
      .select(['id', 'name'])
      .execute()
    return kept.map((one) => ({
      kind: 'application',
      key: one.id,
      value: positions.find(({ id }) => id === one.position_id)?.name ?? null,
    }))
  }
}
