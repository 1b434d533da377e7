const dayMs = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns a moment's local time in a timezone, as the moment with the same clock time in UTC. */
export function localTime(at: number, timezone: string): number {
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timezone, clock)
  }
  // Years before 1000 have fewer digits.
  return Date.parse(`${clock.format(at).padStart('YYYY-MM-DD HH:MM:SS'.length, '0').replace(' ', 'T')}Z`)
}

/** Returns the local day of a moment: 2026-03-29. */
export function dayOf(at: number, timezone: string): string {
  return new Date(localTime(at, timezone)).toISOString().slice(0, 10)
}

/** Returns the calendar day that many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the number of days from the first to the last, both included. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
}

/** Returns a timezone's offsets from UTC within a day of a local time, in milliseconds. */
function offsetsAround(local: number, timezone: string): number[] {
  const guess = local - (localTime(local, timezone) - local)
  const near = [guess - dayMs, guess, guess + dayMs]
  return [...new Set(near.map((at) => localTime(at, timezone) - at))]
}

/** Returns the moments with a local time: two if the clocks went back over it, none if they went forward over it. */
export function momentsOf(local: number, timezone: string): number[] {
  return offsetsAround(local, timezone)
    .map((offset) => local - offset)
    .filter((at) => localTime(at, timezone) === local)
    .sort((one, other) => one - other)
}

/**
 * Returns the first moment of a local day or a later one, like `local_day_start` in the database: the first midnight
 * if there are two, and the moment when the clocks went forward if there is none.
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
