const quarter = 15 * 60_000
const mostRemembered = 50_000

/**
 * The milliseconds of an instant as a clock of the timezone shows it, read as if it were UTC. Clocks are never turned
 * within a quarter of an hour, so each is asked for once: asking takes longer than writing a row.
 */
export function createLocalTime(timezone: string): (instant: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()

  function aheadAt(instant: number): number {
    const name = clock.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    if (!sign) return 0
    return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  }

  return (instant) => {
    const key = Math.floor(instant / quarter)
    let ahead = known.get(key)
    if (ahead === undefined) {
      ahead = aheadAt(instant)
      if (known.size >= mostRemembered) known.clear()
      known.set(key, ahead)
    }
    return instant + ahead
  }
}
