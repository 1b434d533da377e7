import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import * as contract from '@muster/contract/events.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/app-error.ts'
import { type Route, streamHandler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { concerns } from '../session/access-changed.ts'
import type { Actor } from '../session/actor.ts'
import { authenticate } from '../session/authenticate.ts'
import { createOutlet, type EventOutlet, type EventScope } from './event-outlet.ts'
import { takeStream } from './limit-streams.ts'
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

/** What it takes to read the rows that an event names; whoever may not learns nothing of them. */
const permissionFor: Partial<Record<contract.LiveEvent['kind'], Permission>> = {
  'agents-changed': 'agents:read',
  'import-progressed': 'applications:import',
  'candidates-changed': 'candidates:read',
  'positions-changed': 'positions:read',
  'billing-changed': 'plans:read',
}

/** Some events concern only those who may read what changed; notifications and changed rights only those they name. */
function isFor(actor: Actor, event: StoredEvent['event']): boolean {
  const permission = permissionFor[event.kind]
  if (permission && !actor.permissions.has(permission)) return false
  if (event.kind === 'notified') return event.userId === actor.userId
  return event.kind !== 'access-changed' || concerns(event, actor)
}

/** Whether the person may still do what they might when the stream began. */
function hasSameAccess(then: Actor, now: Actor): boolean {
  return (
    then.role === now.role &&
    then.companyId === now.companyId &&
    then.permissions.symmetricDifference(now.permissions as Set<Permission>).size === 0
  )
}

/** Keeps the line open while the session lasts and its rights are the same. */
function startHeartbeat(
  request: FastifyRequest,
  actor: Actor,
  response: ServerResponse,
  services: Services,
): void {
  const heartbeat = setInterval(async () => {
    try {
      const now = await authenticate(request.headers.authorization, services)
      if (!hasSameAccess(actor, now)) response.end()
    } catch (error) {
      // A database that is away for a moment ends nobody's session.
      if (error instanceof AppError) response.end()
    }
    if (isOpen(response)) response.write(': still here\n\n')
  }, services.config.clientPatience.heartbeatMs)
  response.once('close', () => clearInterval(heartbeat))
}

/** Sends what was missed since `from` first, and what happens meanwhile after it, each once. */
async function follow(
  live: Live,
  actor: Actor,
  response: ServerResponse,
  outlet: EventOutlet,
  from: number | null,
): Promise<void> {
  const readAhead = createReadAhead()
  let waiting: StoredEvent[] | null = from === null ? null : []
  const announced = (stored: StoredEvent) => {
    if (stored.id === from || readAhead.isRepeat(stored.id)) return
    if (isFor(actor, stored.event)) outlet.send(stored)
    // They come back with the rights they have now, or not at all.
    if (stored.event.kind === 'access-changed' && concerns(stored.event, actor)) outlet.end()
  }
  const unsubscribe = live.subscribe(actor.workspaceId, (stored) =>
    waiting ? waiting.push(stored) : announced(stored),
  )
  response.once('close', unsubscribe)
  if (from === null) return
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

/** The stream of events, with what those may hear of them who see only some of the rows. */
export function createEventStream(scope: EventScope): Route {
  return streamHandler(contract.streamEvents, async ({ actor, services }, request, reply) => {
    const from = readLastEventId(request)
    takeStream(services, actor, reply.raw)
    const response = open(request, reply, from ?? services.live.lastId())
    startHeartbeat(request, actor, response, services)
    const outlet = createOutlet(response, actor, services, scope)
    // Cut off halfway, the reader comes back for the rest.
    await follow(services.live, actor, response, outlet, from).catch(() => response.destroy())
  })
}
