import * as contract from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { lockStage } from './lock-pipeline.ts'
import { renumber } from './renumber.ts'
import { assertTypesAfterChange } from './stage-rules.ts'

export const deleteStage = handler(contract.deleteStage, async ({ tx, actor, params }) => {
  const { stages } = await lockStage(tx, actor, params.id)
  const left = stages.filter((stage) => stage.id !== params.id)
  assertTypesAfterChange(left.map((stage) => stage.type as StatusType))
  await tx
    .updateTable('stages')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  const ids = left.map((stage) => stage.id)
  await renumber(tx, 'stages', actor.workspaceId, ids)
  return undefined
})
