import { formatDay, lazily } from './format.ts'

const dayMs = 24 * 3600 * 1000

const nearDay = lazily((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** Formats a day without the time, where that would cut off names: "today", "yesterday", "tomorrow" or "8 Nov". */
export function formatNearDay(at: string | Date): string {
  const [then, today] = [new Date(at).setHours(0, 0, 0, 0), new Date().setHours(0, 0, 0, 0)]
  // Not every day has 24 hours.
  const days = Math.round((then - today) / dayMs)
  return Math.abs(days) > 1 ? formatDay(at) : nearDay().format(days, 'day')
}
