/** Returns the start of the minute in which a moment lies: clocks show no seconds. */
export function minuteOf(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % 60_000))
}

/** What the clock of a time zone shows. */
export interface Clock {
  /** `2026-11-26`. */
  date: string
  /** 1 for Monday to 7. */
  weekday: number
  /** After midnight. */
  minutes: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns what the clock of a time zone shows at a moment. */
export function clockIn(zone: string, at: Date): Clock {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: days.indexOf(parts.weekday!) + 1,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  }
}
