import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import {
  type callQueueOrders,
  type DayPart,
  dayPartAt,
  delayReasons,
  type QueueReason,
} from '@muster/contract/call-queues.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import { dayOf } from '@muster/contract/local-days.ts'
import { endReasonLabels } from '../calls/call-labels.ts'
import { cityOf } from '../calls/callback-choices.ts'
import { closedText, formatMinutes, openingText, spansText } from '../calls/calling-hours.ts'
import { formatLocale } from '../texts/language.ts'
import { formatList, formatTimesOfDay, formatWeekday, formatWhen } from '../ui/format.ts'
import { toLocalTime } from '../ui/local-time.ts'
import type { CallQueue, QueueGroup } from './queue-queries.ts'

export const reasonLabels: Record<QueueReason, MessageDescriptor> = {
  no_phone: msg`No phone number`,
  do_not_call: msg`Asked not to be called`,
  consent_withdrawn: msg`Consent withdrawn`,
  no_consent: msg`No consent recorded`,
  being_called: msg`Being called now`,
  skipped: msg`Skipped`,
  callback_later: msg`Callback later`,
  callback_of_another: msg`Callback of another caller`,
  invalid_number: msg`Invalid number`,
  spoken_with: msg`Already spoken with`,
  tries_used: msg`No tries left`,
  tried_today: msg`No tries left today`,
  tried_recently: msg`Called recently`,
  public_holiday: msg`Public holiday`,
  outside_hours: msg`Outside calling hours`,
  stricter_hours: msg`Stricter hours of a state or country`,
  tried_this_time_of_day: msg`Called at this time of day`,
  callback_due: msg`Callback due`,
  ready: msg`Ready`,
}

/** The states of people in a queue, in the order in which they are shown. */
export const queueStates = ['ready', 'waiting', 'blocked'] as const

export const stateLabels: Record<QueueGroup['state'], MessageDescriptor> = {
  ready: msg`Ready`,
  waiting: msg`Waiting`,
  blocked: msg`Blocked`,
}

export const orderLabels: Record<(typeof callQueueOrders)[number], MessageDescriptor> = {
  newest: msg`Newest applications first`,
  oldest: msg`Oldest applications first`,
  longest_in_status: msg`Longest in status first`,
}

/** The times of day at which calling hours begin or end, in minutes. */
export const halfHours = Array.from(
  { length: (callingHours.to - callingHours.from) / 30 + 1 },
  (_, index) => callingHours.from + index * 30,
)

/** The times of day at which a break may begin or end, in minutes. */
export const quarterHours = Array.from(
  { length: (callingHours.to - callingHours.from) / 15 - 1 },
  (_, index) => callingHours.from + (index + 1) * 15,
)

/** Returns times of day as choices, with the chosen one if the API set another. */
export function timeChoices(times: readonly number[], chosen: string) {
  const all = times.includes(Number(chosen)) ? times : [...times, Number(chosen)]
  return all.map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))
}

const triedTexts: Record<DayPart, MessageDescriptor> = {
  morning: msg`Last called in the morning`,
  afternoon: msg`Last called in the afternoon`,
  evening: msg`Last called in the evening`,
}

/** Returns when people are called at another time of day: "next try in the afternoon in Denver". */
function nextTryText(readyAt: string, timezone: string): string {
  const [hours, minutes] = toLocalTime(readyAt, timezone).slice(11, 16).split(':')
  const city = cityOf(timezone)
  const part = dayPartAt(Number(hours) * 60 + Number(minutes))
  if (part === 'morning') return t`next try in the morning in ${city}`
  return part === 'afternoon'
    ? t`next try in the afternoon in ${city}`
    : t`next try in the evening in ${city}`
}

/** Returns why a group is not called now, with its opening: "Opens 9:00 AM in Denver", "Opens Mon 9:00 AM in Denver". */
export function groupText(group: QueueGroup, now = Date.now()): string {
  const { reason, readyAt, timezone, triedIn, closed } = group
  if (closed) return [closedText(closed), openingText(group.readyAt, timezone)].filter(Boolean).join(' · ')
  if (triedIn) {
    const tried = t(triedTexts[triedIn])
    return readyAt && timezone ? `${tried} · ${nextTryText(readyAt, timezone)}` : tried
  }
  if (reason !== 'outside_hours' || !readyAt || !timezone) return t(reasonLabels[reason])
  const local = toLocalTime(readyAt, timezone)
  const day = local.slice(0, 10)
  const time = formatTimesOfDay(local.slice(11, 16))
  const city = cityOf(timezone)
  if (day === dayOf(now, timezone)) return t`Opens ${time} in ${city}`
  const weekday = formatWeekday(new Date(day).getUTCDay() || 7)
  return t`Opens ${weekday} ${time} in ${city}`
}

/** Returns when the first of a group becomes ready; null if they do not wait. */
export function readyText({ state, readyAt }: QueueGroup): string | null {
  if (state !== 'waiting' || !readyAt) return null
  const when = formatWhen(readyAt)
  return t`From ${when}`
}

/** Returns a delay in minutes in its largest whole unit: "in 4 hours". */
export function formatDelay(minutes: number): string {
  const format = new Intl.RelativeTimeFormat(formatLocale())
  if (minutes > 0 && minutes % (24 * 60) === 0) return format.format(minutes / (24 * 60), 'day')
  return minutes % 60 === 0 ? format.format(minutes / 60, 'hour') : format.format(minutes, 'minute')
}

/** Returns when people are called again beside the hours between tries; an empty text if nothing else is chosen. */
export function delaysText({ laterHours, minutesAfter, otherTimeOfDay }: CallQueue): string {
  const steps = laterHours.map((hours, index) => {
    const tries = index + 2
    const delay = formatDelay(hours * 60)
    return t`After try ${tries}: again ${delay}`
  })
  const endings = delayReasons.flatMap((reason) => {
    const minutes = minutesAfter[reason]
    if (minutes === undefined) return []
    const ending = t(endReasonLabels[reason])
    const delay = formatDelay(minutes)
    return [t`${ending}: again ${delay}`]
  })
  const other = otherTimeOfDay ? [t`Each try at another time of day`] : []
  return [...steps, ...endings, ...other].join(' · ')
}

/** Returns the rules of a queue in a sentence. */
export function rulesText({
  callFrom,
  callTo,
  breaks,
  weekdays,
  skipHolidays,
  maxTries,
  triesPerDay,
}: CallQueue): string {
  const hours = spansText({ from: callFrom, to: callTo, breaks })
  const days =
    weekdays.length === 7
      ? t`every day`
      : weekdays.join() === '1,2,3,4,5'
        ? t`Monday to Friday`
        : formatList(weekdays.map(formatWeekday))
  const tries = plural(maxTries, { one: '# try', other: '# tries' })
  return skipHolidays
    ? t`${hours} on the candidate’s clock, ${days}, not on public holidays · up to ${tries}, ${triesPerDay} a day`
    : t`${hours} on the candidate’s clock, ${days} · up to ${tries}, ${triesPerDay} a day`
}

/** Returns how many questions the script of a queue has; an empty text if it has none. */
export function questionsText({ questions }: CallQueue): string {
  return questions.length === 0
    ? ''
    : plural(questions.length, { one: '# question in the script', other: '# questions in the script' })
}
