import * as contract from '@muster/contract/custom-fields.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { changeSortKeys } from './change-sort-keys.ts'
import { lockField } from './lock-field.ts'
import { recordFieldChange } from './record-field-change.ts'

export const retireCustomField = handler(
  contract.retireCustomField,
  async ({ tx, actor, params, caller, services }) => {
    const field = await lockField(tx, actor, params.id)
    await tx
      .updateTable('custom_fields')
      .set({ retired_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    if (field.sortable) await changeSortKeys(tx, services.jobs, actor.workspaceId, params.id, false)
    await recordFieldChange(tx, actor, caller, 'retired', field)
    return undefined
  },
)
