import * as contract from '@muster/contract/pipelines.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { lockPipeline, stagesOf } from './lock-pipeline.ts'
import { checkOutcomeRules } from './outcome-rules.ts'
import { loadPipeline } from './present-pipeline.ts'
import { renumber } from './renumber.ts'
import { assertSameIds } from './stage-rules.ts'

/** Clears the previous default. Locks the workspace, so there is exactly one default. */
async function clearPreviousDefault(tx: Database, workspaceId: string, id: string): Promise<void> {
  await tx
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('pipelines')
    .set({ is_default: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
}

export const updatePipeline = handler(contract.updatePipeline, async ({ tx, actor, params, body }) => {
  await loadPipeline(tx, actor, params.id)
  if (body.isDefault) await clearPreviousDefault(tx, actor.workspaceId, params.id)
  const { version } = await lockPipeline(tx, actor, params.id)
  if (body.stageIds) {
    const stages = await stagesOf(tx, actor.workspaceId, params.id)
    const ids = stages.map((stage) => stage.id)
    assertSameIds(body.stageIds, ids, 'stageIds')
    await renumber(tx, 'stages', actor.workspaceId, body.stageIds)
  }
  if (body.outcomeRules) await checkOutcomeRules(tx, actor.workspaceId, params.id, body.outcomeRules)
  if (body.version !== undefined && body.version !== version) throw staleVersion(version)
  await tx
    .updateTable('pipelines')
    .set({
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.isDefault ? { is_default: true } : {}),
      ...(body.outcomeRules ? { outcome_rules: JSON.stringify(body.outcomeRules) } : {}),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  return loadPipeline(tx, actor, params.id)
})
