import pg from 'pg'
import { t } from '#texts'
import { AppError } from '../http/app-error.ts'

export interface Readiness {
  /** @throws UNAVAILABLE while the database does not answer, and once this node is about to stop */
  assert(): Promise<void>
  /** From now on balancers are told to send requests elsewhere. */
  leave(): void
  readonly isLeaving: boolean
  stop(): Promise<void>
}

const patience = { answersWithinMs: 2_000 }
/** However many ask, the database is asked once in this time. */
const goodForMs = 500
const retryAfterSeconds = 2

/**
 * Asks the database on a connection of its own: one that waits for its turn among the requests would call a node
 * away that is only busy, and send its share to the others as well.
 */
export function createReadiness(connectionString: string, { answersWithinMs } = patience): Readiness {
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
      await asking.query('select 1')
    } catch (error) {
      client = null
      // What hangs would not hear a polite end.
      asking.connection.stream.destroy()
      throw error
    }
  }

  return {
    async assert() {
      if (isLeaving) throw new AppError('UNAVAILABLE', t`This node is about to stop`, { retryAfterSeconds })
      if (!asked || asked.at + goodForMs < performance.now()) asked = { at: performance.now(), answer: ask() }
      try {
        await asked.answer
      } catch {
        throw new AppError('UNAVAILABLE', t`The database does not answer`, { retryAfterSeconds })
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
