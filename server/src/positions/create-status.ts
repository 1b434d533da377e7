import * as contract from '@muster/contract/positions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { insertAt, renumber } from '../pipelines/renumber.ts'
import { assertTypesAfterChange, stageColumns } from '../pipelines/stage-rules.ts'
import { announcePosition } from './announce-positions.ts'
import { lockPosition, lockStatusOfPosition } from './lock-position.ts'
import { presentStatus, statusesOf } from './present-position.ts'

export const createStatus = handler(contract.createStatus, async ({ tx, actor, body }) => {
  const position = await lockPosition(tx, actor, body.positionId)
  const statuses = await statusesOf(tx, actor.workspaceId, position.id)
  assertTypesAfterChange([...statuses.map((status) => status.type as StatusType), body.type])
  const id = newId()
  await tx
    .insertInto('statuses')
    .values({
      workspace_id: actor.workspaceId,
      id,
      position_id: position.id,
      ...stageColumns(body),
      ordinal: statuses.length,
    })
    .execute()
  const ids = statuses.map((status) => status.id)
  await renumber(tx, 'statuses', actor.workspaceId, insertAt(ids, id, body.order))
  await announcePosition(tx, actor, position.id)
  const { status } = await lockStatusOfPosition(tx, actor, id)
  return presentStatus(status)
})
