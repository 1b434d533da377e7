import { addDays, dayOf, daysBetween } from '@muster/contract/local-days.ts'

/** Returns how many of the days from the first to the last, both included, are Monday to Friday. */
export function workingDays(first: string, last: string): number {
  const days = daysBetween(first, last)
  if (days <= 0) return 0
  const weekday = (new Date(first).getUTCDay() + 6) % 7
  const rest = Array.from({ length: days % 7 }, (_, index) => (weekday + index) % 7)
  return Math.floor(days / 7) * 5 + rest.filter((each) => each < 5).length
}

interface GoalDays {
  first: string
  last: string
  today: string
}

/** Returns the first and the last day of the week or month that contains a moment. */
export function daysOfPeriod(period: 'week' | 'month', now: number, timezone: string): GoalDays {
  const today = dayOf(now, timezone)
  if (period === 'week') {
    const first = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
    return { first, last: addDays(first, 6), today }
  }
  const first = `${today.slice(0, 7)}-01`
  return { first, last: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1), today }
}

/** Returns what part of a target its working days ask for so far. Today is not over. */
export function expectedSoFar(target: number, { first, last, today }: GoalDays) {
  const days = workingDays(first, last)
  const yesterday = addDays(today, -1)
  const daysOver = workingDays(first, yesterday < last ? yesterday : last)
  const isOver = today > last
  // A period without working days asks for nothing before its end.
  const expected = isOver ? target : days === 0 ? 0 : Math.floor((target * daysOver) / days)
  return { days, daysOver, isOver, expected }
}
