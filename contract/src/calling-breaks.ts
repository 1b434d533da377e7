import { z } from 'zod'

/** Nobody is called before 8:00 or after 21:00 on their own clock, whatever a queue says. In minutes of the day. */
export const callingHours = { from: 8 * 60, to: 21 * 60 } as const

export const maxBreaks = 3

const minutes = z
  .int()
  .min(0)
  .max(24 * 60)
  .describe('Minutes after midnight on the clock of the person called')

/** The breaks of the hours of a day. */
export const breaks = z
  .array(z.object({ from: minutes, to: minutes }))
  .max(maxBreaks, /*i18n*/ 'Add at most 3 breaks a day')

/** A part of a day, in minutes after midnight. */
export interface Span {
  from: number
  to: number
}

/** The hours of a day, without their breaks. */
export interface HoursOfDay extends Span {
  breaks?: readonly Span[] | undefined
}

export function isInHours({ from, to, breaks = [] }: HoursOfDay, minutes: number): boolean {
  const isIn = (span: Span) => minutes >= span.from && minutes < span.to
  return isIn({ from, to }) && !breaks.some(isIn)
}

/** Returns the spans between the breaks, from the earliest. */
export function spansOf({ from, to, breaks = [] }: HoursOfDay): Span[] {
  const sorted = breaks.toSorted((a, b) => a.from - b.from)
  const starts = [from, ...sorted.map((each) => each.to)]
  const ends = [...sorted.map((each) => each.from), to]
  return starts.map((start, index) => ({ from: start, to: ends[index]! }))
}

/** Returns the first break that is wrong, and why; null if none is. */
export function findWrongBreak({
  from,
  to,
  breaks = [],
}: HoursOfDay): { index: number; message: string } | null {
  for (const [index, each] of breaks.entries()) {
    if (each.from >= each.to) return { index, message: /*i18n*/ 'Choose an end after the start' }
    if (each.from <= from || each.to >= to)
      return { index, message: /*i18n*/ 'Choose a break that begins and ends within the calling hours' }
    if (breaks.slice(0, index).some((other) => each.from <= other.to && other.from <= each.to))
      return { index, message: /*i18n*/ 'Two breaks overlap. Make them one.' }
  }
  return null
}

/** Checks that the breaks of hours are within them, and do not overlap. */
export function checkBreaks(hours: HoursOfDay, context: z.core.$RefinementCtx): void {
  const wrong = findWrongBreak(hours)
  if (wrong) context.addIssue({ code: 'custom', path: ['breaks', wrong.index], message: wrong.message })
}
