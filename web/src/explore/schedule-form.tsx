import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, NativeSelect, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  createReportSchedule,
  listReportSchedules,
  updateReportSchedule,
} from '@muster/contract/report-schedules.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { readUser } from '../session/stored-session.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { formatWeekday } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { RecipientsSelect } from './recipients-select.tsx'
import { formatHourOfDay, type ReportSchedule } from './schedule-labels.ts'

const timezones = Intl.supportedValuesOf('timeZone')
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHourOfDay(hour) }))
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The reader's own timezone, or the workspace's where the browser has none. */
function ownTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || readUser()?.workspace.timezone || 'UTC'
}

function filesOf({ withPdf, withRows }: Pick<ReportSchedule, 'withPdf' | 'withRows'>): string[] {
  return [...(withPdf ? ['pdf'] : []), ...(withRows ? ['rows'] : [])]
}

function initialValues(schedule: ReportSchedule | undefined) {
  const me = readUser()
  return {
    frequency: schedule?.frequency ?? ('weekly' as ReportSchedule['frequency']),
    weekdays: (schedule?.weekdays.length ? schedule.weekdays : [1]).map(String),
    monthDay: String(schedule?.monthDay ?? 1),
    hour: String(schedule?.hour ?? 8),
    timezone: schedule?.timezone ?? ownTimezone(),
    recipientIds: schedule?.recipients.map(({ user }) => user.id) ?? (me ? [me.id] : []),
    files: filesOf(schedule ?? { withPdf: true, withRows: true }),
  }
}

interface ScheduleFormProps {
  reportId: string
  /** The schedule to edit; left out for a new one. */
  schedule: ReportSchedule | undefined
  onClose: () => void
}

/** Asks when a report is sent and to whom. */
export function ScheduleForm({ reportId, schedule, onClose }: ScheduleFormProps) {
  const { t } = useLingui()
  const mayShare = usePermission('views:share')
  const mayReadUsers = usePermission('users:read')
  const me = readUser()
  const form = useForm({
    initialValues: initialValues(schedule),
    validate: {
      weekdays: (value, { frequency }) =>
        frequency !== 'weekly' || value.length > 0 ? null : t`Choose at least one day`,
      recipientIds: (value) => (value.length > 0 ? null : t`Choose at least one recipient`),
    },
  })
  const save = useMutation({
    mutationFn: ({ files, ...values }: typeof form.values) => {
      const body = {
        ...values,
        withPdf: files.includes('pdf'),
        withRows: files.includes('rows'),
        weekdays: values.frequency === 'weekly' ? values.weekdays.map(Number) : [],
        monthDay: values.frequency === 'monthly' ? Number(values.monthDay) : null,
        hour: Number(values.hour),
      }
      return schedule
        ? call(updateReportSchedule, {
            params: { id: schedule.id },
            body: { ...body, version: schedule.version },
          })
        : call(createReportSchedule, { body: { ...body, reportId } })
    },
    onSuccess: async ({ report }) => {
      await invalidate(listReportSchedules)
      toast(t`Saved the schedule of ${report.name}`)
      onClose()
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  const { frequency, timezone } = form.values
  const known = schedule?.recipients.map(({ user }) => user) ?? (me ? [me] : [])
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <Group grow align="start">
          <NativeSelect
            label={t`Frequency`}
            data={[
              { value: 'daily', label: t`Daily` },
              { value: 'weekly', label: t`Weekly` },
              { value: 'monthly', label: t`Monthly` },
            ]}
            {...form.getInputProps('frequency')}
          />
          {frequency === 'monthly' && (
            <NativeSelect
              label={t`Day of the month`}
              data={Array.from({ length: 31 }, (_, index) => String(index + 1))}
              {...form.getInputProps('monthDay')}
            />
          )}
        </Group>
        {frequency === 'weekly' && (
          <Checkbox.Group label={t`Weekdays`} {...form.getInputProps('weekdays')}>
            <Group gap="md" mt="xs">
              {weekdays.map((day) => (
                <Checkbox key={day} value={String(day)} label={formatWeekday(day)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        {frequency === 'monthly' && Number(form.values.monthDay) > 28 && (
          <p>
            <Trans>Shorter months send it on their last day.</Trans>
          </p>
        )}
        <Group grow align="start">
          <NativeSelect label={t`Time`} data={hours} {...form.getInputProps('hour')} />
          <Select
            label={t`Timezone`}
            data={timezones.includes(timezone) ? timezones : [timezone, ...timezones]}
            searchable
            allowDeselect={false}
            limit={60}
            {...form.getInputProps('timezone')}
          />
        </Group>
        {mayShare && mayReadUsers ? (
          <RecipientsSelect known={known} {...form.getInputProps('recipientIds')} />
        ) : (
          <p>
            <Trans>It is sent to you. Sending it to others requires the permission to share.</Trans>
          </p>
        )}
        <Checkbox.Group label={t`Attached files`} {...form.getInputProps('files')}>
          <Stack gap="sm" mt="xs">
            <Checkbox value="pdf" label={t`PDF with the chart and figures`} />
            <Checkbox
              value="rows"
              label={t`Excel file of the rows behind the report`}
              description={t`Only for recipients who may export them.`}
            />
          </Stack>
        </Checkbox.Group>
        <FormButtons pending={save.isPending} onCancel={onClose}>
          <Trans>Save schedule</Trans>
        </FormButtons>
      </Stack>
    </form>
  )
}
