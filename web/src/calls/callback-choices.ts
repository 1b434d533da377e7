import { msg, t } from '@lingui/core/macro'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import { addDays, dayOf, localTime, momentsOf, startOfDay } from '@muster/contract/local-days.ts'
import { formatTimesOfDay, formatWeekday, formatWhen } from '../ui/format.ts'

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

const clock = (hour: number) => formatTimesOfDay(`${String(hour).padStart(2, '0')}:00`)

const inAnHour = msg`In an hour`

/** Whether a moment is within the hours in which people may be called. */
function isCallable(at: number, timezone: string): boolean {
  const local = new Date(localTime(at, timezone))
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes()
  return minutes >= callingHours.from && minutes < callingHours.to
}

/** Returns the most common callback times, on the person's clock; past ones and those outside calling hours are left out. */
export function callbackChoices(timezone = ownTimezone(), now = Date.now()): CallbackChoice[] {
  const today = dayOf(now, timezone)
  const hour = new Date(localTime(now, timezone)).getUTCHours()
  const weekday = new Date(today).getUTCDay() || 7
  const [morning, afternoon, evening] = [clock(9), clock(15), clock(17)]
  const monday = formatWeekday(1)
  const tomorrow = addDays(today, 1)
  return [
    ...(isCallable(now + hourMs, timezone)
      ? [{ key: 'hour', label: t(inAnHour), at: new Date(now + hourMs).toISOString() }]
      : []),
    ...(hour < 16 ? [{ key: 'today', label: t`Today ${evening}`, at: momentAt(today, 17, timezone) }] : []),
    { key: 'morning', label: t`Tomorrow ${morning}`, at: momentAt(tomorrow, 9, timezone) },
    { key: 'afternoon', label: t`Tomorrow ${afternoon}`, at: momentAt(tomorrow, 15, timezone) },
    // Tomorrow is Monday on Sundays.
    ...(weekday === 7
      ? []
      : [
          {
            key: 'monday',
            label: t`${monday} ${morning}`,
            at: momentAt(addDays(today, 8 - weekday), 9, timezone),
          },
        ]),
  ]
}

/** Returns whose clock the choices are on: the person's, or the user's own if theirs is unknown. */
export function callbackTitle(timezone: string | null): string {
  const city = cityOf(timezone ?? ownTimezone())
  return timezone ? t`Call back, candidate’s time (${city})` : t`Call back, your time (${city})`
}

/** Returns a moment on the user's own clock, "tomorrow 3:00 PM your time"; undefined where the person has the same. */
export function ownTimeText(at: string, timezone: string | null): string | undefined {
  return timezone && timezone !== ownTimezone() ? t`${formatWhen(at)} your time` : undefined
}

/** Returns the city of a timezone: "Chicago". */
export function cityOf(timezone: string): string {
  return timezone.split('/').at(-1)!.replaceAll('_', ' ')
}
