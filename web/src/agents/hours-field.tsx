import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatWeekday } from '../ui/format.ts'
import type { Shift } from './agent-form.ts'
import classes from './hours-field.module.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

const officeHours: Shift[] = weekdays.slice(0, 5).map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))

function inOrder(shifts: readonly Shift[]): Shift[] {
  return weekdays.flatMap((day) => shifts.filter(({ weekday }) => weekday === day))
}

interface ShiftProps {
  shift: Shift
  day: string
  onChange: (shift: Shift) => void
  onRemove: () => void
}

function ShiftRow({ shift, day, onChange, onRemove }: ShiftProps) {
  const time = (end: 'from' | 'to', label: string) => (
    <input
      type="time"
      className={classes.time}
      aria-label={label}
      value={shift[end]}
      onChange={(event) => onChange({ ...shift, [end]: event.currentTarget.value })}
    />
  )
  return (
    <span className={classes.shift}>
      {time('from', t`${day} start time`)}–{time('to', t`${day} end time`)}
      <ActionIcon aria-label={t`Remove these hours on ${day}`} onClick={onRemove}>
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}

interface HoursFieldProps {
  value: Shift[] | null
  onChange: (hours: Shift[] | null) => void
  error?: ReactNode
}

/** Edits an agent's working hours: always, or shifts on each weekday. */
export function HoursField({ value, onChange, error }: HoursFieldProps) {
  const shifts = value ?? []
  const change = (next: Shift[]) => onChange(inOrder(next))
  const monday = shifts.filter(({ weekday }) => weekday === 1)
  return (
    <fieldset className={classes.hours}>
      <legend>
        <Trans>Working hours</Trans>
      </legend>
      <SegmentedControl
        aria-label={t`Working hours`}
        data={[
          { value: 'always', label: t`Always` },
          { value: 'certain', label: t`Custom hours` },
        ]}
        value={value ? 'certain' : 'always'}
        onChange={(choice) => onChange(choice === 'always' ? null : officeHours)}
      />
      {value && (
        <ul className={classes.days}>
          {weekdays.map((weekday) => {
            const day = formatWeekday(weekday)
            return (
              <li key={weekday} className={classes.day}>
                <span className={classes.name}>{day}</span>
                <span className={classes.shifts}>
                  {shifts.map((shift, index) =>
                    shift.weekday === weekday ? (
                      <ShiftRow
                        // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no other key
                        key={index}
                        shift={shift}
                        day={day}
                        onChange={(next) => onChange(shifts.with(index, next))}
                        onRemove={() => onChange(shifts.toSpliced(index, 1))}
                      />
                    ) : null,
                  )}
                  {!shifts.some((shift) => shift.weekday === weekday) && (
                    <span className={classes.caption}>
                      <Trans>Off</Trans>
                    </span>
                  )}
                </span>
                <ActionIcon
                  aria-label={t`Add hours on ${day}`}
                  onClick={() => change([...shifts, { weekday, from: '09:00', to: '17:00' }])}
                >
                  <IconPlus size={14} stroke={1.6} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      {value && monday.length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={classes.copy}
          onClick={() =>
            change([
              ...shifts.filter(({ weekday }) => weekday === 1 || weekday > 5),
              ...[2, 3, 4, 5].flatMap((weekday) => monday.map((shift) => ({ ...shift, weekday }))),
            ])
          }
        >
          <Trans>Copy Monday to all weekdays</Trans>
        </Button>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
