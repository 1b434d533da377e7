import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a reader has to take the last of its stream once the server closes. */
const patienceMs = 1_000

/**
 * Whether something can still be written. Node calls a response writable also once it was ended, and a single write
 * after that ends the process.
 */
export function isOpen(response: ServerResponse): boolean {
  return !response.writableEnded && !response.destroyed
}

export interface OpenStreams {
  /** Keeps an answer that has no end of its own, until its reader leaves or the server closes. */
  add(response: ServerResponse): void
}

declare module 'fastify' {
  interface FastifyInstance {
    openStreams: OpenStreams
  }
}

/**
 * Ends open streams when the server closes: closing waits for every answer, and these would never be done. `onCount`
 * hears how many there are.
 */
export function endStreamsOnClose(app: FastifyInstance, onCount: (open: number) => void): void {
  const open = new Set<ServerResponse>()
  let isClosing = false

  function end(response: ServerResponse): void {
    response.end()
    setTimeout(() => response.destroy(), patienceMs).unref()
  }

  app.decorate('openStreams', {
    add(response) {
      if (isClosing) return end(response)
      open.add(response)
      onCount(open.size)
      response.once('close', () => {
        open.delete(response)
        onCount(open.size)
      })
    },
  } satisfies OpenStreams)
  app.addHook('preClose', async () => {
    isClosing = true
    for (const response of open) end(response)
  })
}
