import * as contract from '@muster/contract/custom-fields.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { changeSortKeys } from './change-sort-keys.ts'
import { hasRoomOnCards, hasRoomToSort } from './check-definition.ts'
import { loadAllFields, loadFields, lockFields } from './load-fields.ts'
import { findField, presentField } from './present-field.ts'
import { recordFieldChange } from './record-field-change.ts'

export const restoreCustomField = handler(
  contract.restoreCustomField,
  async ({ tx, actor, params, caller, services }) => {
    await findField(tx, actor, params.id)
    await lockFields(tx, actor.workspaceId)
    const field = await findField(tx, actor, params.id)
    if (!field.retiredAt) throw notFound(t`Retired field`)
    const used = await loadFields(tx, actor.workspaceId, field.subject)
    if (used.length >= fieldLimits.fields)
      throw conflict(t`At most ${fieldLimits.fields} fields are possible here. Retire one first.`)
    const all = await loadAllFields(tx, actor.workspaceId)
    const onCards = field.onCards && hasRoomOnCards(all)
    const sortable = field.sortable && hasRoomToSort(field.subject, all)
    await tx
      .updateTable('custom_fields')
      .set({
        retired_at: null,
        on_cards: onCards,
        sortable,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    if (sortable) await changeSortKeys(tx, services.jobs, actor.workspaceId, params.id, true)
    const restored = await findField(tx, actor, params.id)
    await recordFieldChange(tx, actor, caller, 'restored', restored)
    return presentField(restored, actor)
  },
)
