import { once } from 'node:events'
import pg from 'pg'
import { isStaleStatement, PreparedStatements } from './prepared-statements.ts'
import { isReadOnlyServer } from './transient-failure.ts'

const readTimeout = 'Query read timeout'

type Query = (...args: unknown[]) => unknown

export interface PooledClientConfig extends pg.ClientConfig {
  /** Shared by the connections of a pool. */
  statements?: PreparedStatements
}

/**
 * A connection that prepares the statements it runs often, and that closes when the database is silent for too long or
 * turns out to be a standby. pg reports either but keeps the connection: back in the pool, its next user would fail too.
 */
export class PooledClient extends pg.Client {
  #statements: PreparedStatements

  constructor(config: PooledClientConfig = {}) {
    super(config)
    this.#statements = config.statements ?? new PreparedStatements(false)
  }

  override query = ((...args: unknown[]) => {
    const run = (...given: unknown[]) => (super.query as Query).apply(this, given)
    const [text, values] = args
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? this.#statements.nameOf(text)
        : undefined
    const answer = name ? run({ name, text, values }) : run(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch(async (error: Error) => {
      // The caller releases it to the pool next, which keeps it unless it has ended by then.
      if (error.message === readTimeout || isReadOnlyServer(error)) await this.#giveUp()
      if (!name || !isStaleStatement(error)) throw error
      this.#statements.dropStale(text as string, error as pg.DatabaseError)
      // In a transaction the error has ended it.
      if (this.getTransactionStatus() === 'I') return run(text, values)
      throw error
    })
  }) as pg.Client['query']

  async #giveUp(): Promise<void> {
    const ended = once(this, 'end')
    // The end is reported as an error first.
    ended.catch(() => {})
    this.connection.stream.destroy()
    await ended.catch(() => {})
  }
}
