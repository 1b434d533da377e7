import * as contract from '@muster/contract/custom-fields.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { changeSortKeys } from './change-sort-keys.ts'
import {
  assertRoomOnCards,
  assertRoomToSort,
  changeSettings,
  type FieldSettings,
  settingColumns,
} from './check-definition.ts'
import { countFilled } from './count-filled.ts'
import { loadAllFields } from './load-fields.ts'
import { lockField } from './lock-field.ts'
import { findField, presentField } from './present-field.ts'
import { recordFieldChange } from './record-field-change.ts'

function changedSettings(before: FieldSettings, after: FieldSettings): string[] {
  const names = Object.keys(after) as (keyof FieldSettings)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** Returns whether the change affects what lists are sorted by. */
function sortsAnew(before: FieldSettings, after: FieldSettings): boolean {
  if (before.sortable !== after.sortable) return true
  return after.sortable && before.options.some(({ id }, index) => after.options[index]?.id !== id)
}

export const updateCustomField = handler(
  contract.updateCustomField,
  async ({ tx, actor, params, body, caller, services }) => {
    const before = await lockField(tx, actor, params.id, body.version)
    const settings = changeSettings(before, body, actor.workspace.defaultCountry)
    const all = await loadAllFields(tx, actor.workspaceId)
    assertRoomOnCards(settings, all, params.id)
    assertRoomToSort(settings, all, params.id)
    if (before.currency && settings.currency !== before.currency) {
      const counts = await countFilled(tx, actor.workspaceId, [before])
      if (counts.get(before.id)?.value)
        throw invalid('currency', t`The currency cannot change while there are values`)
    }
    await tx
      .updateTable('custom_fields')
      .set({ ...settingColumns(settings), version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    if (sortsAnew(before, settings))
      await changeSortKeys(tx, services.jobs, actor.workspaceId, params.id, settings.sortable)
    const after = await findField(tx, actor, params.id)
    await recordFieldChange(tx, actor, caller, 'changed', after, {
      changed: changedSettings(before, settings),
    })
    return presentField(after, actor)
  },
)
