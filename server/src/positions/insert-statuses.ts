import type { StatusType } from '@muster/contract/status-types.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { stagesOf } from '../pipelines/lock-pipeline.ts'
import { assertStages, type StageInput, stageColumns } from '../pipelines/stage-rules.ts'

export interface NewStatus extends StageInput {
  /** The stage it was copied from, whose column it is in on the pipeline's board. */
  stageId: string | null
}

export async function insertStatuses(
  tx: Database,
  workspaceId: string,
  positionId: string,
  statuses: readonly NewStatus[],
): Promise<void> {
  await tx
    .insertInto('statuses')
    .values(
      statuses.map((status, ordinal) => ({
        workspace_id: workspaceId,
        id: newId(),
        position_id: positionId,
        stage_id: status.stageId,
        ...stageColumns(status),
        ordinal,
      })),
    )
    .execute()
}

async function findPipeline(tx: Database, workspaceId: string, id: string | null | undefined) {
  const pipeline = await tx
    .selectFrom('pipelines')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .$if(Boolean(id), (query) => query.where('id', '=', id!))
    .$if(!id, (query) => query.where('is_default', '=', true))
    .select('id')
    .executeTakeFirst()
  if (!pipeline) throw invalid('pipelineId', t`Pipeline not found`)
  return pipeline
}

/**
 * Returns the statuses of a new position: those given, or the stages of the pipeline (the default one unless named). A
 * given status that matches a stage by name and type goes into its column on the pipeline's board.
 * @throws VALIDATION for a pipeline that does not exist, or for statuses that break a rule
 */
export async function chooseStatuses(
  tx: Database,
  workspaceId: string,
  { pipelineId, statuses }: { pipelineId?: string | null | undefined; statuses?: StageInput[] | undefined },
): Promise<{ pipelineId: string | null; statuses: NewStatus[] }> {
  if (statuses) assertStages(statuses, 'statuses')
  if (statuses && !pipelineId)
    return { pipelineId: null, statuses: statuses.map((status) => ({ ...status, stageId: null })) }
  const pipeline = await findPipeline(tx, workspaceId, pipelineId)
  const stages = await stagesOf(tx, workspaceId, pipeline.id)
  const stageOf = (status: StageInput) =>
    stages.find(
      (stage) => stage.name.toLowerCase() === status.name.toLowerCase() && stage.type === status.type,
    )
  const copied = stages.map((stage) => ({
    name: stage.name,
    type: stage.type as StatusType,
    color: stage.color,
    slaDays: stage.sla_days,
    stageId: stage.id,
  }))
  return {
    pipelineId: pipeline.id,
    statuses: statuses?.map((status) => ({ ...status, stageId: stageOf(status)?.id ?? null })) ?? copied,
  }
}
