import { type HoursOfDay, isInHours } from '@muster/contract/calling-breaks.ts'
import { type Clock, clockIn } from '../calls/clock-in.ts'

/** When people may be called, on their own clock. Times are minutes of the day; weekdays are 1 for Monday to 7. */
export interface CallingWindow extends HoursOfDay {
  weekdays: readonly number[]
}

export function isInWindow(window: CallingWindow, { weekday, minutes }: Clock): boolean {
  return isInHours(window, minutes) && window.weekdays.includes(weekday)
}

/** Returns whether people may be called in all of the zones. */
export function isOpen(zones: readonly string[], window: CallingWindow, at: Date): boolean {
  return zones.every((zone) => isInWindow(window, clockIn(zone, at)))
}

/** Minutes of the day at which hours open. */
export const openingMinutes = Array.from({ length: 24 * 4 }, (_, quarter) => quarter * 15)

const step = 15 * 60_000
/** How many days are searched for the next opening. */
export const openingDays = 8

/** Returns when the hours open next, to a quarter of an hour; null if that is not within eight days. */
export function nextOpening(isOpenAt: (at: Date) => boolean, at: Date): Date | null {
  const first = Math.floor(at.getTime() / step) + 1
  for (let ahead = 0; ahead < (openingDays * 24 * 60 * 60_000) / step; ahead += 1) {
    const time = new Date((first + ahead) * step)
    if (isOpenAt(time)) return time
  }
  return null
}
