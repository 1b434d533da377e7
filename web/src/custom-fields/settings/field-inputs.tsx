import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Autocomplete, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { callOutcomes } from '@muster/contract/calls.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { type Role, roleKeys } from '@muster/contract/permissions.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import type { ReactNode } from 'react'
import { outcomeLabels } from '../../calls/call-labels.ts'
import { roleNames, statusTypeLabels } from '../../texts/contract-labels.ts'
import { helpBelow } from '../../ui/help-below.ts'
import type { FieldSubject } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import classes from './field-drawer.module.css'
import { type FieldFormValues, hasSetting, type OptionDraft, toField } from './field-form.ts'
import { OptionsEditor } from './options-editor.tsx'

type Form = UseFormReturnType<FieldFormValues>

interface PartProps {
  form: Form
  subject: FieldSubject
}

/** Currencies that are offered first; any code can be typed. */
const currencies = Intl.supportedValuesOf('currency')

interface TypeSettingsProps {
  form: Form
  onMerge?: ((option: OptionDraft) => void) | undefined
}

/** The settings that only some types have: options, unit, currency and limits. */
function TypeSettings({ form, onMerge }: TypeSettingsProps) {
  const { type } = form.values
  return (
    <>
      {hasSetting(type, 'options') && (
        <OptionsEditor
          options={form.values.options}
          error={form.errors.options}
          onMerge={onMerge}
          onChange={(options) => {
            form.setFieldValue('options', options)
            form.clearFieldError('options')
          }}
        />
      )}
      {hasSetting(type, 'unit') && (
        <TextInput
          label={t`Unit`}
          placeholder={t`For example, km or years`}
          maxLength={fieldLimits.unit}
          {...form.getInputProps('unit')}
        />
      )}
      {hasSetting(type, 'currency') && (
        <Select
          label={t`Currency`}
          searchable
          allowDeselect={false}
          limit={60}
          data={currencies}
          {...form.getInputProps('currency')}
        />
      )}
      {hasSetting(type, 'range') && (
        <div className={classes.pair}>
          <TextInput label={t`Smallest value`} inputMode="decimal" {...form.getInputProps('min')} />
          <TextInput label={t`Largest value`} inputMode="decimal" {...form.getInputProps('max')} />
        </div>
      )}
      {hasSetting(type, 'length') && (
        <TextInput
          label={t`Character limit`}
          inputMode="numeric"
          maxLength={5}
          {...form.getInputProps('maxLength')}
        />
      )}
    </>
  )
}

interface BasicsProps extends PartProps {
  sections: readonly string[]
  /** The select of the type, or how to change it. */
  typeField: ReactNode
  onMerge?: ((option: OptionDraft) => void) | undefined
}

/** The name, the type with its settings, and how the field is presented. */
export function FieldBasics({ form, subject, sections, typeField, onMerge }: BasicsProps) {
  const field = toField(form.values, subject)
  const { Editor } = fieldTypes[field.type]
  // Options get their IDs when they are saved.
  const saved = new Set(form.values.options.flatMap(({ id, retired }) => (id && !retired ? id : [])))
  const offered = field.options.filter(({ id }) => saved.has(id))
  const hasDefault = !hasSetting(field.type, 'options') || offered.length > 0
  return (
    <fieldset className={classes.part}>
      <TextInput
        label={t`Name`}
        required
        withAsterisk={false}
        maxLength={fieldLimits.label}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('label')}
      />
      {typeField}
      <TypeSettings form={form} onMerge={onMerge} />
      <TextInput
        label={t`Help`}
        description={t`A sentence shown below the field in forms`}
        inputWrapperOrder={helpBelow}
        maxLength={fieldLimits.help}
        {...form.getInputProps('help')}
      />
      <Autocomplete
        label={t`Section`}
        description={t`Fields of one section are shown together under its name`}
        inputWrapperOrder={helpBelow}
        maxLength={fieldLimits.section}
        data={[...sections]}
        {...form.getInputProps('section')}
      />
      {hasDefault && (
        <Editor
          field={{
            ...field,
            options: offered,
            label: t`Default`,
            help: t`New records begin with this value`,
          }}
          draft={form.values.defaultValue}
          error={form.errors.defaultValue}
          onChange={(draft) => form.setFieldValue('defaultValue', draft)}
        />
      )}
    </fieldset>
  )
}

/** When a value is required. */
export function RequiredRules({ form, subject }: PartProps) {
  const ofApplications = subject === 'application' || subject === 'candidate'
  return (
    <fieldset className={classes.part}>
      <legend>
        <Trans>Required</Trans>
      </legend>
      <Checkbox
        label={t`Always`}
        description={t`New and changed records must have a value`}
        {...form.getInputProps('always', { type: 'checkbox' })}
      />
      {ofApplications && (
        <Select
          label={t`From a status on`}
          description={t`Adding or moving an application to this status or a later one asks for the value. Closed is asked for only when it is chosen here.`}
          inputWrapperOrder={helpBelow}
          placeholder={t`No status`}
          clearable
          data={statusTypeKeys.map((type) => ({ value: type, label: t(statusTypeLabels[type]) }))}
          {...form.getInputProps('fromStatusType')}
        />
      )}
      {subject === 'call' && (
        <MultiSelect
          label={t`With these outcomes`}
          description={t`Logging a call with one of these outcomes asks for the value`}
          inputWrapperOrder={helpBelow}
          clearable
          data={callOutcomes.map((outcome) => ({ value: outcome, label: t(outcomeLabels[outcome]) }))}
          {...form.getInputProps('outcomes')}
        />
      )}
    </fieldset>
  )
}

/** The roles that can be chosen. Client reviewers never see a field. */
const roles = roleKeys.filter((role) => role !== 'client_reviewer' && role !== 'superadmin')

/** Who sees and edits the field, and how its values are treated. */
export function AccessRules({ form, subject }: PartProps) {
  const offered = roles.map((role: Role) => ({ value: role, label: t(roleNames[role]) }))
  const isOfPeople = subject === 'candidate' || subject === 'application' || subject === 'call'
  const { visibleTo, editableTo } = form.values
  const { onCards, sortable } = fieldLimits
  const isOfApplications = subject === 'application' || subject === 'candidate'
  return (
    <fieldset className={classes.part}>
      <legend>
        <Trans>Access</Trans>
      </legend>
      <MultiSelect
        label={t`Visible to`}
        description={t`Clients see a field only where it is shared with them`}
        inputWrapperOrder={helpBelow}
        placeholder={visibleTo.length === 0 ? t`All roles` : undefined}
        clearable
        data={offered}
        {...form.getInputProps('visibleTo')}
      />
      <MultiSelect
        label={t`Editable by`}
        placeholder={editableTo.length === 0 ? t`All roles that may edit the record` : undefined}
        clearable
        data={offered}
        {...form.getInputProps('editableTo')}
      />
      {isOfPeople && (
        <Checkbox
          label={t`Personal data`}
          description={t`Hidden from roles that may not see contact details, and erased with the candidate`}
          {...form.getInputProps('personal', { type: 'checkbox' })}
        />
      )}
      {isOfApplications && (
        <Checkbox
          label={t`Show on board cards`}
          description={t`To all who may see it. Cards have room for ${onCards} fields.`}
          {...form.getInputProps('onCards', { type: 'checkbox' })}
        />
      )}
      {isOfApplications && hasSetting(form.values.type, 'sort') && (
        <Checkbox
          label={t`Sortable`}
          description={t`Lists of applications can be sorted by it, for at most ${sortable} fields. In a large workspace, preparing the order takes some minutes.`}
          {...form.getInputProps('sortable', { type: 'checkbox' })}
        />
      )}
    </fieldset>
  )
}
