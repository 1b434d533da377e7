import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

/** Locks a pipeline. Every change to its stages takes this lock, which keeps their order consistent. */
export async function lockPipeline(tx: Database, actor: Actor, id: string) {
  const pipeline = await tx
    .selectFrom('pipelines')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!pipeline) throw notFound(t`Pipeline`)
  return pipeline
}

export function stagesOf(tx: Database, workspaceId: string, pipelineId: string) {
  return tx
    .selectFrom('stages')
    .where('workspace_id', '=', workspaceId)
    .where('pipeline_id', '=', pipelineId)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .selectAll()
    .execute()
}

/** Locks a stage's pipeline. Returns the stage and all stages of the pipeline in order. */
export async function lockStage(tx: Database, actor: Actor, id: string) {
  const found = await tx
    .selectFrom('stages')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .select('pipeline_id')
    .executeTakeFirst()
  if (!found) throw notFound(t`Stage`)
  await lockPipeline(tx, actor, found.pipeline_id)
  const stages = await stagesOf(tx, actor.workspaceId, found.pipeline_id)
  const stage = stages.find((each) => each.id === id)
  if (!stage) throw notFound(t`Stage`)
  return { stage, stages }
}
