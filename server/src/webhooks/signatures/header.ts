import type { IncomingHttpHeaders } from 'node:http'

/** The first of the headers that is there, once. */
export function header(headers: IncomingHttpHeaders, ...names: string[]): string | null {
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** A time since 1970 in seconds or milliseconds, in milliseconds. */
export function readStamp(text: string | null | undefined): number | null {
  if (!text || !/^\d{9,14}$/.test(text)) return null
  const number = Number(text)
  return number < 1e11 ? number * 1000 : number
}
