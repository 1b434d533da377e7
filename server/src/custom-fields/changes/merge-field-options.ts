import * as contract from '@muster/contract/field-changes.ts'
import { t } from '#texts'
import { invalid } from '../../app-error.ts'
import { handler } from '../../http/handler.ts'
import type { Field } from '../field.ts'
import { fieldTypeRules } from '../field-types.ts'
import { lockField } from '../lock-field.ts'
import { queueChange } from './queue-change.ts'
import { typeSettings } from './type-settings.ts'

/**
 * Returns the options after some were merged into another.
 * @throws VALIDATION for unknown and merged options, and for the option itself
 */
function mergeOptions({ options }: Field, from: readonly string[], into: string) {
  const isMergeable = (id: string) => options.some((option) => option.id === id && !option.mergedInto)
  const target = options.find(({ id }) => id === into)
  if (!target || target.mergedInto) throw invalid('into', t`This option does not exist`)
  if (target.retired) throw invalid('into', t`“${target.label}” cannot be chosen any more`)
  for (const [index, id] of from.entries()) {
    if (!isMergeable(id)) throw invalid(`from.${index}`, t`This option does not exist`)
    if (id === into) throw invalid(`from.${index}`, t`An option cannot be merged into itself`)
  }
  return options.map((option) =>
    from.includes(option.id) || (option.mergedInto && from.includes(option.mergedInto))
      ? { ...option, retired: true, mergedInto: into }
      : option,
  )
}

export const mergeFieldOptions = handler(
  contract.mergeFieldOptions,
  async ({ tx, actor, params, body, caller, services }) => {
    const field = await lockField(tx, actor, params.id, body.version)
    if (!fieldTypeRules[field.type].has?.options)
      throw invalid('from', t`Fields of this type have no options`)
    const options = mergeOptions(field, body.from, body.into)
    const before = typeSettings(field)
    const defaultValue =
      before.defaultValue === null
        ? null
        : fieldTypeRules[field.type].read(before.defaultValue, { ...field, options }, { country: '' })
    const labelOf = (id: string) => options.find((option) => option.id === id)!.label
    return queueChange(tx, services.jobs, { actor, caller }, field, {
      kind: 'merge',
      after: { ...before, options, defaultValue },
      verb: 'options_merged',
      details: { from: body.from.map(labelOf), to: labelOf(body.into) },
    })
  },
)
