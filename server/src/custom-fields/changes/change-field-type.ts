import * as contract from '@muster/contract/field-changes.ts'
import { plural, t } from '#texts'
import { conflict } from '../../app-error.ts'
import { handler } from '../../http/handler.ts'
import { lockField } from '../lock-field.ts'
import { assertSeesValues } from './assert-sees-values.ts'
import { previewType } from './preview-type.ts'
import { queueChange } from './queue-change.ts'
import { typeSettings } from './type-settings.ts'

export const changeFieldType = handler(
  contract.changeFieldType,
  async ({ tx, actor, params, body, caller, services }) => {
    const { emptied, version, ...input } = body
    const field = await lockField(tx, actor, params.id, version)
    assertSeesValues(actor, field)
    const { to, values, fitting } = await previewType(tx, actor, field, input)
    const unfit = values - fitting
    if (unfit > emptied)
      throw conflict(
        t`${plural(unfit, { one: '# value does not fit the new type', other: '# values do not fit the new type' })}. Preview the change, and confirm that they are emptied.`,
        { emptied: unfit },
      )
    return queueChange(tx, services.jobs, { actor, caller }, field, {
      kind: 'type',
      after: typeSettings(to),
      verb: 'type_changed',
      details: { from: field.type, to: to.type, emptied: unfit },
    })
  },
)
