import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { delayReasons } from '@muster/contract/call-queues.ts'
import classes from './call-queues.module.css'
import { formatDelay } from './queue-labels.ts'
import type { CallQueue } from './queue-queries.ts'

type Reason = (typeof delayReasons)[number]

const labels: Record<Reason, MessageDescriptor> = {
  no_answer: msg`After no answer, call again`,
  voicemail: msg`After voicemail, call again`,
  busy: msg`After a busy line, call again`,
  declined: msg`After a declined call, call again`,
}

const hour = 60
const day = 24 * hour
/** In minutes. */
const choices = [5, 15, 30, hour, 2 * hour, 4 * hour, 8 * hour, day, 2 * day, 3 * day, 7 * day, 10 * day]

/** The delays as the form has them: minutes as text, null where the hours between tries count. */
export type Delays = Record<Reason, string | null>

export function delaysOf(minutesAfter: CallQueue['minutesAfter']): Delays {
  const values = delayReasons.map((reason) => [reason, minutesAfter[reason]?.toString() ?? null])
  return Object.fromEntries(values) as Delays
}

export function readDelays(delays: Delays): CallQueue['minutesAfter'] {
  const chosen = delayReasons.filter((reason) => delays[reason] !== null)
  return Object.fromEntries(chosen.map((reason) => [reason, Number(delays[reason])]))
}

interface DelayFieldsProps {
  form: ReturnType<typeof useForm<{ minutesAfter: Delays }>>
  /** What counts where no delay is chosen; undefined if that depends on the number of tries. */
  hoursBetween: number | undefined
}

/** Asks when people are called again, by how the last call ended. */
export function DelayFields({ form, hoursBetween }: DelayFieldsProps) {
  const { t } = useLingui()
  return (
    <fieldset className={classes.delays}>
      <legend>{t`Delays by the end of the last call`}</legend>
      {delayReasons.map((reason) => {
        const known = Number(form.values.minutesAfter[reason] ?? hour)
        const minutes = choices.includes(known) ? choices : [...choices, known].sort((a, b) => a - b)
        return (
          <Select
            key={reason}
            label={t(labels[reason])}
            placeholder={
              hoursBetween === undefined ? t`By number of tries` : formatDelay(hoursBetween * hour)
            }
            clearable
            data={minutes.map((each) => ({ value: String(each), label: formatDelay(each) }))}
            {...form.getInputProps(`minutesAfter.${reason}`)}
          />
        )
      })}
    </fieldset>
  )
}
