import * as contract from '@muster/contract/events.ts'
import { streamHandler } from '../http/handler.ts'
import type { StoredEvent } from './live.ts'

const heartbeatMs = 15_000
/** A reader this far behind is cut off; it comes back and catches up from the table. */
const mostBuffered = 1_000_000

function frame({ id, event }: StoredEvent): string {
  return `id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`
}

export const streamEvents = streamHandler(
  contract.streamEvents,
  async ({ actor, services: { live } }, request, reply) => {
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    response.write('retry: 1000\n\n')
    // Notifications concern one person; the rest concerns everyone in the workspace.
    const send = (stored: StoredEvent) => {
      if (stored.event.kind === 'notified' && stored.event.userId !== actor.userId) return
      if (response.writableLength > mostBuffered) response.destroy()
      else response.write(frame(stored))
    }
    const missedFrom = Number(request.headers['last-event-id'])
    let sentUpTo = 0
    const waiting: StoredEvent[] = []
    let caughtUp =
      !Number.isSafeInteger(missedFrom) || missedFrom < 0 || request.headers['last-event-id'] === undefined
    const unsubscribe = live.subscribe(actor.workspaceId, (stored) =>
      caughtUp ? send(stored) : waiting.push(stored),
    )
    const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs)
    response.on('close', () => {
      clearInterval(heartbeat)
      unsubscribe()
    })
    if (!caughtUp) {
      for (const stored of await live.since(actor.workspaceId, missedFrom)) {
        send(stored)
        sentUpTo = stored.id
      }
      caughtUp = true
      for (const stored of waiting) if (stored.id > sentUpTo) send(stored)
    }
  },
)
