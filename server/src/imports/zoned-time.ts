const mostRemembered = 10_000

/**
 * Turns what the file says (`YYYY-MM-DD`, with or without a time, with or without a zone) into an instant, ISO 8601 in
 * UTC. Without a zone it is the time on the workspace's clocks.
 */
export function createZonedTime(timezone: string): (text: string) => string {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  /** How far the clocks are ahead of UTC at an instant, in milliseconds. */
  const aheadAt = (instant: number) => {
    const parts = clock.formatToParts(instant)
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return shown - instant
  }
  // A file has few different days; looking up the zone is slow.
  const known = new Map<string, string>()

  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
    const asUtc = Date.parse(hasZone ? text : `${text}${text.includes('T') ? '' : 'T00:00:00'}Z`)
    // Across a change of the clocks the first guess may be an hour off.
    const instant = hasZone ? asUtc : asUtc - aheadAt(asUtc - aheadAt(asUtc))
    const iso = new Date(instant).toISOString()
    if (known.size < mostRemembered) known.set(text, iso)
    return iso
  }
}
