import * as contract from '@muster/contract/custom-fields.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { hasRoomOnCards } from './check-definition.ts'
import { loadAllFields, loadFields, lockFields } from './load-fields.ts'
import { findField, presentField } from './present-field.ts'
import { recordFieldChange } from './record-field-change.ts'

export const restoreCustomField = handler(
  contract.restoreCustomField,
  async ({ tx, actor, params, caller }) => {
    await findField(tx, actor, params.id)
    await lockFields(tx, actor.workspaceId)
    const field = await findField(tx, actor, params.id)
    if (!field.retiredAt) throw notFound(t`Retired field`)
    const used = await loadFields(tx, actor.workspaceId, field.subject)
    if (used.length >= fieldLimits.fields)
      throw conflict(t`At most ${fieldLimits.fields} fields are possible here. Retire one first.`)
    const onCards = field.onCards && hasRoomOnCards(await loadAllFields(tx, actor.workspaceId))
    await tx
      .updateTable('custom_fields')
      .set({ retired_at: null, on_cards: onCards, version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    const restored = await findField(tx, actor, params.id)
    await recordFieldChange(tx, actor, caller, 'restored', restored)
    return presentField(restored, actor)
  },
)
