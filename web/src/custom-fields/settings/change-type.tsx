import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Modal, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { changeFieldType, previewFieldType } from '@muster/contract/field-changes.ts'
import { fieldLimits, fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatList, formatNumber } from '../../ui/format.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import type { CustomField, FieldType } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import classes from './field-changes.module.css'
import { hasSetting } from './field-form.ts'
import { fieldsChanged } from './fields-query.ts'
import { TypeSelect } from './type-select.tsx'
import { UnfitRows } from './unfit-rows.tsx'

type Input = CallOf<typeof previewFieldType>['body']

const currencies = Intl.supportedValuesOf('currency')
const mostNamed = 12
const typingMs = 250

/** What a type cannot hold of values that fit. */
function lossText(from: FieldType, to: FieldType): string | null {
  if (from === 'dateTime' && to === 'date') return t`The time of day is dropped.`
  if (from === 'money' && to === 'number') return t`The currency is dropped.`
  if (from === 'number' && to === 'money') return t`The unit is dropped.`
  return null
}

function startWith(field: CustomField): Input {
  return {
    type: field.type === 'text' ? 'longText' : 'text',
    optionsFromValues: true,
    currency: 'USD',
    unit: null,
  }
}

/** Sends only the settings that the type has. */
function toInput({ type, optionsFromValues, currency, unit }: Input, field: CustomField): Input {
  return {
    type,
    optionsFromValues:
      hasSetting(type, 'options') && !hasSetting(field.type, 'options') && optionsFromValues === true,
    ...(hasSetting(type, 'currency') && { currency }),
    ...(hasSetting(type, 'unit') && { unit }),
  }
}

interface ChangeTypeProps {
  field: CustomField
  onClose: () => void
}

/** Changes the type of a field, after a preview of the values that do not fit. */
export function ChangeType({ field, onClose }: ChangeTypeProps) {
  const { id, label, version } = field
  const [draft, setDraft] = useState<Input>(() => startWith(field))
  const change = (changes: Partial<Input>) => setDraft((now) => ({ ...now, ...changes }))
  const [previewed] = useDebouncedValue(draft, typingMs)
  const body = toInput(previewed, field)
  const preview = useQuery({
    queryKey: [previewFieldType.name, id, version, body],
    queryFn: () => call(previewFieldType, { params: { id }, body }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, isPlaceholderData, error } = preview
  const unfit = data ? data.values - data.fitting : 0
  const save = useMutation({
    mutationFn: () => call(changeFieldType, { params: { id }, body: { ...body, emptied: unfit, version } }),
    onSuccess: () => {
      void fieldsChanged()
      toast(t`Changing the type of “${label}”`)
      onClose()
    },
    onError: (failure) => {
      toastError(failure, t`Type not changed`)
      void preview.refetch()
    },
  })
  const loss = lossText(field.type, draft.type)
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={t`Change the type of “${label}”`} size="lg">
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <p className={classes.note}>
          {t`Current type: ${t(fieldTypes[field.type].label)}. You can undo the change for ${fieldRestoreDays} days.`}
        </p>
        <TypeSelect value={draft.type} without={[field.type, 'file']} onChange={(type) => change({ type })} />
        {hasSetting(draft.type, 'currency') && (
          <Select
            label={t`Currency`}
            searchable
            allowDeselect={false}
            limit={60}
            data={currencies}
            value={draft.currency ?? null}
            onChange={(currency) => change({ currency })}
          />
        )}
        {hasSetting(draft.type, 'unit') && (
          <TextInput
            label={t`Unit`}
            placeholder={t`For example, km or years`}
            maxLength={fieldLimits.unit}
            value={draft.unit ?? ''}
            onChange={(event) => change({ unit: event.currentTarget.value || null })}
          />
        )}
        {hasSetting(draft.type, 'options') && !hasSetting(field.type, 'options') && (
          <Checkbox
            label={t`Make an option of each value`}
            checked={draft.optionsFromValues ?? false}
            onChange={(event) => change({ optionsFromValues: event.currentTarget.checked })}
          />
        )}
        <section className={classes.preview} aria-label={t`Preview`} aria-busy={preview.isFetching}>
          {!data && !error && (
            <p className={classes.note} role="status">
              <Trans>Reading the values</Trans>
            </p>
          )}
          {error && (
            <p className={classes.note} data-warning role="alert">
              {errorMessage(error)}
            </p>
          )}
          {data && !error && (
            <>
              <p className={classes.note} data-warning={unfit > 0 || undefined} role="status">
                {summary(data.values, unfit)} {loss}
              </p>
              {data.newOptions.length > 0 && (
                <p className={classes.note}>{t`New options: ${optionNames(data.newOptions)}`}</p>
              )}
              <UnfitRows subject={field.subject} rows={data.unfit} total={unfit} />
            </>
          )}
        </section>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            color={unfit > 0 ? 'red' : undefined}
            loading={save.isPending}
            disabled={!data || isPlaceholderData || previewed !== draft || error !== null}
          >
            {unfit > 0
              ? plural(unfit, {
                  one: 'Change type and empty # value',
                  other: 'Change type and empty # values',
                })
              : t`Change type`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function summary(values: number, unfit: number): string {
  if (values === 0) return t`The field has no values yet.`
  if (unfit === 0) return plural(values, { one: 'The value fits.', other: 'All # values fit.' })
  return t`${formatNumber(unfit)} of ${plural(values, { one: '# value does', other: '# values do' })} not fit and will be empty.`
}

/** Names the first options. */
function optionNames(labels: readonly string[]): string {
  const rest = labels.length - mostNamed
  const named = labels.slice(0, mostNamed)
  return formatList(rest > 0 ? [...named, plural(rest, { one: '# more', other: '# more' })] : named)
}
