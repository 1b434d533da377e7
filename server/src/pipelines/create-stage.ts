import * as contract from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { lockPipeline, lockStage, stagesOf } from './lock-pipeline.ts'
import { presentStage } from './present-pipeline.ts'
import { insertAt, renumber } from './renumber.ts'
import { assertTypesAfterChange, stageColumns } from './stage-rules.ts'

export const createStage = handler(contract.createStage, async ({ tx, actor, params, body }) => {
  await lockPipeline(tx, actor, params.id)
  const stages = await stagesOf(tx, actor.workspaceId, params.id)
  assertTypesAfterChange([...stages.map((stage) => stage.type as StatusType), body.type])
  const id = newId()
  await tx
    .insertInto('stages')
    .values({
      workspace_id: actor.workspaceId,
      id,
      pipeline_id: params.id,
      ...stageColumns(body),
      ordinal: stages.length,
    })
    .execute()
  const ids = stages.map((stage) => stage.id)
  await renumber(tx, 'stages', actor.workspaceId, insertAt(ids, id, body.order))
  const { stage } = await lockStage(tx, actor, id)
  return presentStage(stage)
})
