import * as contract from '@muster/contract/custom-fields.ts'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { mayManageFields } from '../policies/field-policy.ts'
import { countFilled } from './count-filled.ts'
import { loadAllFields } from './load-fields.ts'
import { mayKnowField, presentField } from './present-field.ts'

export const listCustomFields = handler(contract.listCustomFields, async ({ tx, actor, query }) => {
  const manages = mayManageFields(actor)
  if ((query.retired || query.counts) && !manages)
    throw forbidden(t`You do not have permission to manage custom fields`)
  const all = await loadAllFields(tx, actor.workspaceId)
  const fields = all.filter(
    (field) =>
      (!query.subject || field.subject === query.subject) &&
      (field.retiredAt !== null) === (query.retired ?? false) &&
      mayKnowField(actor, field),
  )
  const filled = query.counts ? await countFilled(tx, actor.workspaceId, fields) : null
  return { items: fields.map((field) => presentField(field, actor, filled?.get(field.id) ?? null)) }
})
