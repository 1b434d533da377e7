import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { JobName } from './jobs.ts'

/** Handed on to pg: a connection that died without a word is given up after a minute. */
export const lineSettings = { keepAlive: true, query_timeout: 60_000 }
const heartbeatSeconds = 12
/** An import knows by itself where it stands and when to give up: it is taken up as often as its worker dies. */
const takeUpImports = 1000
/** For indexes that a new version of pg-boss builds beside the work. */
const indexPatienceMs = 10 * 60_000

const queues: Record<JobName, object> = {
  'run-import': { retryLimit: takeUpImports, retryDelay: 1, expireInSeconds: 4 * 3600, heartbeatSeconds },
  'undo-import': { retryLimit: takeUpImports, retryDelay: 1, expireInSeconds: 4 * 3600, heartbeatSeconds },
  // Soon when a connection broke, for some hours when a mail server is away.
  'send-mail': { retryLimit: 14, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 },
  'mail-password-link': { retryLimit: 4, retryDelay: 5, retryBackoff: true },
  'mail-email-claim': { retryLimit: 4, retryDelay: 5, retryBackoff: true },
  // Whatever fails here is found again by the sweep.
  'deliver-webhooks': { retryLimit: 0, expireInSeconds: 300, policy: 'stately' },
  'sweep-webhooks': { retryLimit: 0, policy: 'stately' },
  // What fails here is still due in the next minute.
  'send-reminders': { retryLimit: 0, expireInSeconds: 600, policy: 'stately' },
  'keep-retention': { retryLimit: 0, expireInSeconds: 4 * 3600, heartbeatSeconds, policy: 'stately' },
  'keep-subscriptions': { retryLimit: 0, expireInSeconds: 3600, heartbeatSeconds, policy: 'stately' },
  'sync-stripe': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    policy: 'stately',
  },
  'reconcile-stripe': { retryLimit: 2, policy: 'stately' },
  'remove-files': { retryLimit: 20, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600 },
  'clean-up': { retryLimit: 2 },
  // The sums of a large workspace take minutes when they are built anew; one node at a time is enough.
  'keep-reports': { retryLimit: 0, expireInSeconds: 3600, heartbeatSeconds, policy: 'stately' },
}

/**
 * Installs or upgrades the tables of pg-boss and makes the queues, as the role that owns them. It neither supervises nor
 * schedules: that acts upon rows the application role writes, and so runs with its rights alone.
 */
export async function installJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString,
    max: 2,
    ...lineSettings,
    application_name: 'muster migrate',
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, options)
    await untilIndexesAreBuilt(connectionString)
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

async function untilIndexesAreBuilt(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const deadline = Date.now() + indexPatienceMs; Date.now() < deadline; await sleep(200)) {
      const { rowCount } = await client.query(
        `select from pgboss.bam where status in ('pending', 'in_progress') limit 1`,
      )
      if (rowCount === 0) return
    }
  } finally {
    await client.end()
  }
}
