import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Anchor } from '@mantine/core'
import {
  type Icon,
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCalendarTime,
  IconCash,
  IconCircleDot,
  IconLetterT,
  IconLink,
  IconListCheck,
  IconNumbers,
  IconPaperclip,
  IconPhone,
  IconToggleLeft,
  IconUser,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { When } from '../ui/age.tsx'
import { formatDay, formatNumber, formatWhen } from '../ui/format.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import { digitsOf, formatPrice } from '../ui/money.ts'
import { formatPhone } from '../ui/phone.ts'
import { numberText, parseNumber } from '../ui/typed-number.ts'
import type { CustomField, Draft, FieldType } from './custom-field.ts'
import classes from './custom-fields.module.css'
import {
  ChoiceEditor,
  ChoicesEditor,
  type EditorProps,
  FileEditor,
  type TypedInput,
  typedEditor,
  UserEditor,
  YesNoEditor,
} from './editors.tsx'
import { FileValue } from './file-value.tsx'
import type { Operator } from './operators.ts'
import { OptionName } from './option-name.tsx'
import { knownUserName, PersonValue } from './person-value.tsx'

/** Which settings a type has, beside those of every field. */
export type TypeSetting = 'unit' | 'currency' | 'options' | 'range' | 'length' | 'sort'

/**
 * What the web app knows about a type of fields. Its functions get values that are not empty. `text` and
 * `show` also get text that `fromDraft` could not read.
 */
export interface FieldTypeView {
  label: MessageDescriptor
  /** What it is for, where a type is chosen. */
  hint: MessageDescriptor
  icon: Icon
  /** The track of its column in a list. */
  width: string
  align?: 'right'
  settings: readonly TypeSetting[]
  /** The first is the default of a new filter. */
  operators: readonly Operator[]
  /** How it is typed; undefined for what is chosen and saved at once. */
  typed?: TypedInput
  Editor: ComponentType<EditorProps>
  toDraft: (value: unknown, field: CustomField) => Draft
  /** Returns the value that the API takes. Text that cannot be read stays text: the server says why. */
  fromDraft: (draft: string | string[], field: CustomField) => unknown
  /** Plain text for toasts and titles; null if only `show` can name it. */
  text: (value: unknown, field: CustomField) => string | null
  /** Shows the value; its text where left out. */
  show?: (value: unknown, field: CustomField) => ReactNode
}

const presence = ['empty', 'filled'] as const
const asText = (value: unknown) => String(value)

type TypedView = Omit<FieldTypeView, 'typed' | 'Editor' | 'toDraft' | 'fromDraft' | 'text' | 'operators'> &
  Partial<FieldTypeView> & { typed: TypedInput }

/** A type that is typed as text. */
function typed(view: TypedView): FieldTypeView {
  return {
    operators: ['contains', 'is', 'isNot', ...presence],
    Editor: typedEditor(view.typed),
    toDraft: asText,
    fromDraft: (draft) => String(draft).trim(),
    text: asText,
    ...view,
  }
}

function optionOf(id: unknown, field: CustomField) {
  return field.options.find((option) => option.id === id)
}

function optionsOf(ids: unknown, field: CustomField) {
  return [ids].flat().flatMap((id) => optionOf(id, field) ?? [])
}

interface Money {
  amount: number
  currency: string
}

/** Parses `1,250.50`, in the field's currency, or `1,250.50 EUR`. */
function parseMoney(text: string, field: CustomField): Money | string {
  const [, number = '', code] = /^(.*?)\s*([a-z]{3})?$/i.exec(text.trim()) ?? []
  const currency = code?.toUpperCase() ?? field.currency ?? 'USD'
  const amount = parseNumber(number)
  return amount === null ? text : { amount: Math.round(amount * 10 ** digitsOf(currency)), currency }
}

function moneyDraft({ amount, currency }: Money, field: CustomField): string {
  const number = numberText(amount / 10 ** digitsOf(currency))
  return currency === field.currency ? number : `${number} ${currency}`
}

function moneyText(value: unknown): string {
  return typeof value === 'string' ? value : formatPrice((value as Money).amount, (value as Money).currency)
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** The date is a day, not a moment: noon is in it in every timezone of the reader. */
function formatDate(date: unknown): string {
  const noon = `${date}T12:00`
  return isTime(noon) ? formatDay(noon) : String(date)
}

function externalLink(value: unknown): ReactNode {
  const url = String(value)
  const address = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  // Schemes such as `javascript:` are shown as text only.
  if (!/^https?:\/\//i.test(url)) return address
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer">
      {address}
    </Anchor>
  )
}

function withUnit(value: unknown, { unit }: CustomField): string {
  if (typeof value !== 'number') return String(value)
  const number = formatNumber(value)
  return unit ? `${number} ${unit}` : number
}

/** Every type: a new one is an entry here. In the order they are offered. */
export const fieldTypes: Record<FieldType, FieldTypeView> = {
  text: typed({
    label: msg`Text`,
    hint: msg`One line`,
    icon: IconLetterT,
    width: 'minmax(140px, 1fr)',
    settings: ['length', 'sort'],
    typed: { maxLength: 500 },
  }),
  longText: typed({
    label: msg`Long text`,
    hint: msg`Several lines`,
    icon: IconAlignLeft,
    width: 'minmax(180px, 1.6fr)',
    settings: ['length'],
    operators: ['contains', ...presence],
    typed: { multiline: true, maxLength: 10_000 },
  }),
  number: typed({
    label: msg`Number`,
    hint: msg`With or without decimals and a unit`,
    icon: IconNumbers,
    width: '104px',
    align: 'right',
    settings: ['unit', 'range', 'sort'],
    operators: ['gte', 'lte', 'gt', 'lt', 'is', ...presence],
    typed: { inputMode: 'decimal', maxLength: 30, suffix: ({ unit }) => unit },
    toDraft: (value) => numberText(Number(value)),
    fromDraft: (draft) => parseNumber(String(draft)) ?? String(draft),
    text: withUnit,
  }),
  money: typed({
    label: msg`Money`,
    hint: msg`An amount with its currency`,
    icon: IconCash,
    width: '120px',
    align: 'right',
    settings: ['currency', 'range', 'sort'],
    operators: ['gte', 'lte', 'gt', 'lt', 'is', ...presence],
    typed: { inputMode: 'decimal', maxLength: 30, suffix: ({ currency }) => currency },
    toDraft: (value, field) => moneyDraft(value as Money, field),
    fromDraft: (draft, field) => parseMoney(String(draft), field),
    text: moneyText,
  }),
  date: typed({
    label: msg`Date`,
    hint: msg`A day, such as an expiry date`,
    icon: IconCalendar,
    width: '112px',
    settings: ['sort'],
    operators: ['before', 'after', 'is', ...presence],
    typed: { type: 'date', maxLength: 10 },
    fromDraft: (draft) => draft,
    text: formatDate,
  }),
  dateTime: typed({
    label: msg`Date and time`,
    hint: msg`A date and time, shown in the reader’s timezone`,
    icon: IconCalendarTime,
    width: '136px',
    settings: ['sort'],
    operators: ['before', 'after', ...presence],
    typed: { type: 'datetime-local', maxLength: 30 },
    toDraft: (value) => toLocalTime(String(value)),
    fromDraft: (draft) => fromLocalTime(String(draft)) ?? draft,
    text: (value) => (isTime(String(value)) ? formatWhen(String(value)) : String(value)),
    show: (value) => (isTime(String(value)) ? <When at={String(value)} /> : String(value)),
  }),
  boolean: {
    label: msg`Yes or no`,
    hint: msg`Yes, no or no answer`,
    icon: IconToggleLeft,
    width: '88px',
    settings: ['sort'],
    operators: ['is', ...presence],
    Editor: YesNoEditor,
    toDraft: asText,
    fromDraft: (draft) => draft === 'true',
    text: (value) => (value ? t`Yes` : t`No`),
  },
  choice: {
    label: msg`One of a list`,
    hint: msg`One of your own options`,
    icon: IconCircleDot,
    width: 'minmax(120px, 1fr)',
    settings: ['options', 'sort'],
    operators: ['anyOf', 'isNot', ...presence],
    Editor: ChoiceEditor,
    toDraft: asText,
    fromDraft: (draft) => draft,
    text: (value, field) => optionOf(value, field)?.label ?? t`Removed option`,
    show: (value, field) => {
      const option = optionOf(value, field)
      return option ? <OptionName option={option} /> : t`Removed option`
    },
  },
  choices: {
    label: msg`Several of a list`,
    hint: msg`Any number of your own options`,
    icon: IconListCheck,
    width: 'minmax(150px, 1.2fr)',
    settings: ['options'],
    operators: ['anyOf', ...presence],
    Editor: ChoicesEditor,
    toDraft: (value) => [value].flat().map(String),
    fromDraft: (draft) => draft,
    text: (value, field) =>
      optionsOf(value, field)
        .map(({ label }) => label)
        .join(', '),
    show: (value, field) => (
      <span className={classes.options}>
        {optionsOf(value, field).map((option) => (
          <OptionName key={option.id} option={option} />
        ))}
      </span>
    ),
  },
  user: {
    label: msg`User`,
    hint: msg`One of the workspace’s users`,
    icon: IconUser,
    width: 'minmax(120px, 1fr)',
    settings: [],
    operators: ['is', 'isNot', ...presence],
    Editor: UserEditor,
    toDraft: asText,
    fromDraft: (draft) => draft,
    text: (value) => knownUserName(String(value)),
    show: (value) => <PersonValue id={String(value)} />,
  },
  file: {
    label: msg`File`,
    hint: msg`A document or a picture`,
    icon: IconPaperclip,
    width: '136px',
    settings: [],
    operators: ['filled', 'empty'],
    Editor: FileEditor,
    toDraft: asText,
    fromDraft: (draft) => draft,
    text: () => null,
    show: (value, { label }) => <FileValue id={String(value)} label={label} />,
  },
  link: typed({
    label: msg`Link`,
    hint: msg`The URL of a web page`,
    icon: IconLink,
    width: 'minmax(140px, 1fr)',
    settings: ['sort'],
    typed: { type: 'url', maxLength: 2000, placeholder: 'https://' },
    show: externalLink,
  }),
  phone: typed({
    label: msg`Phone`,
    hint: msg`A phone number`,
    icon: IconPhone,
    width: '140px',
    settings: ['sort'],
    typed: { type: 'tel', maxLength: 60 },
    toDraft: (value) => formatPhone(String(value)),
    text: (value) => formatPhone(String(value)),
    show: (value) => <Anchor href={`tel:${value}`}>{formatPhone(String(value))}</Anchor>,
  }),
  email: typed({
    label: msg`Email`,
    hint: msg`An email address`,
    icon: IconAt,
    width: 'minmax(180px, 1.4fr)',
    settings: ['sort'],
    typed: { type: 'email', maxLength: 254 },
    show: (value) => <Anchor href={`mailto:${value}`}>{String(value)}</Anchor>,
  }),
}
