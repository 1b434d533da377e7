import pg from 'pg'

const readTimeout = 'Query read timeout'

/**
 * A connection that is given up when the database is silent for too long. pg tells whoever asked, but keeps the
 * connection: back in the pool, the next to get it would wait for the same answer.
 */
export class PooledClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const answer = (super.query as (...args: unknown[]) => unknown).apply(this, args)
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === readTimeout) this.connection.stream.destroy()
      })
    return answer
  }) as pg.Client['query']
}
