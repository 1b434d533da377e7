/**
 * Turns PostgreSQL's text of a `timestamptz(3)` into an ISO string in UTC: `2026-11-28 05:04:28.1+00` into
 * `2026-11-28T05:04:28.100Z`. A list has hundreds, and a Date for each takes several times as long. Texts of
 * another shape, such as microseconds, are read by Date. `infinity` stays.
 */
export function readTimestamp(text: string): string {
  const end = text.length - 3
  const isUsual = text[10] === ' ' && end >= 19 && end <= 23 && text.endsWith('+00')
  if (isUsual) return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, end).padEnd(3, '0')}Z`
  return text === 'infinity' ? text : new Date(text).toISOString()
}
