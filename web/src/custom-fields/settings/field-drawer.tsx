import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUnsavedGuard } from '../../layout/unsaved-guard.tsx'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { showFormError } from '../../ui/form-error.ts'
import { toast } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import type { CustomField, FieldSubject } from '../custom-field.ts'
import { fieldDifferences } from './field-differences.ts'
import classes from './field-drawer.module.css'
import { type FieldFormValues, newField, toBody, toField, toValues, validateField } from './field-form.ts'
import { AccessRules, FieldBasics, RequiredRules } from './field-inputs.tsx'
import { FieldPreview } from './field-preview.tsx'
import { countedFieldsQuery, fieldsChanged, showField } from './fields-query.ts'
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
  useUnsavedGuard(dirty, label, { param: 'field' })
  return (
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
      <FieldBasics
        form={form}
        subject={subject}
        sections={sections}
        typeField={<TypeSelect value={field.type} onChange={() => {}} disabled />}
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
      <div className={classes.buttons}>
        {dirty && (
          <Button variant="subtle" color="gray" onClick={() => form.reset()}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
        <Button type="submit" loading={edit.saving} disabled={!dirty || newer !== null}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
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
  const { data } = useQuery(countedFieldsQuery(subject))
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
