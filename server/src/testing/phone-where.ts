import { callingHours } from '@muster/contract/calling-breaks.ts'
import { isOpen } from '../calling-hours/calling-window.ts'

/** Numbers of places round the world: at any moment it is day in some and night in others. */
const places = [
  ['+1808555', 'Pacific/Honolulu'],
  ['+1415555', 'America/Los_Angeles'],
  ['+1212555', 'America/New_York'],
  ['+49151555', 'Europe/Berlin'],
  ['+91985555', 'Asia/Kolkata'],
  ['+81905555', 'Asia/Tokyo'],
  ['+6421555', 'Pacific/Auckland'],
] as const

const day = { ...callingHours, weekdays: [1, 2, 3, 4, 5, 6, 7] }

/** The longest hours a queue may have. Its defaults are shorter: a place of `phoneWhere('day')` may be outside them. */
export const longestHours = { callFrom: day.from, callTo: day.to, weekdays: day.weekdays }

/** Leaves two hours to the end of the day: no test runs longer. */
const longDay = { ...day, to: day.to - 120 }

let last = 1000

/**
 * Returns a new phone number where people may be called now, on any day of the week, or may not. `elsewhere` is another place
 * by day: at any moment there are two.
 */
export function phoneWhere(it: 'day' | 'night', elsewhere = false): string {
  const now = new Date()
  const inAnHour = new Date(now.getTime() + 3_600_000)
  const isNight = (zone: string) => !isOpen([zone], day, now) && !isOpen([zone], day, inAnHour)
  const found = places.filter(([, zone]) => (it === 'day' ? isOpen([zone], longDay, now) : isNight(zone)))
  const [start] = found[elsewhere ? 1 : 0]!
  last += 1
  return `${start}${last}`
}
