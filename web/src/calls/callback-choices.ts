import { msg, t } from '@lingui/core/macro'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import { addDays, dayOf, localTime, momentsOf, startOfDay } from '@muster/contract/local-days.ts'
import { formatDay, formatTimesOfDay, formatWeekday } from '../ui/format.ts'
import { toLocalTime } from '../ui/local-time.ts'

/** A time to call back: the label in the person's timezone, and the moment. */
interface CallbackChoice {
  key: string
  label: string
  at: string
}

const hourMs = 3_600_000

export const ownTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the moment of an hour of a local day; the day's start if the clocks skip that hour. */
function momentAt(day: string, hour: number, timezone: string): string {
  const [first] = momentsOf(Date.parse(day) + hour * hourMs, timezone)
  return first === undefined ? startOfDay(day, timezone) : new Date(first).toISOString()
}

const inAnHour = msg`In an hour`

/** Whether a moment is within the hours in which people may be called. */
function isCallable(at: number, timezone: string): boolean {
  const local = new Date(localTime(at, timezone))
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes()
  return minutes >= callingHours.from && minutes < callingHours.to
}

/** Returns a moment on a clock, with its day: "Tomorrow 9:00 AM", "Mon 9:00 AM", "Dec 14 9:00 AM". */
export function callbackText(at: string, timezone = ownTimezone(), now = Date.now()): string {
  const local = toLocalTime(at, timezone)
  const day = local.slice(0, 10)
  const time = formatTimesOfDay(local.slice(11, 16))
  const today = dayOf(now, timezone)
  if (day === today) return t`Today ${time}`
  if (day === addDays(today, 1)) return t`Tomorrow ${time}`
  const isThisWeek = day > today && day < addDays(today, 7)
  const date = isThisWeek ? formatWeekday(new Date(day).getUTCDay() || 7) : formatDay(`${day}T12:00`)
  return t`${date} ${time}`
}

/** Returns the most common callback times, on the person's clock; past ones and those outside calling hours are left out. */
export function callbackChoices(timezone = ownTimezone(), now = Date.now()): CallbackChoice[] {
  const today = dayOf(now, timezone)
  const hour = new Date(localTime(now, timezone)).getUTCHours()
  const weekday = new Date(today).getUTCDay() || 7
  const tomorrow = addDays(today, 1)
  const choice = (key: string, day: string, hour: number): CallbackChoice => {
    const at = momentAt(day, hour, timezone)
    return { key, label: callbackText(at, timezone, now), at }
  }
  return [
    ...(isCallable(now + hourMs, timezone)
      ? [{ key: 'hour', label: t(inAnHour), at: new Date(now + hourMs).toISOString() }]
      : []),
    ...(hour < 16 ? [choice('today', today, 17)] : []),
    choice('morning', tomorrow, 9),
    choice('afternoon', tomorrow, 15),
    // Tomorrow is Monday on Sundays.
    ...(weekday === 7 ? [] : [choice('monday', addDays(today, 8 - weekday), 9)]),
  ]
}

/** Returns whose clock the choices are on: the person's, or the user's own if theirs is unknown. */
export function callbackTitle(timezone: string | null): string {
  const city = cityOf(timezone ?? ownTimezone())
  return timezone ? t`Call back, candidate’s time (${city})` : t`Call back, your time (${city})`
}

/** Returns a moment on the user's own clock, "Tomorrow 3:00 PM your time"; undefined where the person has the same. */
export function ownTimeText(at: string, timezone: string | null): string | undefined {
  return timezone && timezone !== ownTimezone() ? t`${callbackText(at)} your time` : undefined
}

/** Returns the city of a timezone: "Chicago". */
export function cityOf(timezone: string): string {
  return timezone.split('/').at(-1)!.replaceAll('_', ' ')
}
