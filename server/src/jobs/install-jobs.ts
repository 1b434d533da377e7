import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '@muster/contract/admin-jobs.ts'
import pg from 'pg'
import { PgBoss, type QueueOptions } from 'pg-boss'

/** For pg: a dead connection is dropped after a minute. */
export const connectionSettings = { keepAlive: true, query_timeout: 60_000 }
const heartbeatSeconds = 12
/** An import tracks its own progress and decides when to give up, so it is retried whenever its worker dies. */
const importRetries = 1000
/** For indexes that a new version of pg-boss builds in the background. */
const indexTimeoutMs = 10 * 60_000

const queues: Record<JobName, QueueOptions & { policy?: 'stately' }> = {
  'run-import': { retryLimit: importRetries, retryDelay: 1, expireInSeconds: 4 * 3600, heartbeatSeconds },
  'undo-import': { retryLimit: importRetries, retryDelay: 1, expireInSeconds: 4 * 3600, heartbeatSeconds },
  // Soon after a broken connection or a killed node, and for some hours while a mail server is down.
  'send-mail': { retryLimit: 14, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  'mail-password-link': { retryLimit: 4, retryDelay: 5, retryBackoff: true, heartbeatSeconds },
  'mail-email-claim': { retryLimit: 4, retryDelay: 5, retryBackoff: true, heartbeatSeconds },
  // The next sweep finds whatever fails here.
  'deliver-webhooks': { retryLimit: 0, expireInSeconds: 300, policy: 'stately' },
  'sweep-webhooks': { retryLimit: 0, policy: 'stately' },
  // Whatever fails here is still due in the next minute.
  'send-reminders': { retryLimit: 0, expireInSeconds: 600, policy: 'stately' },
  'send-due-reports': { retryLimit: 0, expireInSeconds: 600, policy: 'stately' },
  // A worker that dies is noticed by its heartbeat. What failed is retried, and reported after `maxAttempts`.
  'send-report': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3600,
    heartbeatSeconds,
  },
  'apply-retention': { retryLimit: 0, expireInSeconds: 4 * 3600, heartbeatSeconds, policy: 'stately' },
  'erase-undone-imports': {
    retryLimit: 0,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds,
    policy: 'stately',
  },
  'run-billing-cycle': { retryLimit: 0, expireInSeconds: 3600, heartbeatSeconds, policy: 'stately' },
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
  // Building the facts and totals of a large workspace takes minutes. One node at a time is enough.
  'update-report-totals': { retryLimit: 0, expireInSeconds: 3600, heartbeatSeconds, policy: 'stately' },
  'change-custom-field': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 3600,
    heartbeatSeconds,
  },
  // The next minute goes on where one failed.
  'write-sample-resumes': { retryLimit: 0, expireInSeconds: 600, policy: 'stately' },
  // So does this.
  'build-sort-keys': { retryLimit: 0, expireInSeconds: 4 * 3600, heartbeatSeconds, policy: 'stately' },
}

/**
 * Installs or upgrades pg-boss' tables and creates the queues, as their owner. It neither supervises nor schedules:
 * that reads rows which the application role writes, so it must run with that role's privileges only.
 */
export async function installJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString,
    max: 2,
    ...connectionSettings,
    application_name: 'muster migrate',
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options)
      // A queue of an earlier version gets this version's options, all but its policy.
      const { policy: _, ...changeable } = options
      await boss.updateQueue(name, changeable)
    }
    await untilIndexesAreBuilt(connectionString)
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

async function untilIndexesAreBuilt(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const deadline = Date.now() + indexTimeoutMs; Date.now() < deadline; await sleep(200)) {
      const { rowCount } = await client.query(
        `select from pgboss.bam where status in ('pending', 'in_progress') limit 1`,
      )
      if (rowCount === 0) return
    }
  } finally {
    await client.end()
  }
}
