import * as contract from '@muster/contract/pipelines.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadDefaultStages } from './default-stages.ts'
import { loadPipeline } from './present-pipeline.ts'
import { assertStages, stageColumns } from './stage-rules.ts'

export const createPipeline = handler(contract.createPipeline, async ({ tx, actor, body }) => {
  if (body.stages) assertStages(body.stages, 'stages')
  const stages = body.stages?.map(stageColumns) ?? (await loadDefaultStages(tx, actor.workspaceId))
  const id = newId()
  await tx.insertInto('pipelines').values({ workspace_id: actor.workspaceId, id, name: body.name }).execute()
  await tx
    .insertInto('stages')
    .values(
      stages.map(({ name, type, color, sla_days }, ordinal) => ({
        workspace_id: actor.workspaceId,
        id: newId(),
        pipeline_id: id,
        name,
        type,
        color,
        sla_days,
        ordinal,
      })),
    )
    .execute()
  return loadPipeline(tx, actor, id)
})
