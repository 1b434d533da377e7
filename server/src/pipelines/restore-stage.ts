import * as contract from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { lockPipeline, lockStage, stagesOf } from './lock-pipeline.ts'
import { presentStage } from './present-pipeline.ts'
import { insertAt, renumber } from './renumber.ts'
import { assertTypesAfterChange } from './stage-rules.ts'

export const restoreStage = handler(contract.restoreStage, async ({ tx, actor, params }) => {
  const { workspaceId } = actor
  const deleted = await tx
    .selectFrom('stages')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .select(['id', 'pipeline_id', 'type', 'ordinal'])
    .executeTakeFirst()
  if (!deleted) throw notFound(t`Deleted stage`)
  await lockPipeline(tx, actor, deleted.pipeline_id)
  const stages = await stagesOf(tx, workspaceId, deleted.pipeline_id)
  assertTypesAfterChange([...stages, deleted].map((stage) => stage.type as StatusType))
  const restored = await tx
    .updateTable('stages')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deleted.id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted stage`)
  const ids = stages.map((stage) => stage.id)
  await renumber(tx, 'stages', workspaceId, insertAt(ids, deleted.id, deleted.ordinal))
  const { stage } = await lockStage(tx, actor, deleted.id)
  return presentStage(stage)
})
