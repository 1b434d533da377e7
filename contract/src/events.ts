import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { presenceSubjects } from './presence.ts'

/** What the live stream tells. Each has the ids to look up again, never the data itself. */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('applications-changed'),
    applicationIds: z.array(id),
    positionIds: z.array(id),
    actorId: id.nullable(),
  }),
  z.object({
    kind: z.literal('applications-moved'),
    applicationIds: z.array(id),
    positionIds: z.array(id),
    toStatusIds: z.array(id),
    actorId: id.nullable(),
  }),
  z.object({ kind: z.literal('activity-logged'), applicationId: id, actorId: id.nullable() }),
  z.object({ kind: z.literal('positions-changed'), positionIds: z.array(id), actorId: id.nullable() }),
  z.object({ kind: z.literal('candidates-changed'), candidateIds: z.array(id), actorId: id.nullable() }),
  z.object({ kind: z.literal('agents-changed'), agentIds: z.array(id), actorId: id.nullable() }),
  z.object({ kind: z.literal('import-progressed'), importId: id, actorId: id.nullable() }),
  /** Somebody came to look at something, or went. */
  z.object({
    kind: z.literal('presence-changed'),
    subjectType: z.enum(presenceSubjects),
    subjectId: id,
    actorId: id.nullable(),
  }),
  z.object({ kind: z.literal('notified'), userId: id, actorId: id.nullable() }),
])

export type LiveEvent = z.infer<typeof liveEvent>

/**
 * Server-sent events of the workspace. Each has an id; a client that comes back with `Last-Event-ID` gets what
 * it missed. A comment line every 15 seconds keeps the line open.
 */
export const streamEvents = endpoint({
  name: 'streamEvents',
  tag: 'Live',
  summary: 'Follow what happens in the workspace',
  method: 'GET',
  path: '/events/',
  permission: 'signed-in',
  streams: 'text/event-stream',
})
