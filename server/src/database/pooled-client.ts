import { once } from 'node:events'
import pg from 'pg'

const readTimeout = 'Query read timeout'

/**
 * A connection that is given up when the database is silent for too long. pg tells whoever asked, but keeps the
 * connection: back in the pool, the next to get it would wait for the same answer.
 */
export class PooledClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const answer = (super.query as (...args: unknown[]) => unknown).apply(this, args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch(async (error: Error) => {
      // Whoever asked gives it back to the pool next, which keeps it unless it has ended by then.
      if (error.message === readTimeout) await this.#giveUp()
      throw error
    })
  }) as pg.Client['query']

  async #giveUp(): Promise<void> {
    const ended = once(this, 'end')
    // The end is told as an error first.
    ended.catch(() => {})
    this.connection.stream.destroy()
    await ended.catch(() => {})
  }
}
