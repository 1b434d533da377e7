import * as contract from '@muster/contract/positions.ts'
import { handler } from '../http/handler.ts'
import { renumber } from '../pipelines/renumber.ts'
import { assertSameIds } from '../pipelines/stage-rules.ts'
import { announcePosition } from './announce-positions.ts'
import { lockPosition } from './lock-position.ts'
import { presentStatus, statusesOf } from './present-position.ts'

export const orderStatuses = handler(contract.orderStatuses, async ({ tx, actor, params, body }) => {
  const { workspaceId } = actor
  const statusIds = Array.isArray(body) ? body : body.statusIds
  await lockPosition(tx, actor, params.id)
  const before = await statusesOf(tx, workspaceId, params.id)
  assertSameIds(
    statusIds,
    before.map((status) => status.id),
    'statusIds',
  )
  await renumber(tx, 'statuses', workspaceId, statusIds)
  await announcePosition(tx, actor, params.id)
  const after = await statusesOf(tx, workspaceId, params.id)
  return { items: after.map(presentStatus) }
})
