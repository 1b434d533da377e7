import pg from 'pg'

const reconnectAfterMs = 500
/** A connection can die silently; one that does not answer is dropped. */
export const listenTimeouts = { checkEveryMs: 15_000, answersWithinMs: 10_000 }

export interface Listening {
  stop(): Promise<void>
}

/**
 * Keeps one connection that listens on a channel, and reconnects when it is lost. `onListening` is called after each
 * connect: notifications before it were missed.
 * @throws when the first connection fails
 */
export async function listen(
  connectionString: string,
  channel: string,
  handlers: { onListening: () => void; onNotification: (payload: string) => void },
  { checkEveryMs, answersWithinMs } = listenTimeouts,
): Promise<Listening> {
  let current: pg.Client | null = null
  let stopped = false

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      application_name: `muster ${channel}`,
    })
    let isLost = false
    const lose = () => {
      isLost = true
      clearInterval(check)
      if (stopped || current !== client) return
      current = null
      openAgainLater()
    }
    const check = setInterval(() => {
      client.query('select 1').catch(() => {
        lose()
        // A hanging connection would not process a regular end.
        client.connection.stream.destroy()
      })
    }, checkEveryMs)
    check.unref()
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => handlers.onNotification(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // The connection may be lost between the response and this line, which nothing would report later.
      if (isLost) throw new Error('lost at once')
    } catch (error) {
      clearInterval(check)
      void client.end().catch(() => {})
      throw error
    }
    if (stopped) return client.end()
    current = client
    handlers.onListening()
  }

  function openAgainLater(): void {
    setTimeout(() => {
      if (!stopped) open().catch(openAgainLater)
    }, reconnectAfterMs).unref()
  }

  await open()
  return {
    async stop() {
      stopped = true
      await current?.end()
    },
  }
}
