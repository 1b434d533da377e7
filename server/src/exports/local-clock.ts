const minutesOfDay = 1440
const minuteMs = 60_000
const maxCached = 50_000

/** Days since 1970 and minutes of the day, in a timezone. */
export interface LocalTime {
  day: number
  minute: number
}

function digits(from: Buffer, at: number, many: number): number {
  let number = 0
  for (let index = at; index < at + many; index += 1) number = number * 10 + from[index]! - 48
  return number
}

function cached<Value>(make: (key: number) => Value): (key: number) => Value {
  const made = new Map<number, Value>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) {
      known = make(key)
      if (made.size >= maxCached) made.clear()
      made.set(key, known)
    }
    return known
  }
}

/** Returns how many minutes a timezone is ahead of UTC at an instant. */
function createMinutesAhead(timezone: string): (instant: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  return (instant) => {
    const name = clock.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  }
}

/**
 * Reads instants as COPY writes them in UTC, 2026-03-29 21:30:00.123+00. The offset is looked up once a day, and once a
 * minute on days of a clock change: a lookup takes longer than writing a row.
 */
export function createLocalClock(timezone: string): (from: Buffer, start: number) => LocalTime {
  const minutesAhead = createMinutesAhead(timezone)
  const aheadInMinute = cached((number) => minutesAhead(number * minuteMs))
  const atMidnight = cached((day) => minutesAhead(day * 86_400_000))
  const dayOf = cached((date) => {
    const day = Date.UTC(Math.floor(date / 416), (Math.floor(date / 32) % 13) - 1, date % 32) / 86_400_000
    const [ahead, next] = [atMidnight(day), atMidnight(day + 1)]
    return { day, ahead: ahead === next ? ahead : null }
  })
  return (from, start) => {
    const month = digits(from, start, 4) * 13 + digits(from, start + 5, 2)
    const { day, ahead } = dayOf(month * 32 + digits(from, start + 8, 2))
    const utc = digits(from, start + 11, 2) * 60 + digits(from, start + 14, 2)
    const minute = utc + (ahead ?? aheadInMinute(day * minutesOfDay + utc))
    if (minute < 0) return { day: day - 1, minute: minute + minutesOfDay }
    return minute < minutesOfDay ? { day, minute } : { day: day + 1, minute: minute - minutesOfDay }
  }
}

/** Precomputes the text for each minute of a day. */
export function forEachMinute(write: (hours: number, minutes: number) => string): Buffer[] {
  return Array.from({ length: minutesOfDay }, (_, minute) =>
    Buffer.from(write(Math.floor(minute / 60), minute % 60)),
  )
}

/** Caches the text for each day, of which there are a few thousand. */
export function forDays(write: (day: number) => string): (day: number) => Buffer {
  return cached((day) => Buffer.from(write(day)))
}
