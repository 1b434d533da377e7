import { localTime, momentsOf, startOfDay } from '@muster/contract/local-days.ts'

const mostRemembered = 10_000
const dayMs = 86_400_000

/**
 * Turns what the file says (`YYYY-MM-DD`, with or without a time, with or without a zone) into an instant, ISO 8601 in
 * UTC; and an instant into the time on the workspace's clocks (`YYYY-MM-DDTHH:MM:SS`), which hold where no zone is named.
 */
export function createZonedTime(timezone: string): {
  toInstant: (text: string) => string
  toClock: (instant: string) => string
} {
  /** How far the clocks are ahead of UTC at an instant, in milliseconds. */
  const aheadAt = (instant: number) => localTime(instant, timezone) - instant
  // A file has few different days; looking up the zone is slow.
  const known = new Map<string, string>()

  const toInstant = (text: string) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
    const asUtc = Date.parse(hasZone ? text : `${text}${text.includes('T') ? '' : 'T00:00:00'}Z`)
    // Where clocks were put forward over a time, it is what they would show had they not been.
    const instant = hasZone
      ? asUtc
      : text.includes('T')
        ? (momentsOf(asUtc, timezone)[0] ?? asUtc - aheadAt(asUtc - aheadAt(asUtc) - dayMs))
        : Date.parse(startOfDay(text, timezone))
    const iso = new Date(instant).toISOString()
    if (known.size < mostRemembered) known.set(text, iso)
    return iso
  }
  const toClock = (instant: string) =>
    new Date(localTime(Date.parse(instant), timezone)).toISOString().slice(0, 19)
  return { toInstant, toClock }
}
