import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isStaff } from '@muster/contract/client-access.ts'
import * as contract from '@muster/contract/events.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { type Route, streamHandler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { concerns } from '../session/access-changed.ts'
import type { Actor } from '../session/actor.ts'
import { authenticate } from '../session/authenticate.ts'
import { createOutlet, type EventOutlet, type EventScope } from './event-outlet.ts'
import { reserveStream } from './limit-streams.ts'
import type { Live } from './live.ts'
import type { StoredEvent } from './missed-events.ts'
import { isOpen } from './open-streams.ts'
import { createReadAhead } from './read-ahead.ts'

function open(request: FastifyRequest, reply: FastifyReply, lastId: number): ServerResponse {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Sent even without an event, so that a reader knows its position: not every parser reports an id that comes alone.
    'last-event-id': lastId,
    // The connection cannot be reused after the stream, and closing waits for kept-alive connections.
    connection: 'close',
  })
  response.write(`retry: 1000\nid: ${lastId}\n\n`)
  request.server.openStreams.add(response)
  return response
}

/** @returns null when the client sends none, or a foreign one */
function readLastEventId(request: FastifyRequest): number | null {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** The permission needed to read the rows that an event names; others learn nothing about them. */
const permissionFor: Partial<Record<contract.LiveEvent['kind'], Permission>> = {
  'agents-changed': 'agents:read',
  'import-progressed': 'applications:import',
  'candidates-changed': 'candidates:read',
  'positions-changed': 'positions:read',
  'billing-changed': 'plans:read',
}

/**
 * Tells whether an event is for a user: some only for those who may read what changed, notifications and access changes
 * only for those they name.
 */
function isFor(actor: Actor, event: StoredEvent['event']): boolean {
  const permission = permissionFor[event.kind]
  if (permission && !actor.permissions.has(permission)) return false
  if (event.kind === 'notified') return event.userId === actor.userId
  if (event.kind === 'custom-fields-changed') return isStaff(actor.role)
  return event.kind !== 'access-changed' || concerns(event, actor)
}

/** Tells whether the user still has the access they had when the stream began. */
function hasSameAccess(then: Actor, now: Actor): boolean {
  return (
    then.role === now.role &&
    then.companyId === now.companyId &&
    then.permissions.symmetricDifference(now.permissions as Set<Permission>).size === 0
  )
}

/** A reader that takes nothing for so many heartbeats is disconnected. It reconnects and catches up. */
const maxSilentBeats = 4

/** Makes a function that tells, once a heartbeat, whether a reader has taken nothing of what waits for it for long. */
function createStallCheck(response: ServerResponse): () => boolean {
  let silentBeats = 0
  let written = 0
  return () => {
    const { bytesWritten = 0 } = response.socket ?? {}
    silentBeats = response.writableNeedDrain && bytesWritten === written ? silentBeats + 1 : 0
    written = bytesWritten
    return silentBeats >= maxSilentBeats
  }
}

/**
 * Keeps the connection open while the session lasts, its permissions are unchanged and the reader reads. One that takes
 * nothing would keep what is announced meanwhile in memory.
 */
function startHeartbeat(
  request: FastifyRequest,
  actor: Actor,
  response: ServerResponse,
  services: Services,
): void {
  const isStalled = createStallCheck(response)
  const heartbeat = setInterval(async () => {
    // One that has not taken the end of its stream for a heartbeat gets no more time.
    if (response.writableEnded || isStalled()) return void response.destroy()
    try {
      const now = await authenticate(request.headers.authorization, services)
      if (!hasSameAccess(actor, now)) response.end()
    } catch (error) {
      // A database that is down for a moment ends no session.
      if (error instanceof AppError) response.end()
    }
    // Nothing is added to what a reader has not taken.
    if (isOpen(response) && !response.writableNeedDrain) response.write(': still here\n\n')
  }, services.config.clientTimeouts.heartbeatMs)
  response.once('close', () => clearInterval(heartbeat))
}

/** Sends what was missed since `from`, then new events, each once. */
async function follow(
  live: Live,
  actor: Actor,
  response: ServerResponse,
  outlet: EventOutlet,
  from: number | null,
): Promise<void> {
  const readAhead = createReadAhead()
  // This node may be behind the one that the client left.
  let isReceived: (stored: StoredEvent) => boolean = () => false
  let waiting: StoredEvent[] | null = from === null ? null : []
  const announced = (stored: StoredEvent) => {
    if (isReceived(stored) || readAhead.isRepeat(stored.id)) return
    if (isFor(actor, stored.event)) outlet.send(stored)
    // The client reconnects with its present access, or not at all.
    if (stored.event.kind === 'access-changed' && concerns(stored.event, actor)) outlet.end()
  }
  const unsubscribe = live.subscribe(actor.workspaceId, (stored) =>
    waiting ? waiting.push(stored) : announced(stored),
  )
  response.once('close', unsubscribe)
  if (from === null) return
  isReceived = await live.receivedBefore(from)
  for await (const stored of live.missed(actor.workspaceId, from)) {
    if (isFor(actor, stored.event)) outlet.send(stored)
    readAhead.add(stored.id)
    await outlet.idle()
    if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), once(response, 'close')])
    if (!isOpen(response)) return
  }
  for (const stored of waiting ?? []) announced(stored)
  waiting = null
}

/** Creates the route of the event stream. `scope` narrows events for users with limited rows. */
export function createEventStream(scope: EventScope): Route {
  return streamHandler(contract.streamEvents, async ({ actor, services }, request, reply) => {
    const from = readLastEventId(request)
    reserveStream(services, actor, reply.raw)
    const response = open(request, reply, from ?? services.live.lastId())
    startHeartbeat(request, actor, response, services)
    const outlet = createOutlet(response, actor, services, scope)
    // A disconnected reader reconnects for the rest.
    await follow(services.live, actor, response, outlet, from).catch(() => response.destroy())
  })
}
