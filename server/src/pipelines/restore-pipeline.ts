import * as contract from '@muster/contract/pipelines.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadPipeline } from './present-pipeline.ts'

export const restorePipeline = handler(contract.restorePipeline, async ({ tx, actor, params }) => {
  const restored = await tx
    .updateTable('pipelines')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted pipeline`)
  return loadPipeline(tx, actor, params.id)
})
