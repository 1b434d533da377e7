import { t } from '@lingui/core/macro'
import {
  ActionIcon,
  Input,
  MultiSelect,
  Select,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import fields from '../applications/fields/fields.module.css'
import { helpBelow } from '../ui/help-below.ts'
import { useListOnDemand } from '../ui/list-on-demand.ts'
import { FileUpload } from '../uploads/file-upload.tsx'
import type { CustomField, Draft, FieldOption } from './custom-field.ts'
import classes from './custom-fields.module.css'
import { FileValue } from './file-value.tsx'
import { OptionDot } from './option-name.tsx'
import { useColleagues } from './person-value.tsx'

export interface EditorProps {
  field: CustomField
  draft: Draft
  onChange: (draft: Draft) => void
  /** Within a record: it looks like text until it is used, and its label is beside it. */
  quiet?: boolean | undefined
  /** Within a popover, which a click on a list outside it would close. */
  inPopover?: boolean | undefined
  autoFocus?: boolean | undefined
  required?: boolean | undefined
  error?: ReactNode
}

/** How a type is typed: the attributes of its text field. */
export interface TypedInput extends Pick<TextInputProps, 'type' | 'inputMode' | 'placeholder'> {
  multiline?: boolean
  maxLength: number
  /** Returns what stands behind the value: its unit or currency. */
  suffix?: (field: CustomField) => string | null
}

/** Returns the props that all editors share. */
function common({ field, quiet, autoFocus, required, error }: EditorProps) {
  return {
    autoFocus: autoFocus ?? false,
    ...(quiet
      ? { 'aria-label': field.label, classNames: { root: fields.field, input: fields.input } }
      : {
          label: field.label,
          description: field.help || undefined,
          inputWrapperOrder: helpBelow,
          required: required ?? false,
          withAsterisk: false,
          error,
        }),
  }
}

/** Returns the editor of a type that is typed. */
export function typedEditor({ multiline, maxLength, suffix, ...input }: TypedInput) {
  return function TypedEditor(props: EditorProps) {
    const { field, draft, onChange } = props
    const shared = {
      ...common(props),
      maxLength: field.validation.maxLength ?? maxLength,
      value: String(draft ?? ''),
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    }
    const behind = suffix?.(field)
    if (multiline) return <Textarea {...shared} autosize minRows={2} maxRows={12} />
    return (
      <TextInput
        {...shared}
        {...input}
        autoComplete="off"
        rightSection={behind ? <span className={classes.unit}>{behind}</span> : undefined}
        rightSectionWidth={behind ? 16 + behind.length * 8 : undefined}
        rightSectionPointerEvents="none"
      />
    )
  }
}

/** The options that can be chosen: retired ones only while they are the value. */
function offered(field: CustomField, chosen: readonly string[]): FieldOption[] {
  return field.options.filter(({ id, retired }) => !retired || chosen.includes(id))
}

function chosenIds(draft: Draft): string[] {
  return draft === null ? [] : [draft].flat()
}

function useList({ inPopover }: EditorProps) {
  const list = useListOnDemand()
  // Beside the popover, where it does not cover the button that applies.
  const place = inPopover ? ({ withinPortal: false, position: 'right-start' } as const) : {}
  return { ...list, comboboxProps: { ...list.comboboxProps, ...place } }
}

function useOptionProps(props: EditorProps) {
  const { field, draft, quiet } = props
  const list = useList(props)
  const options = offered(field, chosenIds(draft))
  const colors = new Map(options.map(({ id, color }) => [id, color]))
  return {
    ...list,
    placeholder: quiet ? t`None` : undefined,
    searchable: options.length > 8,
    nothingFoundMessage: t`Nothing found`,
    data: options.map(({ id, label }) => ({ value: id, label })),
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <span className={classes.option}>
        <OptionDot color={colors.get(option.value) ?? null} />
        {option.label}
      </span>
    ),
    colors,
  }
}

export function ChoiceEditor(props: EditorProps) {
  const { colors, ...options } = useOptionProps(props)
  const value = typeof props.draft === 'string' ? props.draft : null
  return (
    <Select
      {...common(props)}
      {...options}
      clearable
      leftSection={value && !props.quiet ? <OptionDot color={colors.get(value) ?? null} /> : undefined}
      value={value}
      onChange={props.onChange}
    />
  )
}

export function ChoicesEditor(props: EditorProps) {
  const { colors: _, ...options } = useOptionProps(props)
  const value = chosenIds(props.draft)
  const { classNames, ...shared } = common(props) as ReturnType<typeof common> & {
    classNames?: Record<string, string | undefined>
  }
  return (
    <MultiSelect
      {...shared}
      {...options}
      classNames={classNames ? { ...classNames, pill: fields.pill, inputField: fields.tagInput } : {}}
      placeholder={value.length === 0 ? options.placeholder : undefined}
      clearable={!props.quiet}
      value={value}
      onChange={(next) => props.onChange(next.length > 0 ? next : null)}
    />
  )
}

/** Yes, No or neither: an unanswered question is not a No. */
export function YesNoEditor(props: EditorProps) {
  const list = useList(props)
  return (
    <Select
      {...common(props)}
      {...list}
      clearable
      placeholder={props.quiet ? t`None` : undefined}
      data={[
        { value: 'true', label: t`Yes` },
        { value: 'false', label: t`No` },
      ]}
      value={typeof props.draft === 'string' ? props.draft : null}
      onChange={props.onChange}
    />
  )
}

export function UserEditor(props: EditorProps) {
  const list = useList(props)
  const { data } = useColleagues()
  const value = typeof props.draft === 'string' && props.draft !== '' ? props.draft : null
  const users = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (value && data && !users.some((user) => user.value === value))
    users.push({ value, label: t`Inactive user` })
  return (
    <Select
      {...common(props)}
      {...list}
      searchable
      clearable
      placeholder={props.quiet ? t`None` : undefined}
      nothingFoundMessage={t`No matching users`}
      data={users}
      value={value}
      onChange={props.onChange}
    />
  )
}

export function FileEditor({ field, draft, onChange, quiet, required, error }: EditorProps) {
  const { label } = field
  const id = typeof draft === 'string' && draft !== '' ? draft : null
  const control = id ? (
    <span className={classes.uploaded}>
      <FileValue id={id} label={label} />
      <FileUpload label={t`Replace ${label}`} isIcon onUploaded={(file) => onChange(file.id)} />
      <ActionIcon size="sm" aria-label={t`Remove ${label}`} title={t`Remove`} onClick={() => onChange(null)}>
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
    </span>
  ) : (
    <FileUpload
      label={quiet ? t`Upload file` : t`Upload ${label}`}
      quiet={quiet ?? false}
      onUploaded={(file) => onChange(file.id)}
    />
  )
  if (quiet) return control
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={field.help || undefined}
      inputWrapperOrder={helpBelow}
      required={required ?? false}
      withAsterisk={false}
      error={error}
    >
      <div data-refused={error ? true : undefined} tabIndex={error ? -1 : undefined}>
        {control}
      </div>
    </Input.Wrapper>
  )
}
