import * as contract from '@muster/contract/positions.ts'
import { notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { positionScope } from './position-policy.ts'
import { presentStatus, statusesOf } from './present-position.ts'

export const listStatuses = handler(contract.listStatuses, async ({ tx, actor, params }) => {
  const position = await tx
    .selectFrom('positions')
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.id', '=', params.id)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .select('positions.id')
    .executeTakeFirst()
  if (!position) throw notFound('Position')
  const statuses = await statusesOf(tx, actor.workspaceId, params.id)
  return { items: statuses.map(presentStatus) }
})
