/** When people may be called, on their own clock. Times are minutes of the day; weekdays are 1 for Monday to 7. */
export interface CallingWindow {
  from: number
  to: number
  weekdays: readonly number[]
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

export function isInWindow({ from, to, weekdays }: CallingWindow, { weekday, minutes }: Clock): boolean {
  return minutes >= from && minutes < to && weekdays.includes(weekday)
}

/** Returns whether people may be called in all of the zones. */
export function isOpen(zones: readonly string[], window: CallingWindow, at: Date): boolean {
  return zones.every((zone) => isInWindow(window, clockIn(zone, at)))
}

const step = 15 * 60_000
const daysAhead = 8

/** Returns when the hours open next, to a quarter of an hour; null if that is not within eight days. */
export function nextOpening(isOpenAt: (at: Date) => boolean, at: Date): Date | null {
  const first = Math.floor(at.getTime() / step) + 1
  for (let ahead = 0; ahead < (daysAhead * 24 * 60 * 60_000) / step; ahead += 1) {
    const time = new Date((first + ahead) * step)
    if (isOpenAt(time)) return time
  }
  return null
}
