import * as contract from '@muster/contract/field-changes.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { handler } from '../../http/handler.ts'
import { findUsedField } from '../present-field.ts'
import { assertSeesValues } from './assert-sees-values.ts'
import { loadConversion, writeCell } from './convert-values.ts'
import { findChange } from './present-change.ts'
import { nameRows } from './scan-values.ts'

const mostListed = 100

export const listEmptiedValues = handler(contract.listEmptiedValues, async ({ tx, actor, params, query }) => {
  const { workspaceId } = actor
  const field = await findUsedField(tx, actor, params.id)
  assertSeesValues(actor, field)
  const change = await findChange(tx, workspaceId, field.id, params.changeId)
  const rows = await tx
    .selectFrom('custom_field_former_values')
    .where('workspace_id', '=', workspaceId)
    .where('change_id', '=', change.id)
    .where('new_value', 'is', null)
    .$if(query.after !== undefined, (values) => values.where('row_id', '>', query.after!))
    .orderBy('row_id')
    .limit(mostListed)
    .select(['row_id', 'value'])
    .execute()
  const names = await nameRows(
    tx,
    workspaceId,
    field.subject,
    rows.map((row) => row.row_id),
  )
  const before = { ...field, ...change.before }
  const { writer } = await loadConversion(tx, workspaceId, before, { ...field, type: 'text' })
  return {
    items: rows.map((row) => ({
      rowId: row.row_id,
      name: names.get(row.row_id) ?? '',
      value: writeCell(row.value as FieldValue, before, writer),
      reason: null,
    })),
  }
})
