const number = new Intl.NumberFormat()
const compactNumber = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function formatNumber(value: number): string {
  return number.format(value)
}

/** 1,200,000 as 1.2M. */
export function formatCompact(value: number): string {
  return compactNumber.format(value)
}

/** A share of 0 to 1 as a whole percent. */
export function formatPercent(share: number): string {
  return percent.format(share)
}

/** How many rows there are: exact, or "10,000+" where the server stopped counting. */
export function formatTotal(total: { value: number; atLeast: boolean }): string {
  return formatNumber(total.value) + (total.atLeast ? '+' : '')
}

/** 8 Nov; with the year when it is not this one. */
export function formatDay(at: string | Date): string {
  const value = new Date(at)
  return (value.getFullYear() === new Date().getFullYear() ? day : date).format(value)
}

function formatTime(at: string | Date): string {
  return time.format(new Date(at))
}

/** 8 Nov 2025, 15:30: for hints over shorter forms. */
export function formatDateTime(at: string | Date): string {
  return dateTime.format(new Date(at))
}

const minute = 60
const hour = 60 * minute
const dayLength = 24 * hour

/** A length of time in its largest unit: "45 min", "5 h", "3 d". */
export function formatDuration(seconds: number): string {
  if (seconds < minute) return 'now'
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`
  if (seconds < dayLength) return `${Math.floor(seconds / hour)} h`
  return `${formatNumber(Math.floor(seconds / dayLength))} d`
}

/** The length of a call or recording: "3:12". */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / minute)}:${String(Math.floor(seconds % minute)).padStart(2, '0')}`
}

/** When something happened or will: "15:30" today, "yesterday 15:30", else the day. */
export function formatWhen(at: string | Date, now: number = Date.now()): string {
  const value = new Date(at)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const days = Math.floor((value.getTime() - midnight) / (dayLength * 1000))
  if (days === 0) return `today ${formatTime(value)}`
  if (days === -1) return `yesterday ${formatTime(value)}`
  if (days === 1) return `tomorrow ${formatTime(value)}`
  return formatDay(value)
}
