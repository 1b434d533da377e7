import type { IncomingHttpHeaders } from 'node:http'

/** Returns the first of the headers that is sent exactly once and not empty. */
export function header(headers: IncomingHttpHeaders, ...names: string[]): string | null {
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** Parses seconds or milliseconds since 1970. Returns milliseconds. */
export function parseTimestamp(text: string | null | undefined): number | null {
  if (!text || !/^\d{9,14}$/.test(text)) return null
  const number = Number(text)
  return number < 1e11 ? number * 1000 : number
}
