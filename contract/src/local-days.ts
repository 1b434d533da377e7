const dayMs = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What clocks of a timezone show at a moment, as the moment at which clocks of UTC show the same. */
function localTime(at: number, timezone: string): number {
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timezone, clock)
  }
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
}

/** The day that clocks of a timezone show at a moment: 2026-03-29. */
export function dayOf(at: number, timezone: string): string {
  return new Date(localTime(at, timezone)).toISOString().slice(0, 10)
}

/** A day so many days on the calendar after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days from the first to the last, both counted. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
}

/** The offsets from UTC that a timezone has within a day of a local time, in milliseconds. */
function offsetsAround(local: number, timezone: string): number[] {
  const guess = local - (localTime(local, timezone) - local)
  const near = [guess - dayMs, guess, guess + dayMs]
  return [...new Set(near.map((at) => localTime(at, timezone) - at))]
}

/** The moments at which clocks of a timezone show a local time: two where they were put back over it, none where forward. */
export function momentsOf(local: number, timezone: string): number[] {
  return offsetsAround(local, timezone)
    .map((offset) => local - offset)
    .filter((at) => localTime(at, timezone) === local)
    .sort((one, other) => one - other)
}

/**
 * The first moment at which clocks of a timezone show a day or a later one, as `local_day_start` in the database. It is
 * the first midnight where there are two, and when the clocks were put forward where there is none.
 */
export function startOfDay(day: string, timezone: string): string {
  const midnight = Date.parse(day)
  const [first] = momentsOf(midnight, timezone)
  if (first !== undefined) return new Date(first).toISOString()
  let [before, reached] = [midnight - 2 * dayMs, midnight + 2 * dayMs]
  while (reached - before > 1000) {
    const middle = Math.floor((before + reached) / 2000) * 1000
    if (localTime(middle, timezone) >= midnight) reached = middle
    else before = middle
  }
  return new Date(reached).toISOString()
}
