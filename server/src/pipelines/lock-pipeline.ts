import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** Whoever changes a pipeline's stages locks the pipeline first, so that their order stays whole. */
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

/** A pipeline's stages in order. */
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

/** The stage and its pipeline's stages in order, the pipeline locked. */
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
