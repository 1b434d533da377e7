import { localTime, momentsOf } from '@muster/contract/local-days.ts'

/** Formats a moment for an input of type `datetime-local`, in a timezone or the browser's, to the minute. */
export function toLocalTime(at: string | null | undefined, timezone?: string): string {
  if (!at) return ''
  if (timezone) return new Date(localTime(Date.parse(at), timezone)).toISOString().slice(0, 16)
  const date = new Date(at)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Parses the value of such an input; null if it is empty or the clocks skip that time. */
export function fromLocalTime(text: string, timezone?: string): string | null {
  if (timezone && !Number.isNaN(Date.parse(`${text}Z`))) {
    const [first] = momentsOf(Date.parse(`${text}Z`), timezone)
    return first === undefined ? null : new Date(first).toISOString()
  }
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
