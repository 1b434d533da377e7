interface BatchOptions {
  /** The delay in which further names are collected, in milliseconds. */
  delay: number
  /** The minimum interval between runs, in milliseconds. */
  interval: number
}

/** Batches names and passes them on together, rate-limited. No name is lost. */
export function createBatcher({ delay, interval }: BatchOptions, run: (names: ReadonlySet<string>) => void) {
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
    setTimeout(runDue, Math.max(delay, last + interval - Date.now()))
  }
}
