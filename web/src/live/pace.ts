interface Pace {
  /** How long it waits for more to come. */
  soon: number
  /** Runs are at least so far apart. */
  apart: number
}

/** Collects names and hands them on together, no more often than the pace allows; nothing asked for is forgotten. */
export function createPace({ soon, apart }: Pace, run: (names: ReadonlySet<string>) => void) {
  let due = new Set<string>()
  let waiting = false
  let last = Number.NEGATIVE_INFINITY

  function runDue() {
    waiting = false
    last = Date.now()
    const names = due
    due = new Set()
    run(names)
  }

  return (names: readonly string[]) => {
    for (const name of names) due.add(name)
    if (waiting || due.size === 0) return
    waiting = true
    setTimeout(runDue, Math.max(soon, last + apart - Date.now()))
  }
}
