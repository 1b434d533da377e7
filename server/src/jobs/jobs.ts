import type { Language } from '@muster/contract/languages.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import type { Database } from '../database/connect.ts'
import { type Listening, listen } from '../live/listen.ts'
import { lineSettings } from './install-jobs.ts'

/**
 * Every background job, with what it is given; `language` is that of the request it comes from, for a person who has
 * not chosen one.
 */
export interface JobData {
  'run-import': { workspaceId: string; importId: string; language?: Language }
  'undo-import': { workspaceId: string; importId: string; language?: Language }
  'send-mail': { workspaceId: string; mailId: string }
  'mail-password-link': {
    email: string
    language?: Language
    /** Somebody signed in causes it, against whose limits it was counted. */
    isReserved?: boolean
  }
  'mail-email-claim': { workspaceId: string; userId: string; language?: Language }
  'deliver-webhooks': { workspaceId: string; webhookId: string }
  'sweep-webhooks': Record<string, never>
  'send-reminders': Record<string, never>
  'keep-retention': Record<string, never>
  'keep-subscriptions': Record<string, never>
  'sync-stripe': { workspaceId: string }
  'reconcile-stripe': Record<string, never>
  'remove-files': { keys: string[] }
  'clean-up': Record<string, never>
  'keep-reports': Record<string, never>
}

export type JobName = keyof JobData

export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it exists if and only if that commits. `onceFor`: unless one for the same
   * is waiting already, in queues that keep one of each. `afterSeconds`: not before then.
   */
  send<Name extends JobName>(
    tx: Database,
    name: Name,
    data: JobData[Name],
    options?: { onceFor?: string; afterSeconds?: number },
  ): Promise<void>
  /**
   * Runs each job of the name here, `atOnce` of them beside one another, at most `ofWorkspace` of them for one
   * workspace. One may run again after a crash, so the work must stand that. What takes long
   * hands itself back (`HandedBack`) when it is told that this node stops.
   */
  work<Name extends JobName>(
    name: Name,
    run: (data: JobData[Name], stopping: AbortSignal) => Promise<void>,
    options?: { atOnce?: number; ofWorkspace?: number },
  ): Promise<void>
  /** Runs the job by a cron expression (UTC), once however many nodes there are. */
  schedule(
    name:
      | 'clean-up'
      | 'keep-reports'
      | 'sweep-webhooks'
      | 'send-reminders'
      | 'keep-retention'
      | 'keep-subscriptions'
      | 'reconcile-stripe',
    cron: string,
  ): Promise<void>
  /** Hears what a channel of the database says, so that work begins at once and not when somebody looks. */
  hear(channel: string, run: (payload: string) => Promise<void>): Promise<void>
  /** Tries a job that ended badly again, in the caller's transaction. */
  retry(tx: Database, job: { name: string; id: string; state: string }): Promise<void>
  /** Calls off a job that waits, in the caller's transaction. */
  cancel(tx: Database, job: { name: string; id: string }): Promise<void>
  stop(): Promise<void>
}

/** A worker that dies without a word is noticed after this and its heartbeat, and its job given to another. */
const superviseIntervalSeconds = 5
const togetherMs = 50
/** For work under way to end when this node stops; what has not by then is given to another. */
const patienceMs = 8_000

/** Lets pg-boss speak within a transaction of ours. */
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
 * Whether a newer version of pg-boss has migrated its tables. A node of this version that starts during an upgrade serves on
 * them, which pg-boss refuses unless it may migrate; to a newer schema it then does nothing.
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
  { lookAtSchedulesEverySeconds = 30 } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    // The owner installs it, see `installJobs`: this role may not.
    migrate: await hasNewerJobs(connectionString),
    // Only where the tables are newer, whose indexes are not this node's to build.
    bamIntervalSeconds: 24 * 3600,
    max: 4,
    ...lineSettings,
    application_name: 'muster-jobs',
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    cronMonitorIntervalSeconds: lookAtSchedulesEverySeconds,
  })
  boss.on('error', log)
  await boss.start()
  const hearing: Listening[] = []
  const stopping = new AbortController()
  let stopped: Promise<void> | null = null

  async function stopAll(): Promise<void> {
    stopping.abort()
    for (const one of hearing) await one.stop()
    await boss.stop({ graceful: true, timeout: patienceMs, close: true })
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
      await boss.work(name, options, async ([job]) => {
        // What a schedule says carries none.
        if (job) await run((job.data ?? {}) as JobData[typeof name], stopping.signal)
      })
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron)
    },
    async retry(tx, { name, id, state }) {
      const again = state === 'cancelled' ? boss.resume : boss.retry
      await again.call(boss, name, id, { db: within(tx) })
    },
    async cancel(tx, { name, id }) {
      await boss.cancel(name, id, { db: within(tx) })
    },
    async hear(channel, run) {
      const heard = new Set<string>()
      const tell = async () => {
        const payloads = [...heard]
        heard.clear()
        for (const payload of payloads) await run(payload).catch(log)
      }
      hearing.push(
        await listen(connectionString, channel, {
          onListening() {},
          onNotification(payload) {
            // Many at once are told as one.
            if (heard.size === 0) setTimeout(tell, togetherMs).unref()
            heard.add(payload)
          },
        }),
      )
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}
