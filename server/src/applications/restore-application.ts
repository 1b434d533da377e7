import * as contract from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { conflict, notFound } from '../app-error.ts'
import { lockStatus } from '../board/lock-status.ts'
import { ranksInGap } from '../board/ranks.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { loadApplicationDetails } from './present-application-details.ts'

/**
 * Restores a deleted application at the top of its column.
 * @throws NOT_FOUND when none was deleted within 30 days; PLAN_LIMIT; CONFLICT when its position or status is gone, or
 * the candidate applied again
 */
export async function restoreDeleted(
  tx: Database,
  actor: Actor,
  id: string,
  batchId: string | null = null,
): Promise<void> {
  const row = await selectVisible(tx, actor)
    .where('applications.id', '=', id)
    .where('applications.deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .innerJoin('positions as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'applications.workspace_id')
        .onRef('p.id', '=', 'applications.position_id'),
    )
    .innerJoin('statuses as s', (join) =>
      join
        .onRef('s.workspace_id', '=', 'applications.workspace_id')
        .onRef('s.id', '=', 'applications.status_id'),
    )
    .select(['applications.status_id', 'applications.position_id'])
    .select(['p.deleted_at as position_deleted_at', 's.deleted_at as status_deleted_at'])
    .select(
      sql<boolean>`applications.closed_at is null and exists (
        select 1 from applications as other
        where other.workspace_id = applications.workspace_id and other.position_id = applications.position_id
          and other.candidate_id = applications.candidate_id and other.deleted_at is null
          and other.closed_at is null
      )`.as('applied_again'),
    )
    .executeTakeFirst()
  if (!row) throw notFound(t`Deleted application`)
  if (row.position_deleted_at) throw conflict(t`The position is deleted. Restore it first.`)
  if (row.status_deleted_at) throw conflict(t`The status is deleted. Restore it first.`)
  if (row.applied_again) throw conflict(t`The candidate has since applied for this position again`)
  await assertPlanRoom(tx, actor, 'applicationsAMonth')
  const { workspaceId } = actor
  const status = await lockStatus(tx, workspaceId, row.status_id)
  const { ranks } = await ranksInGap(tx, { workspaceId, statusId: status.id }, {}, [id], 1)
  await tx
    .updateTable('applications')
    .set({ deleted_at: null, rank: ranks[0]!, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const entry = { workspaceId, applicationId: id, positionId: row.position_id, userId: actor.userId }
  await recordActivity(tx, [{ ...entry, kind: 'restored', batchId }])
  await announce(tx, workspaceId, {
    kind: 'applications-changed',
    applicationIds: [id],
    positionIds: [row.position_id],
    actorId: actor.userId,
  })
}

export const restoreApplication = handler(contract.restoreApplication, async ({ tx, actor, params }) => {
  await restoreDeleted(tx, actor, params.id)
  return loadApplicationDetails(tx, actor, params.id)
})
