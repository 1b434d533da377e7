import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import {
  type callingDays,
  createCallingHours,
  listCallingHours,
  listCallingPlaces,
  updateCallingHours,
} from '@muster/contract/calling-hours.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { countryChoices } from '../settings/countries.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { type BreakDraft, BreakFields, breakDrafts, breakError, readBreaks } from './break-fields.tsx'
import classes from './calling-hours.module.css'
import type { CallingHours } from './calling-hours-text.ts'
import { halfHours, timeChoices } from './queue-labels.ts'

type Day = (typeof callingDays)[number]

interface DayValue {
  calls: boolean
  from: string
  to: string
  breaks: BreakDraft[]
}

function dayValue(hours: CallingHours[Day]): DayValue {
  const { from, to } = hours ?? callingHours
  return {
    calls: hours !== null,
    from: String(from),
    to: String(to),
    breaks: breakDrafts(hours?.breaks ?? []),
  }
}

function initialValues(hours: CallingHours | undefined) {
  const day = (name: Day) => dayValue(hours ? hours[name] : { ...callingHours, breaks: [] })
  return {
    country: hours?.country ?? 'US',
    state: hours?.state ?? null,
    weekdays: day('weekdays'),
    saturday: day('saturday'),
    sunday: day('sunday'),
    publicHolidays: hours?.publicHolidays ?? true,
  }
}

type Values = ReturnType<typeof initialValues>

function endsLater({ calls, from, to }: DayValue): string | null {
  return !calls || Number(to) > Number(from) ? null : t`Choose an end after the start`
}

function wrongBreak({ calls, from, to, breaks }: DayValue): string | null {
  return calls ? breakError(from, to, breaks) : null
}

const validated = (day: Day) => ({
  to: (_: unknown, values: Values) => endsLater(values[day]),
  breaks: (_: unknown, values: Values) => wrongBreak(values[day]),
})

const hoursOf = ({ calls, from, to, breaks }: DayValue) =>
  calls ? { from: Number(from), to: Number(to), breaks: readBreaks(breaks) } : null

function bodyOf({ weekdays, saturday, sunday, publicHolidays }: Values) {
  return {
    weekdays: hoursOf(weekdays),
    saturday: hoursOf(saturday),
    sunday: hoursOf(sunday),
    publicHolidays,
  }
}

type Form = Pick<ReturnType<typeof useForm<Values>>, 'values' | 'getInputProps' | 'errors' | 'setFieldValue'>

function DayFields({ form, day, label }: { form: Form; day: Day; label: string }) {
  const { calls, from, to, breaks } = form.values[day]
  return (
    <div className={classes.day}>
      <Checkbox label={label} {...form.getInputProps(`${day}.calls`, { type: 'checkbox' })} />
      <Select
        label={t`From`}
        aria-label={t`${label}: from`}
        allowDeselect={false}
        disabled={!calls}
        data={timeChoices(halfHours.slice(0, -1), from)}
        {...form.getInputProps(`${day}.from`)}
      />
      <Select
        label={t`Until`}
        aria-label={t`${label}: until`}
        allowDeselect={false}
        disabled={!calls}
        data={timeChoices(halfHours.slice(1), to)}
        {...form.getInputProps(`${day}.to`)}
      />
      {calls && (
        <div className={classes.breaks}>
          <BreakFields
            {...{ from, to, breaks }}
            errors={form.errors}
            name={`${day}.breaks`}
            days={label}
            onChange={(next) => form.setFieldValue(`${day}.breaks`, next)}
          />
        </div>
      )}
    </div>
  )
}

interface CallingHoursDialogProps {
  /** The hours to edit; left out for new ones. */
  hours: CallingHours | undefined
  onClose: () => void
}

/** Asks at which hours people of a state or a country may be called. */
export function CallingHoursDialog({ hours, onClose }: CallingHoursDialogProps) {
  const { t } = useLingui()
  const form = useForm<Values>({
    initialValues: initialValues(hours),
    validate: {
      weekdays: validated('weekdays'),
      saturday: validated('saturday'),
      sunday: validated('sunday'),
    },
  })
  const { country, state } = form.values
  const { data: places } = useQuery(endpointQuery(listCallingPlaces, { params: { country } }))
  const save = useMutation({
    mutationFn: (values: Values) =>
      hours
        ? call(updateCallingHours, { params: { id: hours.id }, body: bodyOf(values) })
        : call(createCallingHours, {
            body: { country: values.country, state: values.state, ...bodyOf(values) },
          }),
    onSuccess: async ({ placeName }) => {
      await invalidate(listCallingHours)
      toast(t`Saved the hours of ${placeName}`)
      onClose()
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={hours ? t`Edit the hours of ${hours.placeName}` : t`Add calling hours`}
      size="lg"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          {!hours && (
            <Group grow align="start">
              <Select
                label={t`Country`}
                searchable
                allowDeselect={false}
                data={countryChoices()}
                {...form.getInputProps('country')}
                onChange={(value) => form.setValues({ country: value ?? 'US', state: null })}
              />
              <Select
                label={t`State or province`}
                placeholder={t`Whole country`}
                searchable
                clearable
                disabled={!places || places.states.length === 0}
                data={(places?.states ?? []).map(({ code, name }) => ({ value: code, label: name }))}
                {...form.getInputProps('state')}
              />
            </Group>
          )}
          {state !== null && places && !places.byNumber && (
            <Text size="sm">
              <Trans>
                Phone numbers of this country do not show the state, so these hours apply to everybody in the
                country.
              </Trans>
            </Text>
          )}
          <DayFields form={form} day="weekdays" label={t`Monday to Friday`} />
          <DayFields form={form} day="saturday" label={t`Saturday`} />
          <DayFields form={form} day="sunday" label={t`Sunday`} />
          <Checkbox
            label={t`Calls on public holidays`}
            {...form.getInputProps('publicHolidays', { type: 'checkbox' })}
          />
          <Text size="sm" c="dimmed">
            <Trans>
              All times are on the clock of the person called. This is no legal advice: check what the law
              asks of you.
            </Trans>
          </Text>
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
