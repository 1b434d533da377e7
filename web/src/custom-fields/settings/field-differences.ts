import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { outcomeLabels } from '../../calls/call-labels.ts'
import { roleNames, statusTypeLabels } from '../../texts/contract-labels.ts'
import type { Difference } from '../../ui/changed-meanwhile.tsx'
import type { CustomField } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import { fromDraft, valueText } from '../values.tsx'
import { type FieldFormValues, toField, toValues } from './field-form.ts'

type Setting = keyof FieldFormValues

const settingLabels: Record<Setting, MessageDescriptor> = {
  label: msg`Name`,
  key: msg`Name in the API`,
  type: msg`Type`,
  help: msg`Help`,
  section: msg`Section`,
  unit: msg`Unit`,
  currency: msg`Currency`,
  options: msg`Options`,
  min: msg`Smallest value`,
  max: msg`Largest value`,
  maxLength: msg`Character limit`,
  defaultValue: msg`Default`,
  always: msg`Always required`,
  fromStatusType: msg`From a status on`,
  outcomes: msg`With these outcomes`,
  visibleTo: msg`Visible to`,
  editableTo: msg`Editable by`,
  personal: msg`Personal data`,
  sortable: msg`Sortable`,
  onCards: msg`On board cards`,
}

function settingText(setting: Setting, values: FieldFormValues, field: CustomField): string {
  const yesNo = (value: boolean) => (value ? t`Yes` : t`No`)
  switch (setting) {
    case 'options':
      return values.options.map(({ label, retired }) => (retired ? `(${label})` : label)).join(', ')
    case 'type':
      return t(fieldTypes[values.type].label)
    case 'defaultValue':
      return valueText(fromDraft(values.defaultValue, field), field) ?? '—'
    case 'fromStatusType':
      return values.fromStatusType ? t(statusTypeLabels[values.fromStatusType]) : '—'
    case 'outcomes':
      return values.outcomes.map((outcome) => t(outcomeLabels[outcome])).join(', ') || '—'
    case 'visibleTo':
    case 'editableTo':
      return values[setting].map((role) => t(roleNames[role])).join(', ') || t`All roles`
    case 'always':
    case 'personal':
    case 'sortable':
    case 'onCards':
      return yesNo(values[setting])
    default:
      return values[setting] || '—'
  }
}

/** Describes the differences between the user's edits and what somebody else saved meanwhile. */
export function fieldDifferences(
  before: CustomField,
  mine: FieldFormValues,
  now: CustomField,
  settings: readonly Setting[],
): Difference<Setting>[] {
  const [base, theirs] = [toValues(before), toValues(now)]
  return settings.map((setting) => ({
    field: setting,
    label: t(settingLabels[setting]),
    mine: settingText(setting, mine, toField(mine, before.subject)),
    theirs: settingText(setting, theirs, now),
    touched: JSON.stringify(mine[setting]) !== JSON.stringify(base[setting]),
  }))
}
