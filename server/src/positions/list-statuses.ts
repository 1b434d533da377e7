import * as contract from '@muster/contract/positions.ts'
import { handler } from '../http/handler.ts'
import { assertPositionVisible } from './assert-position-visible.ts'
import { presentStatus, statusesOf } from './present-position.ts'

export const listStatuses = handler(contract.listStatuses, async ({ tx, actor, params }) => {
  await assertPositionVisible(tx, actor, params.id)
  const statuses = await statusesOf(tx, actor.workspaceId, params.id)
  return { items: statuses.map(presentStatus) }
})
