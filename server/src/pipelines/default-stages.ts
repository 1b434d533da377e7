import type { StatusType } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'

/** Returns the stages of a workspace's default pipeline in order. */
export function loadDefaultStages(db: Database, workspaceId: string) {
  return db
    .selectFrom('stages')
    .innerJoin('pipelines', (join) =>
      join
        .onRef('pipelines.workspace_id', '=', 'stages.workspace_id')
        .onRef('pipelines.id', '=', 'stages.pipeline_id'),
    )
    .where('stages.workspace_id', '=', workspaceId)
    .where('stages.deleted_at', 'is', null)
    .where('pipelines.is_default', '=', true)
    .where('pipelines.deleted_at', 'is', null)
    .orderBy('stages.ordinal')
    .select(['stages.id', 'stages.name', 'stages.type', 'stages.color', 'stages.sla_days'])
    .select(['stages.ordinal', 'stages.pipeline_id'])
    .$narrowType<{ type: StatusType }>()
    .execute()
}
