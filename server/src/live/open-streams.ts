import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a reader may take for the end of its stream when the server closes. */
const endTimeoutMs = 1_000

/**
 * Tells whether a response can still be written. Node calls it writable even after its end, and one more write crashes
 * the process.
 */
export function isOpen(response: ServerResponse): boolean {
  return !response.writableEnded && !response.destroyed
}

export interface OpenStreams {
  /** Tracks a response without an end, until its reader leaves or the server closes. */
  add(response: ServerResponse): void
}

declare module 'fastify' {
  interface FastifyInstance {
    openStreams: OpenStreams
  }
}

/**
 * Ends open streams when the server closes: closing waits for every response, and these never end. `onCount` receives
 * their number.
 */
export function endStreamsOnClose(app: FastifyInstance, onCount: (open: number) => void): void {
  const open = new Set<ServerResponse>()
  let isClosing = false

  function end(response: ServerResponse): void {
    response.end()
    setTimeout(() => response.destroy(), endTimeoutMs).unref()
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
