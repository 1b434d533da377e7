import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { findWrongBreak, maxBreaks, type Span } from '@muster/contract/calling-breaks.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { IconButton } from '../layout/icon-button.tsx'
import classes from './call-queues.module.css'
import { halfHours, quarterHours, timeChoices } from './queue-labels.ts'

/** A break as selects hold it: minutes of the day as text. */
export interface BreakDraft {
  from: string
  to: string
}

export function breakDrafts(breaks: readonly Span[]): BreakDraft[] {
  return breaks.map(({ from, to }) => ({ from: String(from), to: String(to) }))
}

export function readBreaks(drafts: readonly BreakDraft[]): Span[] {
  return drafts.map(({ from, to }) => ({ from: Number(from), to: Number(to) }))
}

/** Returns why a break of these hours is wrong; null if none is. */
export function breakError(from: string, to: string, breaks: readonly BreakDraft[]): string | null {
  const wrong = findWrongBreak({ from: Number(from), to: Number(to), breaks: readBreaks(breaks) })
  return wrong && i18n._(wrong.message)
}

/** Returns a break that fits into the hours, at noon if it can be; undefined if there is no room. */
function nextBreak(hours: Span, breaks: readonly Span[]): Span | undefined {
  return [12 * 60, ...halfHours]
    .flatMap((from) => [60, 30].map((length) => ({ from, to: from + length })))
    .find((each) => findWrongBreak({ ...hours, breaks: [...breaks, each] }) === null)
}

interface BreakFieldsProps {
  /** The hours of the day around the breaks. */
  from: string
  to: string
  breaks: BreakDraft[]
  /** The errors of the form, in which `name` is the list of breaks. */
  errors: FormErrors
  name: string
  /** The days of the hours, where a form has several. */
  days?: string
  onChange: (breaks: BreakDraft[]) => void
}

/** Asks when nobody is called within the hours of a day. */
export function BreakFields({ from, to, breaks, errors, name, days, onChange }: BreakFieldsProps) {
  const { t } = useLingui()
  const hours = { from: Number(from), to: Number(to) }
  const read = readBreaks(breaks)
  const added = nextBreak(hours, read)
  const wrong = findWrongBreak({ ...hours, breaks: read })?.index ?? 0
  const isPlaced = breaks.some((_, index) => errors[`${name}.${index}`])
  const named = (text: string) => (days ? `${days}: ${text}` : text)
  return (
    <>
      {breaks.map(({ from: start, to: end }, index) => {
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a break is its place in the list
          <div key={index} className={classes.break}>
            <Select
              label={t`Break from`}
              aria-label={named(t`Break ${number} from`)}
              allowDeselect={false}
              data={timeChoices(quarterHours, start)}
              value={start}
              error={errors[`${name}.${index}`] ?? (!isPlaced && index === wrong && errors[name])}
              onChange={(value) => value && onChange(breaks.with(index, { from: value, to: end }))}
            />
            <Select
              label={t`Break until`}
              aria-label={named(t`Break ${number} until`)}
              allowDeselect={false}
              data={timeChoices(quarterHours, end)}
              value={end}
              onChange={(value) => value && onChange(breaks.with(index, { from: start, to: value }))}
            />
            <IconButton
              icon={IconX}
              label={named(t`Remove break ${number}`)}
              onClick={() => onChange(breaks.toSpliced(index, 1))}
            />
          </div>
        )
      })}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          aria-label={named(t`Add break`)}
          disabled={breaks.length >= maxBreaks || !added}
          onClick={() => added && onChange([...breaks, ...breakDrafts([added])])}
        >
          {t`Add break`}
        </Button>
      </div>
    </>
  )
}
