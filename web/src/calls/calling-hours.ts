import { t } from '@lingui/core/macro'
import type { getApplicantSummary } from '@muster/contract/applications.ts'
import { callingHours as everywhere, type HoursOfDay, spansOf } from '@muster/contract/calling-breaks.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { formatLocale } from '../texts/language.ts'
import { formatList, formatTimesOfDay, formatWeekday } from '../ui/format.ts'
import { toLocalTime } from '../ui/local-time.ts'
import { cityOf } from './callback-choices.ts'

type Callable = ResponseOf<typeof getApplicantSummary>['callable']

/** Returns minutes after midnight as a time of day: "9:00 AM". */
export function formatMinutes(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return formatTimesOfDay(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
}

/** Returns the hours of a day without their breaks: "9:00 AM to 12:00 PM and 1:00 PM to 5:00 PM". */
export function spansText(hours: HoursOfDay): string {
  return formatList(
    spansOf(hours).map((span) => {
      const from = formatMinutes(span.from)
      const to = formatMinutes(span.to)
      return t`${from} to ${to}`
    }),
  )
}

const longWeekday = (day: number) =>
  new Intl.DateTimeFormat(formatLocale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** Returns when calling hours open: "opens Fri 9:00 AM in Denver"; null if that is unknown. */
export function openingText(at: string | null, timezone: string | null): string | null {
  if (!at || !timezone) return null
  const local = toLocalTime(at, timezone)
  const day = formatWeekday(new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7)
  const time = formatTimesOfDay(local.slice(11, 16))
  const city = cityOf(timezone)
  return t`opens ${day} ${time} in ${city}`
}

/** Returns which holiday or which hours of a place apply: "Alabama allows no calls on Sunday". */
export function closedText({
  placeName,
  holiday,
  weekday,
  callFrom,
  callTo,
  breaks,
}: NonNullable<Callable['closed']>): string {
  if (holiday !== null) return t`Public holiday: ${holiday} (${placeName})`
  const day = longWeekday(weekday ?? 1)
  if (callFrom === null || callTo === null) return t`${placeName} allows no calls on ${day}`
  const hours = spansText({ from: callFrom, to: callTo, breaks })
  return t`${placeName} allows calls on ${day} from ${hours}`
}

/** Returns the permitted calling hours in the person's local time, formatted in the reader's locale. */
export function callingHours(): { opens: string; closes: string } {
  return { opens: formatMinutes(everywhere.from), closes: formatMinutes(everywhere.to) }
}

/** Returns why it is not the time to call, and when it is: "Public holiday: Labor Day (United States) · opens Tue 8:00 AM in Denver". */
export function quietText({ closed, opens }: Callable): string {
  const { opens: from, closes: to } = callingHours()
  const why = closed ? closedText(closed) : t`call between ${from} and ${to}`
  return [why, opens && openingText(opens.at, opens.timezone)].filter(Boolean).join(' · ')
}
