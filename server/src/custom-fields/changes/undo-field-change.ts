import * as contract from '@muster/contract/field-changes.ts'
import { t } from '#texts'
import { conflict } from '../../app-error.ts'
import { handler } from '../../http/handler.ts'
import { hasRoomToSort } from '../check-definition.ts'
import type { Field, FieldOption } from '../field.ts'
import { fieldTypeRules } from '../field-types.ts'
import { loadAllFields } from '../load-fields.ts'
import { lockField } from '../lock-field.ts'
import { type FieldChange, findChange } from './present-change.ts'
import { queueChange } from './queue-change.ts'
import { type TypeSettings, typeSettings } from './type-settings.ts'

/** Returns the options as they are now, of which some are merged and retired as they were before. */
function withoutMerge(options: readonly FieldOption[], { before, after }: FieldChange): FieldOption[] {
  const then = new Map(before.options.map((option) => [option.id, option]))
  const merged = new Map(after.options.map(({ id, mergedInto }) => [id, mergedInto]))
  return options.map((option) => {
    const former = then.get(option.id)
    if (!former || former.mergedInto === merged.get(option.id)) return option
    return { ...option, retired: former.retired, mergedInto: former.mergedInto }
  })
}

/** Returns the settings that a change replaced. What was changed since stays where both types have it. */
function settingsBefore(field: Field, change: FieldChange, all: readonly Field[]): TypeSettings {
  const now = typeSettings(field)
  if (change.kind === 'merge') {
    const isSame = JSON.stringify(now.defaultValue) === JSON.stringify(change.after.defaultValue)
    const defaultValue = isSame ? change.before.defaultValue : now.defaultValue
    return { ...now, options: withoutMerge(field.options, change), defaultValue }
  }
  const hadOptions = fieldTypeRules[change.before.type].has?.options
  const hasOptions = fieldTypeRules[field.type].has?.options
  return {
    ...change.before,
    options: hadOptions && hasOptions ? field.options : change.before.options,
    sortable: change.before.sortable && hasRoomToSort(field.subject, all, field.id),
  }
}

export const undoFieldChange = handler(
  contract.undoFieldChange,
  async ({ tx, actor, params, caller, services }) => {
    const field = await lockField(tx, actor, params.id)
    const change = await findChange(tx, actor.workspaceId, field.id, params.changeId)
    if (change.state === 'undone') throw conflict(t`This change has been undone`)
    if (!change.isUndoable) throw conflict(t`The field was changed again since. Undo the later change first.`)
    const after = settingsBefore(field, change, await loadAllFields(tx, actor.workspaceId))
    return queueChange(tx, services.jobs, { actor, caller }, field, {
      kind: change.kind as 'type' | 'merge',
      after,
      undoes: change.id,
      verb: 'change_undone',
      details: { from: field.type, to: after.type },
    })
  },
)
