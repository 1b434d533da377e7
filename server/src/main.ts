import { readConfig } from './config.ts'
import { start } from './start.ts'

const running = await start(readConfig)
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Asked once, what is under way is finished; asking again changes nothing.
    if (stopping) return
    stopping = true
    void running.stop().then(() => process.exit(0))
  })
