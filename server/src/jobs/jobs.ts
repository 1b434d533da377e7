import { setTimeout } from 'node:timers/promises'
import type { JobName } from '@muster/contract/admin-jobs.ts'
import type { Language } from '@muster/contract/languages.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { type Listening, listen } from '../live/listen.ts'
import { connectionSettings } from './install-jobs.ts'

/** The payload of each background job. `language` is that of the request, for users who have not chosen one. */
export interface JobData {
  'run-import': { workspaceId: string; importId: string; language?: Language }
  'undo-import': { workspaceId: string; importId: string; language?: Language }
  'send-mail': { workspaceId: string; mailId: string }
  'mail-password-link': {
    email: string
    language?: Language
    /** A signed-in user causes it and their limits already count it. */
    isReserved?: boolean
  }
  'mail-email-claim': { workspaceId: string; userId: string; language?: Language }
  'deliver-webhooks': { workspaceId: string; webhookId: string }
  'sweep-webhooks': Record<string, never>
  'send-reminders': Record<string, never>
  'send-due-reports': Record<string, never>
  'send-report': { workspaceId: string; sendingId: string }
  'apply-retention': Record<string, never>
  'erase-undone-imports': Record<string, never>
  'run-billing-cycle': Record<string, never>
  'sync-stripe': { workspaceId: string }
  'reconcile-stripe': Record<string, never>
  'remove-files': { keys: string[] }
  'clean-up': Record<string, never>
  'update-report-totals': Record<string, never>
  'write-sample-resumes': Record<string, never>
  'change-custom-field': { workspaceId: string; changeId: string; language?: Language }
  'build-sort-keys': Record<string, never>
}

/** The jobs that a schedule may start: it has no payload to give. */
type ScheduledJob = {
  [Name in JobName]: JobData[Name] extends Record<string, never> ? Name : never
}[JobName]

/** Jobs that were renamed. The database may hold jobs and schedules under the former name. */
const formerNames: Partial<Record<JobName, string>> = {
  'update-report-totals': 'keep-reports',
  'apply-retention': 'keep-retention',
  'run-billing-cycle': 'keep-subscriptions',
}

export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it exists if and only if that commits. `onceFor` skips it if a job with
   * this key is waiting, in queues that keep one of each. `afterSeconds` delays it.
   */
  send<Name extends JobName>(
    tx: Database,
    name: Name,
    data: JobData[Name],
    options?: { onceFor?: string; afterSeconds?: number },
  ): Promise<void>
  /**
   * Runs the jobs of a name on this node, at most `atOnce` at a time and `ofWorkspace` of one workspace. A job may run
   * again after a crash, so the work must be idempotent. A long one throws `HandedBack` when the signal says that this
   * node stops.
   */
  work<Name extends JobName>(
    name: Name,
    run: (data: JobData[Name], stopping: AbortSignal) => Promise<void>,
    options?: { atOnce?: number; ofWorkspace?: number },
  ): Promise<void>
  /** Runs the job by a cron expression (UTC), once however many nodes there are. */
  schedule(name: ScheduledJob, cron: string): Promise<void>
  /**
   * Calls `run` with each payload notified on a database channel, so that work starts at once, not with the next poll.
   */
  onNotified(channel: string, run: (payload: string) => Promise<void>): Promise<void>
  /** Runs `run` on this node again and again, `everyMs` after it ended, until this node stops. */
  repeat(everyMs: number, run: () => Promise<void>): void
  /**
   * Retries a failed or canceled job at once, in the caller's transaction.
   * @throws CONFLICT while another job of its queue is waiting, of queues that may have one
   */
  retry(tx: Database, job: { name: string; id: string; state: string }): Promise<void>
  /** Cancels a waiting job, in the caller's transaction. */
  cancel(tx: Database, job: { name: string; id: string }): Promise<void>
  stop(): Promise<void>
}

/** A dead worker is noticed after this and its heartbeat, and its job goes to another. */
const superviseIntervalSeconds = 5
const batchMs = 50
/** For running jobs to end when this node stops; the others go to another node. */
const stopTimeoutMs = 8_000

/** Runs `run` again and again. `stop` resolves when the current run has ended. */
function repeatEvery(everyMs: number, run: () => Promise<void>, log: (error: unknown) => void) {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await run().catch(log)
      await setTimeout(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const ended = loop()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

/** Makes pg-boss run statements in our transaction. */
function within(tx: Database) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      // pg-boss writes $1, $2…; Kysely's raw builder takes the text in pieces.
      const pieces = text.split(/\$(\d+)/)
      const query = pieces.map((piece, index) =>
        index % 2 ? sql`${values[Number(piece) - 1]}` : sql.raw(piece),
      )
      return sql<Record<string, unknown>>`${sql.join(query, sql.raw(''))}`.execute(tx)
    },
  }
}

/**
 * Tells whether a newer version of pg-boss has migrated its tables. During an upgrade, a node of this version that
 * starts must serve on them. pg-boss refuses that unless it may migrate; with a newer schema it then does nothing.
 */
async function hasNewerJobs(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
    return rows[0] !== undefined && rows[0].version > pgBoss.pgboss.schema
  } finally {
    await client.end()
  }
}

export async function createJobs(
  connectionString: string,
  log: (error: unknown) => void,
  { scheduleIntervalSeconds = 30 } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    // The owner installs it, see `installJobs`; this role may not.
    migrate: await hasNewerJobs(connectionString),
    // Only when the tables are newer: their indexes are not this node's to build.
    bamIntervalSeconds: 24 * 3600,
    max: 4,
    ...connectionSettings,
    application_name: 'muster-jobs',
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    cronMonitorIntervalSeconds: scheduleIntervalSeconds,
  })
  boss.on('error', log)
  await boss.start()
  const listening: Pick<Listening, 'stop'>[] = []
  const stopping = new AbortController()
  let stopped: Promise<void> | null = null

  async function stopAll(): Promise<void> {
    stopping.abort()
    for (const one of listening) await one.stop()
    await boss.stop({ graceful: true, timeout: stopTimeoutMs, close: true })
  }

  return {
    async send(tx, name, data, { onceFor, afterSeconds } = {}) {
      await boss.send(name, data, {
        db: within(tx),
        ...(onceFor ? { singletonKey: onceFor } : {}),
        ...(afterSeconds ? { startAfter: afterSeconds } : {}),
        ...('workspaceId' in data ? { group: { id: data.workspaceId } } : {}),
      })
    },
    async work(name, run, { atOnce = 1, ofWorkspace } = {}) {
      const options = {
        pollingIntervalSeconds: 1,
        batchSize: 1,
        localConcurrency: atOnce,
        ...(ofWorkspace ? { localGroupConcurrency: ofWorkspace } : {}),
      }
      const former = formerNames[name]
      const names = former && (await boss.getQueue(former)) ? [name, former] : [name]
      for (const each of names)
        await boss.work(each, options, async ([job]) => {
          // A scheduled job has no payload.
          if (job) await run((job.data ?? {}) as JobData[typeof name], stopping.signal)
        })
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron)
      const former = formerNames[name]
      if (former) await boss.unschedule(former)
    },
    async retry(tx, { name, id, state }) {
      const again = state === 'cancelled' ? boss.resume : boss.retry
      try {
        await again.call(boss, name, id, { db: within(tx) })
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === '23505')
          throw conflict(t`Another job of this queue is already waiting`)
        throw error
      }
      // It may have waited for another attempt.
      await boss.update({ name, options: { id, startAfter: new Date(), db: within(tx) } })
    },
    async cancel(tx, { name, id }) {
      await boss.cancel(name, id, { db: within(tx) })
    },
    async onNotified(channel, run) {
      const pending = new Set<string>()
      const flush = async () => {
        const payloads = [...pending]
        pending.clear()
        for (const payload of payloads) await run(payload).catch(log)
      }
      listening.push(
        await listen(connectionString, channel, {
          onListening() {},
          onNotification(payload) {
            // Combines notifications within `batchMs`.
            if (pending.size === 0) void setTimeout(batchMs, undefined, { ref: false }).then(flush)
            pending.add(payload)
          },
        }),
      )
    },
    repeat(everyMs, run) {
      listening.push(repeatEvery(everyMs, run, log))
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}
