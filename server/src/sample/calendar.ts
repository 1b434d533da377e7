import type { Random } from './random.ts'

const hour = 3_600_000
const day = 24 * hour

/** Working hours in the workspace's timezone. */
export interface WorkingHours {
  opens: number
  closes: number
  /** Indexed by day of the week, Sunday first. */
  days: readonly boolean[]
}

/** On Saturdays, too: candidates who work are reached then. */
export const officeHours: WorkingHours = {
  opens: 8.5,
  closes: 17.75,
  days: [false, true, true, true, true, true, true],
}

/** Voice agents may call from 8:00 to 21:00 in the person's timezone. */
const callingHours: WorkingHours = {
  opens: 8.25,
  closes: 20.5,
  days: [false, true, true, true, true, true, true],
}

/** Returns an agent's calling hours: voice agents also call in the evening. */
export function hoursOf(kind: 'human' | 'voice'): WorkingHours {
  return kind === 'voice' ? callingHours : officeHours
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/**
 * Returns the hours as an agent's shifts, from Monday on. Full hours only, since a retry may come some minutes later.
 */
export function shiftsOf({ opens, closes, days }: WorkingHours) {
  const [from, to] = [clock(Math.floor(opens)), clock(Math.ceil(closes))]
  return [1, 2, 3, 4, 5, 6, 7]
    .filter((weekday) => days[weekday % 7])
    .map((weekday) => ({ weekday, from, to }))
}

export interface Calendar {
  start: number
  asOf: number
  /** Returns when the application at `fraction` (0 to 1) of the year arrived. Monotonic in `fraction`. */
  arrival(fraction: number): number
  /** Returns `at` within working hours, else some minutes after work begins again. */
  settle(at: number, hours: WorkingHours, random: Random): number
  /** Returns the month of the local date, 0 to 11. */
  month(at: number): number
  /** Returns when something is as one says it on the phone: "later today", "tomorrow", "on Friday". */
  say(at: number, now: number): string
}

/** Sunday first. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Applications by weekday, Sunday first. */
const weekRhythm = [0.5, 1.3, 1.2, 1.1, 1.05, 0.9, 0.55]

/** Applications by hour of the day. */
const dayRhythm = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 11, 11, 10, 10, 9, 9, 9, 10, 11, 11, 9, 6, 3]

/** How much busier the end of the year is than its beginning. */
const growth = 11

const daysOfHistory = 365
const daysAhead = 45

/**
 * Hiring drives, the latest some days ago, so that the present looks busy. There is one in every period of 28 days: reports
 * compare it with the one before.
 */
const drive = { every: 28, peaked: 4, strength: 0.4 }

/** Creates a calendar of the year up to `asOf` and some weeks beyond, with days in `timezone`. */
export function createCalendar(asOf: number, timezone: string): Calendar {
  const days = localDays(asOf, timezone)
  const starts = days.map(({ start }) => start)
  const today = starts.findLastIndex((start) => start <= asOf)
  const first = today - daysOfHistory

  function indexOf(at: number): number {
    let index = Math.min(Math.max(Math.floor((at - starts[0]!) / day), 0), starts.length - 1)
    while (index > 0 && starts[index]! > at) index -= 1
    while (index < starts.length - 1 && starts[index + 1]! <= at) index += 1
    return index
  }

  const cells: number[] = [0]
  for (let index = first; index <= today; index += 1) {
    const { weekday, month, date } = days[index]!
    const holiday = month === 11 && date >= 24 ? 0.7 : month === 6 && date === 4 ? 0.5 : 1
    const sincePeak = (today - index - drive.peaked) / drive.every
    const busy = 1 + drive.strength * Math.cos(2 * Math.PI * sincePeak)
    const weight = weekRhythm[weekday]! * holiday * busy * growth ** ((index - first) / daysOfHistory)
    for (let at = 0; at < 24; at += 1) {
      const passed = starts[index]! + at * hour < asOf ? 1 : 0
      cells.push(cells[cells.length - 1]! + weight * dayRhythm[at]! * passed)
    }
  }
  const whole = cells[cells.length - 1]!

  return {
    start: starts[first]!,
    asOf,
    arrival(fraction) {
      const wanted = fraction * whole
      let low = 0
      let high = cells.length - 1
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (cells[middle]! <= wanted) low = middle
        else high = middle
      }
      const within = (wanted - cells[low]!) / (cells[high]! - cells[low]! || 1)
      const at = starts[first + Math.floor(low / 24)]! + ((low % 24) + within) * hour
      return Math.min(Math.floor(at), asOf - 60_000)
    },
    settle(at, hours, random) {
      let index = indexOf(at)
      const { weekday, start } = days[index]!
      if (hours.days[weekday] && at >= start + hours.opens * hour && at < start + hours.closes * hour)
        return Math.floor(at)
      if (!hours.days[weekday] || at >= start + hours.closes * hour) {
        index = Math.min(index + 1, days.length - 1)
        while (index < days.length - 1 && !hours.days[days[index]!.weekday]) index += 1
      }
      const opens = days[index]!.start + hours.opens * hour
      return Math.floor(Math.max(at, opens + Math.min(random.exponential(2 * hour), 8 * hour)))
    },
    month: (at) => days[indexOf(at)]!.month,
    say(at, now) {
      const ahead = indexOf(at) - indexOf(now)
      if (ahead <= 0) return 'later today'
      return ahead === 1 ? 'tomorrow' : `on ${weekdayNames[days[indexOf(at)]!.weekday]}`
    },
  }
}

interface LocalDay {
  start: number
  weekday: number
  month: number
  date: number
}

function localDays(asOf: number, timezone: string): LocalDay[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  function localTime(at: number): number {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  }
  const midnight = Math.floor(localTime(asOf) / day) * day
  return Array.from({ length: daysOfHistory + 1 + daysAhead }, (_, index) => {
    const local = midnight + (index - daysOfHistory) * day
    // Twice: the first guess's offset may be that of the day before a clock change.
    const guess = local - (localTime(local) - local)
    const start = guess - (localTime(guess) - local)
    const date = new Date(local)
    return { start, weekday: date.getUTCDay(), month: date.getUTCMonth(), date: date.getUTCDate() }
  })
}
