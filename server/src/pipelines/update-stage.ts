import * as contract from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { lockStage } from './lock-pipeline.ts'
import { presentStage } from './present-pipeline.ts'
import { insertAt, renumber } from './renumber.ts'
import { assertTypesAfterChange } from './stage-rules.ts'

const columns = { name: 'name', type: 'type', color: 'color', slaDays: 'sla_days' } as const

export const updateStage = handler(contract.updateStage, async ({ tx, actor, params, body }) => {
  const { stage: before, stages } = await lockStage(tx, actor, params.id)
  if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
  if (body.type)
    assertTypesAfterChange(
      stages.map((stage) => (stage.id === before.id ? body.type! : (stage.type as StatusType))),
    )
  await tx
    .updateTable('stages')
    .set({ ...changedColumns(body, columns), version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  if (body.order !== undefined) {
    const ids = stages.map((stage) => stage.id)
    await renumber(tx, 'stages', actor.workspaceId, insertAt(ids, params.id, body.order))
  }
  const { stage } = await lockStage(tx, actor, params.id)
  return presentStage(stage)
})
