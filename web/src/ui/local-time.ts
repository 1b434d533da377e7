/** A moment as an input of type `datetime-local` takes it: this browser's time, to the minute. */
export function toLocalTime(at: string | null | undefined): string {
  if (!at) return ''
  const date = new Date(at)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The moment such an input holds, or null when it is empty. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
