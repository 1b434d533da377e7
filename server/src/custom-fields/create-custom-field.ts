import * as contract from '@muster/contract/custom-fields.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import {
  assertRoomOnCards,
  assertRoomToSort,
  changeSettings,
  emptySettings,
  settingColumns,
} from './check-definition.ts'
import { loadAllFields, lockFields } from './load-fields.ts'
import { findField, presentField } from './present-field.ts'
import { recordFieldChange } from './record-field-change.ts'
import { isReservedKey, suggestKey } from './suggest-key.ts'

export const createCustomField = handler(contract.createCustomField, async ({ tx, actor, body, caller }) => {
  const { subject, type, key: wanted, ...input } = body
  const settings = changeSettings(emptySettings(body), input, actor.workspace.defaultCountry)
  if (wanted && isReservedKey(wanted)) throw invalid('key', t`This key is reserved. Choose another.`)
  await lockFields(tx, actor.workspaceId)
  const all = await loadAllFields(tx, actor.workspaceId)
  const fields = all.filter((field) => field.subject === subject)
  if (fields.filter((field) => !field.retiredAt).length >= fieldLimits.fields)
    throw invalid('subject', t`At most ${fieldLimits.fields} fields are possible here. Retire one first.`)
  assertRoomOnCards(settings, all)
  assertRoomToSort(settings, all)
  const id = newId()
  await tx
    .insertInto('custom_fields')
    .values({
      ...settingColumns(settings),
      workspace_id: actor.workspaceId,
      id,
      // No row has a value yet.
      sort_state: settings.sortable ? 'ready' : null,
      subject,
      type,
      key: wanted ?? suggestKey(body.label, new Set(fields.map((field) => field.key))),
      ordinal: Math.max(-1, ...fields.map(({ ordinal }) => ordinal)) + 1,
    })
    .execute()
  const field = await findField(tx, actor, id)
  await recordFieldChange(tx, actor, caller, 'created', field, { type })
  return presentField(field, actor)
})
