import { readConfig } from '@muster/server/config/config.ts'
import { start } from '@muster/server/start.ts'
import pg from 'pg'

// A bench has few users for all its requests.
process.env.MUSTER_PERSON_CALLS_PER_MINUTE ??= '1000000000'
process.env.MUSTER_PERSON_STREAMS ??= '1000000'

/** A statement that the server sent. */
export interface Statement {
  /** As the server prepared it. */
  name?: string
  text: string
  values: unknown[]
}

// The real server, as `npm start` runs it, in a process of its own. On request it returns the SQL it sent, for the
// bench to run bare.
let recorded: Statement[] | null = null
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [asked, values] = args
  if (recorded && typeof asked === 'string')
    recorded.push({ text: asked, values: Array.isArray(values) ? values : [] })
  if (recorded && typeof asked === 'object' && 'name' in asked!) recorded.push(asked as unknown as Statement)
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
  // The peak and current memory, in bytes.
  if (message === 'memory')
    process.send?.({ most: process.resourceUsage().maxRSS * 1024, now: process.memoryUsage.rss() })
})
process.on('disconnect', () => void running.stop().then(() => process.exit(0)))
