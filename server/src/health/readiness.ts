import pg from 'pg'
import { t } from '#texts'
import { AppError } from '../app-error.ts'

export interface Readiness {
  /** @throws UNAVAILABLE while the database does not answer or takes no writes, or this node is about to stop */
  assert(): Promise<void>
  /** From now on, reports not ready, so that load balancers send requests elsewhere. */
  leave(): void
  readonly isLeaving: boolean
  stop(): Promise<void>
}

const timeouts = { answersWithinMs: 2_000 }
/** The database is asked at most once in this time, however many requests come. */
const cacheMs = 500
const retryAfterSeconds = 2

/** The database is a standby: it answers, but takes no writes. */
class ReadOnlyError extends Error {}

/**
 * Checks the database on a connection of its own. One that queued among the requests would report a merely busy node as
 * not ready and move its load to the others.
 */
export function createReadiness(connectionString: string, { answersWithinMs } = timeouts): Readiness {
  let client: pg.Client | null = null
  let asked: { at: number; answer: Promise<void> } | null = null
  let isLeaving = false

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString,
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      keepAlive: true,
      application_name: 'muster readiness',
    })
    const lose = () => {
      if (client !== opened) return
      client = null
      asked = null
    }
    opened.on('error', lose)
    opened.on('end', lose)
    await opened.connect()
    return opened
  }

  async function ask(): Promise<void> {
    const asking = client ?? (await open())
    client = asking
    try {
      const { rows } = await asking.query<{ is_read_only: boolean }>(
        `select current_setting('transaction_read_only')::boolean as is_read_only`,
      )
      if (rows[0]!.is_read_only) throw new ReadOnlyError()
    } catch (error) {
      client = null
      // A hanging connection would not process a regular end.
      asking.connection.stream.destroy()
      throw error
    }
  }

  return {
    async assert() {
      if (isLeaving) throw new AppError('UNAVAILABLE', t`This node is shutting down`, { retryAfterSeconds })
      if (!asked || asked.at + cacheMs < performance.now()) asked = { at: performance.now(), answer: ask() }
      try {
        await asked.answer
      } catch (error) {
        const message =
          error instanceof ReadOnlyError ? t`The database is read-only` : t`The database is not responding`
        throw new AppError('UNAVAILABLE', message, { retryAfterSeconds })
      }
    },
    leave() {
      isLeaving = true
    },
    get isLeaving() {
      return isLeaving
    },
    async stop() {
      isLeaving = true
      await asked?.answer.catch(() => {})
      await client?.end()
    },
  }
}
