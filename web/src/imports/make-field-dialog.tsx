import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createCustomField, listCustomFields } from '@muster/contract/custom-fields.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { suggestImportField } from '@muster/contract/imports.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { fieldTypes } from '../custom-fields/field-types.tsx'
import { showFormError } from '../ui/form-error.ts'
import { formatNumber } from '../ui/format.ts'
import { helpBelow } from '../ui/help-below.ts'
import { toast } from '../ui/toast.tsx'
import classes from './make-field-dialog.module.css'

type Suggestion = ResponseOf<typeof suggestImportField>

interface MakeFieldDialogProps {
  importId: string
  column: { index: number; header: string }
  onMade: (field: CustomField) => void
  onClose: () => void
}

/** Makes a custom field of a column that fits no other, with a type suggested by all its values. */
export function MakeFieldDialog({ importId, column, onMade, onClose }: MakeFieldDialogProps) {
  const found = useQuery({
    queryKey: [suggestImportField.name, importId, column.index],
    queryFn: () => call(suggestImportField, { body: { importId, column: column.index } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Modal opened onClose={onClose} title={t`Make a field of “${column.header}”`}>
      {found.isPending && (
        <p className={classes.note} role="status">
          <Trans>Reading the values of the column</Trans>
        </p>
      )}
      {found.isError && (
        <p className={classes.note} role="alert">
          {found.error.message}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void found.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        </p>
      )}
      {found.data && <FieldForm suggestion={found.data} onMade={onMade} onClose={onClose} />}
    </Modal>
  )
}

function FieldForm({
  suggestion,
  onMade,
  onClose,
}: { suggestion: Suggestion } & Pick<MakeFieldDialogProps, 'onMade' | 'onClose'>) {
  const { types, filled, options } = suggestion
  const form = useForm({
    initialValues: {
      label: suggestion.label.slice(0, 80),
      subject: 'candidate' as 'candidate' | 'application',
      type: suggestion.type,
      personal: false,
    },
    validate: { label: (label) => (label.trim() ? null : t`Enter a label`) },
  })
  const make = useMutation({
    mutationFn: ({ type, ...values }: typeof form.values) =>
      call(createCustomField, {
        body: {
          ...values,
          type,
          ...(type === 'choice' && { options: options.map((label) => ({ label: label.slice(0, 80) })) }),
        },
      }),
    onSuccess: (field) => {
      toast(t`Added the field ${field.label}`)
      void invalidate(listCustomFields)
      onMade(field)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setErrors({ label: error.message })
      else showFormError(form, error, t`Field not added`)
    },
  })
  const { type } = form.values
  const fitting = types.find((one) => one.type === type)?.fitting ?? 0
  const unfit = filled - fitting
  const isSuggested = type === suggestion.type
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <TextInput
        label={t`Name`}
        required
        withAsterisk={false}
        maxLength={80}
        {...form.getInputProps('label')}
      />
      <NativeSelect
        label={t`Belongs to`}
        data={[
          { value: 'candidate', label: t`Candidate, on all applications` },
          { value: 'application', label: t`Application, for its position only` },
        ]}
        {...form.getInputProps('subject')}
      />
      <NativeSelect
        label={t`Type`}
        description={
          isSuggested
            ? t`Suggested by the ${plural(filled, { one: '# value', other: '# values' })} of the column`
            : undefined
        }
        inputWrapperOrder={helpBelow}
        data={types
          .filter((one) => one.fitting > 0 || one.type === 'text' || one.type === type)
          .map((one) => ({ value: one.type, label: t(fieldTypes[one.type].label) }))}
        {...form.getInputProps('type')}
      />
      <p className={classes.note} data-unfit={unfit > 0 || undefined} role="status">
        {unfit === 0
          ? t`All values fit.`
          : t`${formatNumber(unfit)} of ${plural(filled, { one: '# value does', other: '# values do' })} not fit this type. The preview lists them, and they are not imported.`}
      </p>
      {type === 'choice' && (
        <p className={classes.note}>
          <Trans>Options: {options.join(' · ')}</Trans>
        </p>
      )}
      <Checkbox
        label={t`Personal data`}
        description={t`Hidden from roles that may not see contact details, and erased with the candidate`}
        {...form.getInputProps('personal', { type: 'checkbox' })}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={make.isPending}>
          <Trans>Add field and map column</Trans>
        </Button>
      </div>
    </form>
  )
}
