import * as contract from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { stagesOf } from './lock-pipeline.ts'
import { loadPipeline } from './present-pipeline.ts'
import { assertStages, type StageInput, stageColumns } from './stage-rules.ts'

async function defaultStages(tx: Database, workspaceId: string): Promise<StageInput[]> {
  const { id } = await tx
    .selectFrom('pipelines')
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  const stages = await stagesOf(tx, workspaceId, id)
  return stages.map(({ name, type, color, sla_days }) => ({
    name,
    type: type as StatusType,
    color,
    slaDays: sla_days,
  }))
}

export const createPipeline = handler(contract.createPipeline, async ({ tx, actor, body }) => {
  if (body.stages) assertStages(body.stages, 'stages')
  const stages = body.stages ?? (await defaultStages(tx, actor.workspaceId))
  const id = newId()
  await tx.insertInto('pipelines').values({ workspace_id: actor.workspaceId, id, name: body.name }).execute()
  await tx
    .insertInto('stages')
    .values(
      stages.map((stage, ordinal) => ({
        workspace_id: actor.workspaceId,
        id: newId(),
        pipeline_id: id,
        ...stageColumns(stage),
        ordinal,
      })),
    )
    .execute()
  return loadPipeline(tx, actor, id)
})
