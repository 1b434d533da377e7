import { readConfig } from '@muster/server/config.ts'
import { start } from '@muster/server/start.ts'
import pg from 'pg'

// Few people make all the requests of a bench.
process.env.MUSTER_PERSON_CALLS_PER_MINUTE ??= '1000000000'
process.env.MUSTER_PERSON_STREAMS ??= '1000000'

/** A statement as the server sent it. */
export interface Statement {
  text: string
  values: unknown[]
}

// The real server, as `npm start` runs it, in a process of its own. On request it tells what SQL it sent: the bench
// then runs the same statements bare.
let recorded: Statement[] | null = null
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  if (recorded && typeof args[0] === 'string')
    recorded.push({ text: args[0], values: Array.isArray(args[1]) ? args[1] : [] })
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

const config = readConfig({ ...process.env, MUSTER_PROCESS: process.env.MUSTER_PROCESS ?? 'web' })
const running = await start(() => ({ ...config, logLevel: 'error' }))
process.send?.('ready')

process.on('message', (message) => {
  if (message === 'record') recorded = []
  if (message === 'recorded') {
    process.send?.(recorded)
    recorded = null
  }
  // The most it ever held, in bytes, and what it holds now.
  if (message === 'memory')
    process.send?.({ most: process.resourceUsage().maxRSS * 1024, now: process.memoryUsage.rss() })
})
process.on('disconnect', () => void running.stop().then(() => process.exit(0)))
