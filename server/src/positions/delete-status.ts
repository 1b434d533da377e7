import * as contract from '@muster/contract/positions.ts'
import { type StatusType, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { renumber } from '../pipelines/renumber.ts'
import { assertTypesAfterChange } from '../pipelines/stage-rules.ts'
import { announcePosition } from './announce-positions.ts'
import { lockStatuses, lockStatusOfPosition } from './lock-position.ts'
import { moveDeletedOutOfStatus, moveOutOfStatus } from './move-out-of-status.ts'

/**
 * Returns the kind of a status. Only hired and closed applications have a disposition, so applications must not change
 * kind here.
 */
function kindOf(type: string): string {
  return type === 'hired' || type === 'closed' ? type : 'open'
}

async function isEmpty(tx: Database, workspaceId: string, statusId: string): Promise<boolean> {
  const inside = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return inside === undefined
}

export const deleteStatus = handler(contract.deleteStatus, async ({ tx, actor, params, query, body }) => {
  const { workspaceId } = actor
  const moveTo = query.moveTo ?? body?.moveTo
  const { position, status, statuses } = await lockStatusOfPosition(tx, actor, params.id)
  const left = statuses.filter((each) => each.id !== status.id)
  assertTypesAfterChange(left.map((each) => each.type as StatusType))
  const sameKind = left.filter((each) => kindOf(each.type) === kindOf(status.type))
  const target = moveTo ? left.find((each) => each.id === moveTo) : undefined
  if (moveTo && !target) throw invalid('moveTo', t`Choose another status of the same position`)
  const refuge = target && sameKind.includes(target) ? target : sameKind[0]
  await lockStatuses(tx, workspaceId, [status.id, ...(refuge ? [refuge.id] : [])])
  if (!(await isEmpty(tx, workspaceId, status.id))) {
    if (!target) throw conflict(t`This status contains applications. Choose where to move them (moveTo).`)
    if (refuge !== target)
      throw conflict(
        t`Applications cannot be moved from type "${translate(statusTypes[status.type as StatusType].label)}" to type "${translate(statusTypes[target.type as StatusType].label)}". Close or reopen them instead.`,
      )
    const applicationIds = await moveOutOfStatus(tx, actor, status, target)
    await announce(tx, workspaceId, {
      kind: 'applications-moved',
      applicationIds,
      positionIds: [position.id],
      toStatusIds: [target.id],
      actorId: actor.userId,
    })
  }
  if (refuge) await moveDeletedOutOfStatus(tx, actor, status, refuge)
  await tx
    .updateTable('statuses')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', status.id)
    .execute()
  const ids = left.map((each) => each.id)
  await renumber(tx, 'statuses', workspaceId, ids)
  await announcePosition(tx, actor, position.id)
  return undefined
})
