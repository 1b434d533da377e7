import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Drawer, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUnsavedGuard } from '../../layout/unsaved-guard.tsx'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { showFormError } from '../../ui/form-error.ts'
import { helpBelow } from '../../ui/help-below.ts'
import { toast } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import type { CustomField, FieldSubject } from '../custom-field.ts'
import { ChangeType } from './change-type.tsx'
import { fieldDifferences } from './field-differences.ts'
import classes from './field-drawer.module.css'
import {
  type FieldFormValues,
  newField,
  type OptionDraft,
  toBody,
  toField,
  toValues,
  validateField,
} from './field-form.ts'
import { FieldHistory } from './field-history.tsx'
import { AccessRules, FieldBasics, RequiredRules } from './field-inputs.tsx'
import { FieldPreview } from './field-preview.tsx'
import { fieldsChanged, showField, useCountedFields } from './fields-query.ts'
import { MergeOptions } from './merge-options.tsx'
import { addLabels } from './subject-labels.ts'
import { TypeSelect } from './type-select.tsx'

interface FormProps {
  subject: FieldSubject
  sections: readonly string[]
  onDone: () => void
}

function AddForm({ subject, sections, onDone }: FormProps) {
  const form = useForm<FieldFormValues>({ initialValues: newField, validate: validateField })
  const { values } = form
  useUnsavedGuard(form.isDirty(), undefined, { param: 'add' })
  const add = useMutation({
    mutationFn: () =>
      call(createCustomField, {
        body: {
          ...toBody(values, subject),
          subject,
          type: values.type,
          key: values.key.trim() || undefined,
        },
      }),
    onSuccess: (field) => {
      showField(field)
      void fieldsChanged()
      toast(t`Added “${field.label}”`)
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setErrors({ label: error.message })
      else showFormError(form, error, t`Field not added`)
    },
  })
  const field = toField(values, subject)
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(() => add.mutate())}>
      <FieldBasics
        form={form}
        subject={subject}
        sections={sections}
        typeField={
          <TypeSelect
            value={values.type}
            onChange={(type) => {
              form.setValues({ type, defaultValue: null })
              form.clearFieldError('type')
            }}
          />
        }
      />
      <FieldPreview key={values.type} field={field} initial={values.defaultValue} />
      <RequiredRules form={form} subject={subject} />
      <AccessRules form={form} subject={subject} />
      <TextInput
        label={t`Name in the API`}
        description={t`Exports use this name too. Leave it empty to derive it from the label. It cannot change later.`}
        inputWrapperOrder={helpBelow}
        maxLength={fieldLimits.key}
        autoComplete="off"
        {...form.getInputProps('key')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending}>
          <Trans>Add field</Trans>
        </Button>
      </div>
    </form>
  )
}

function EditForm({ field, sections, onDone }: FormProps & { field: CustomField }) {
  const { id, label, subject, key } = field
  const edit = useVersionedForm<CustomField, FieldFormValues>({
    entity: field,
    toValues,
    validate: validateField,
    save: (values, version) =>
      call(updateCustomField, { params: { id }, body: { ...toBody(values, subject), version } }),
    onSaved: (saved) => {
      showField(saved)
      void fieldsChanged()
      toast(t`${saved.label} saved`)
      onDone()
    },
    onStale: () => void fieldsChanged(),
    failed: () => t`${label} not saved`,
  })
  const { form, dirty, newer, changed } = edit
  const [changing, setChanging] = useState<{ type: true } | { option: OptionDraft } | null>(null)
  /** The values are changed by the definition that is saved. */
  const changeValues = (what: NonNullable<typeof changing>) =>
    dirty ? toast(t`Save or discard your changes first`) : setChanging(what)
  useUnsavedGuard(dirty, label, { param: 'field' })
  return (
    // The dialogs are outside the form: their submit would be its own.
    <>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(edit.submit)}>
        {newer && (
          <ChangedMeanwhile
            key={newer.version}
            title={t`Someone else changed this field while you were editing`}
            differences={fieldDifferences(edit.base, form.values, newer, changed)}
            saving={edit.saving}
            onTake={(settings) => edit.take(newer, settings)}
            onSave={edit.submitWith}
          />
        )}
        {field.isChanging && (
          <Alert role="status">
            <Trans>The values of this field are being changed. You can edit it when that is done.</Trans>
          </Alert>
        )}
        <FieldBasics
          form={form}
          subject={subject}
          sections={sections}
          typeField={
            <div className={classes.type}>
              <TypeSelect value={field.type} onChange={() => {}} disabled />
              <Button
                variant="default"
                disabled={field.isChanging || field.type === 'file'}
                title={field.type === 'file' ? t`Files cannot become values of another type` : undefined}
                onClick={() => changeValues({ type: true })}
              >
                <Trans>Change type…</Trans>
              </Button>
            </div>
          }
          onMerge={field.isChanging ? undefined : (option) => changeValues({ option })}
        />
        <FieldPreview field={toField(form.values, subject)} initial={form.values.defaultValue} />
        <RequiredRules form={form} subject={subject} />
        <AccessRules form={form} subject={subject} />
        <TextInput
          label={t`Name in the API`}
          readOnly
          value={key}
          rightSection={<CopyButton value={key} label={t`Copy name`} />}
        />
        <FieldHistory field={field} />
        <div className={classes.buttons}>
          {dirty && (
            <Button variant="subtle" color="gray" onClick={() => form.reset()}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          <Button type="submit" loading={edit.saving} disabled={!dirty || newer !== null || field.isChanging}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
      {changing && 'type' in changing && <ChangeType field={field} onClose={() => setChanging(null)} />}
      {changing && 'option' in changing && (
        <MergeOptions
          field={field}
          option={{ id: changing.option.id ?? '', label: changing.option.label }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

interface FieldDrawerProps {
  subject: FieldSubject
  /** Undefined for a new field. */
  field: CustomField | undefined
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

/** Adds or edits a field, with a preview. */
export function FieldDrawer({ subject, field, onClose, onDone }: FieldDrawerProps) {
  const { data } = useCountedFields(subject)
  const sections = [...new Set((data?.items ?? []).flatMap(({ section }) => section ?? []))]
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(520px, 100vw)"
      title={field?.label ?? t(addLabels[subject])}
    >
      {field ? (
        <EditForm field={field} subject={subject} sections={sections} onDone={onDone} />
      ) : (
        <AddForm subject={subject} sections={sections} onDone={onDone} />
      )}
    </Drawer>
  )
}
