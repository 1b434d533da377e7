import { readConfig } from './config.ts'
import { start } from './start.ts'

/** Whoever stops a node waits 15 seconds for it and then kills it. */
const longestStopMs = 14_000

const running = await start(readConfig)
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Asked once, what is under way is finished; asking again changes nothing.
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), longestStopMs).unref()
    void running.stop().then(() => process.exit(0))
  })
