import { formatWeekday } from '../texts/format.ts'

interface Shift {
  weekday: number
  from: string
  to: string
}

/** Stored hours as a person reads them: Mon 09:00–17:00, Tue 09:00–17:00. */
export function sayHours(stored: string): string {
  const shifts = JSON.parse(stored) as Shift[]
  return shifts.map(({ weekday, from, to }) => `${formatWeekday(weekday)} ${from}–${to}`).join(', ')
}
