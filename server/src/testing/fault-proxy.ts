import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  port: number
  /** Returns a URL with this proxy in front of its server. */
  inFrontOf(url: string): string
  /** Delays everything in both directions; 0 ends it. */
  delay(ms: number): void
  /** Ends every connection at once, as a restart does. New ones are accepted. */
  cut(): void
  /** Stops all traffic silently: connections stay open but dead. */
  freeze(): void
  /** Accepts new connections again; frozen ones stay dead. */
  thaw(): void
  connections(): number
  stop(): Promise<void>
}

interface Line {
  ends: [Socket, Socket]
  isDead: boolean
}

/** Starts a proxy that simulates network faults in front of a local server. */
export async function startFaultProxy(target: { port: number; host?: string }): Promise<FaultProxy> {
  const lines = new Set<Line>()
  let delayMs = 0
  let isFrozen = false

  function carry(line: Line, from: Socket, to: Socket): void {
    // Keeps the order of chunks, whatever the delay is meanwhile.
    let before = Promise.resolve()
    const after = (work: () => void) => {
      const waits = delayMs
      before = before
        .then(() => (waits > 0 ? new Promise<void>((resolve) => setTimeout(resolve, waits)) : undefined))
        .then(() => {
          if (!line.isDead) work()
        })
    }
    from.on('data', (bytes) => after(() => to.write(bytes)))
    from.on('end', () => after(() => to.end()))
    from.on('error', () => {})
    from.on('close', () =>
      after(() => {
        lines.delete(line)
        to.destroy()
      }),
    )
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const behind = createConnection({ ...target, host: target.host ?? '127.0.0.1', allowHalfOpen: true })
    const line: Line = { ends: [client, behind], isDead: isFrozen }
    lines.add(line)
    carry(line, client, behind)
    carry(line, behind, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  function end(line: Line): void {
    lines.delete(line)
    for (const socket of line.ends) socket.destroy()
  }

  return {
    port,
    inFrontOf(url) {
      const address = new URL(url)
      address.hostname = '127.0.0.1'
      address.port = String(port)
      return address.href
    },
    delay(ms) {
      delayMs = ms
    },
    cut() {
      for (const line of [...lines]) end(line)
    },
    freeze() {
      isFrozen = true
      for (const line of lines) line.isDead = true
    },
    thaw() {
      isFrozen = false
    },
    connections: () => lines.size,
    async stop() {
      for (const line of [...lines]) end(line)
      server.close()
      await once(server, 'close')
    },
  }
}
