import * as contract from '@muster/contract/pipelines.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { lockPipeline } from './lock-pipeline.ts'

export const deletePipeline = handler(contract.deletePipeline, async ({ tx, actor, params }) => {
  const pipeline = await lockPipeline(tx, actor, params.id)
  if (pipeline.is_default)
    throw conflict(t`This is the default pipeline. Make another one the default first.`)
  await tx
    .updateTable('pipelines')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  return undefined
})
