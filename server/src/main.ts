import { readConfig } from './config/config.ts'
import { start } from './start.ts'

/** A supervisor waits 15 seconds for a node to stop and then kills it. */
const maxStopMs = 14_000

const running = await start(readConfig)
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The first signal stops gracefully; further ones change nothing.
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), maxStopMs).unref()
    void running.stop().then(() => process.exit(0))
  })
