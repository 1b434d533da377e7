import * as contract from '@muster/contract/dispositions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { presentReason } from './present-reason.ts'

export const updateReason = handler(contract.updateReason, async ({ tx, actor, params, body }) => {
  const row = await tx
    .updateTable('reasons')
    .set({ ordinal: sql`ordinal`, ...changedColumns(body, { name: 'name', hidden: 'hidden' }) })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound(t`Reason`)
  return presentReason(row)
})
