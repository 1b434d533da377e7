import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import * as contract from '@muster/contract/events.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/app-error.ts'
import { streamHandler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { authenticate } from '../session/authenticate.ts'
import type { Live } from './live.ts'
import type { StoredEvent } from './missed-events.ts'
import { createReadAhead } from './read-ahead.ts'

const heartbeatMs = 15_000
/** A reader this far behind is cut off; it comes back and catches up from the table. */
const mostBuffered = 1_000_000

function open(request: FastifyRequest, reply: FastifyReply, lastId: number): ServerResponse {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Also without an event a reader knows where it stands: not every parser tells of an id that comes alone.
    'last-event-id': lastId,
    // The line is of no use once the stream has ended, and closing waits for lines kept alive.
    connection: 'close',
  })
  response.write(`retry: 1000\nid: ${lastId}\n\n`)
  request.server.openStreams.add(response)
  return response
}

/** @returns null when the caller names none, or not one of ours */
function readLastEventId(request: FastifyRequest): number | null {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** Writes events to one reader. Notifications concern one person; the rest concerns everyone in the workspace. */
function sendTo(response: ServerResponse, actor: Actor, { id, event }: StoredEvent): void {
  if (event.kind === 'notified' && event.userId !== actor.userId) return
  if (!response.writable) return
  if (response.writableLength > mostBuffered) response.destroy()
  else response.write(`id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`)
}

/** Keeps the line open while the session lasts. */
function startHeartbeat(request: FastifyRequest, response: ServerResponse, services: Services): void {
  const heartbeat = setInterval(async () => {
    try {
      await authenticate(request.headers.authorization, services)
    } catch (error) {
      // A database that is away for a moment ends nobody's session.
      if (error instanceof AppError) response.end()
    }
    if (response.writable) response.write(': still here\n\n')
  }, heartbeatMs)
  response.once('close', () => clearInterval(heartbeat))
}

/** Sends what was missed since `from` first, and what happens meanwhile after it, each once. */
async function follow(
  live: Live,
  actor: Actor,
  response: ServerResponse,
  from: number | null,
): Promise<void> {
  const readAhead = createReadAhead()
  let waiting: StoredEvent[] | null = from === null ? null : []
  const announced = (stored: StoredEvent) => {
    if (stored.id !== from && !readAhead.isRepeat(stored.id)) sendTo(response, actor, stored)
  }
  const unsubscribe = live.subscribe(actor.workspaceId, (stored) =>
    waiting ? waiting.push(stored) : announced(stored),
  )
  response.once('close', unsubscribe)
  if (from === null) return
  for await (const stored of live.missed(actor.workspaceId, from)) {
    sendTo(response, actor, stored)
    readAhead.add(stored.id)
    if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), once(response, 'close')])
    if (!response.writable) return
  }
  for (const stored of waiting ?? []) announced(stored)
  waiting = null
}

export const streamEvents = streamHandler(
  contract.streamEvents,
  async ({ actor, services }, request, reply) => {
    const from = readLastEventId(request)
    const response = open(request, reply, from ?? services.live.lastId())
    startHeartbeat(request, response, services)
    // Cut off halfway, the reader comes back for the rest.
    await follow(services.live, actor, response, from).catch(() => response.destroy())
  },
)
