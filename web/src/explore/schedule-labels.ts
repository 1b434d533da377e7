import { plural, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { listReportSchedules, listReportSendings } from '@muster/contract/report-schedules.ts'
import type { RowOf } from '../api/query.ts'
import { formatLocale } from '../texts/language.ts'
import { formatList, formatWeekday } from '../ui/format.ts'

export type ReportSchedule = RowOf<typeof listReportSchedules>
export type Recipient = ReportSchedule['recipients'][number]
export type Delivery = ResponseOf<typeof listReportSendings>['items'][number]['deliveries'][number]

/** Returns 8:00 AM or 08:00, as the reader writes it. */
export function formatHourOfDay(hour: number): string {
  return new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1, hour),
  )
}

/** Returns when a schedule sends: "Mon and Fri at 8:00 AM (Europe/Oslo)". */
export function timingText({ frequency, weekdays, monthDay, hour, timezone }: ReportSchedule): string {
  const time = `${formatHourOfDay(hour)} (${timezone})`
  if (frequency === 'weekly') {
    const days = formatList(weekdays.map(formatWeekday))
    return t`${days} at ${time}`
  }
  if (frequency === 'monthly' && monthDay) return t`Day ${monthDay} of the month at ${time}`
  return t`Every day at ${time}`
}

/** Returns when a schedule is due next, on its own clock as `timingText` has it. */
export function nextText({ nextAt, isPaused, timezone }: ReportSchedule): string {
  if (isPaused || !nextAt) return t`Paused`
  const next = new Intl.DateTimeFormat(formatLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(nextAt))
  return t`Next ${next}`
}

/** Returns to whom a schedule sends: one name, or the number. */
export function recipientsText({ recipients }: ReportSchedule): string {
  const [only] = recipients
  if (only && recipients.length === 1) return t`To ${only.user.name}`
  return t`To ${plural(recipients.length, { one: '# recipient', other: '# recipients' })}`
}

/** Returns why a recipient gets nothing; null if they get the report. */
export function stateText({ state }: Recipient): string | null {
  if (state === 'unsubscribed') return t`Unsubscribed`
  if (state === 'inactive') return t`Cannot sign in`
  return state === 'no_access' ? t`May not see this report` : null
}

/**
 * Returns what came of a delivery in a few words, and whether an email was sent or is on its way.
 * @param isOwn whether the reader has the report sent
 */
export function outcomeText(
  { outcome, mail }: Delivery,
  isOwn: boolean,
): { text: string; isMailed: boolean } {
  if (outcome === 'pending') return { text: t`Being created`, isMailed: true }
  if (outcome === 'unsubscribed') return { text: t`Not sent: unsubscribed`, isMailed: false }
  if (outcome === 'inactive') return { text: t`Not sent: cannot sign in`, isMailed: false }
  if (outcome === 'no_access') return { text: t`Not sent: may not see this report`, isMailed: false }
  if (outcome === 'withdrawn')
    return {
      text: isOwn ? t`Not sent: you could not share it then` : t`Not sent: its owner could not share it then`,
      isMailed: false,
    }
  if (outcome === 'limited') return { text: t`Not sent: too many reports`, isMailed: false }
  if (mail === 'canceled') return { text: t`Not sent: canceled`, isMailed: false }
  if (mail === 'retrying')
    return { text: t`The mail server refused it; another attempt follows`, isMailed: false }
  const isWaiting = mail === 'waiting'
  if (outcome === 'empty')
    return {
      text: isWaiting ? t`Waiting: nothing was counted` : t`Sent: nothing was counted`,
      isMailed: true,
    }
  if (outcome === 'failed')
    return { text: isWaiting ? t`Waiting: the report failed` : t`Sent: the report failed`, isMailed: false }
  return { text: isWaiting ? t`Waiting for the mail server` : t`Sent`, isMailed: true }
}
