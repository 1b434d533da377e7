const dayMs = 86_400_000

/** Clocks of a timezone, as a moment of UTC that reads the same. */
function clocksAt(at: number, timezone: string): number {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${text.format(at).replace(' ', 'T')}Z`)
}

/** The day a moment falls on there, as an address and an input of type `date` have it: 2026-03-29. */
export function dayOf(at: number, timezone: string): string {
  return new Date(clocksAt(at, timezone)).toISOString().slice(0, 10)
}

/** A day so many days on the calendar after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days from the first to the last, both counted. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
}

/** The moment a day begins there: its midnight, or what comes first where clocks are put forward over it. */
export function startOfDay(day: string, timezone: string): string {
  const midnight = Date.parse(day)
  const first = midnight - (clocksAt(midnight, timezone) - midnight)
  const second = midnight - (clocksAt(first, timezone) - first)
  const earlier = Math.min(first, second)
  const at = dayOf(earlier, timezone) === day ? earlier : Math.max(first, second)
  return new Date(at).toISOString()
}
