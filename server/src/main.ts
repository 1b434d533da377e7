import { readConfig } from './config.ts'
import { start } from './start.ts'

const running = await start(readConfig)

/** Once asked to stop, further signals change nothing: what is under way is finished. */
let stopping: Promise<void> | null = null

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping ??= running.stop().then(() => process.exit(0))
  })
