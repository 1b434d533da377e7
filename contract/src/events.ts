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
  /** Colleagues were added, changed, deleted or restored. */
  z.object({ kind: z.literal('users-changed'), userIds: z.array(id), actorId: id.nullable() }),
  /** The plan of the workspace, its subscription or an invoice is another. */
  z.object({ kind: z.literal('billing-changed'), actorId: id.nullable() }),
  /**
   * Somebody's rights changed, or sessions ended. Only those it names hear it, as the last of their stream: they come
   * back with the rights they have now, or not at all. `userIds` is null for everyone in the workspace, `sessionIds`
   * for all sessions of those people.
   */
  z.object({
    kind: z.literal('access-changed'),
    userIds: z.array(id).nullable(),
    sessionIds: z.array(id).nullable(),
    actorId: id.nullable(),
  }),
])

export type LiveEvent = z.infer<typeof liveEvent>

/**
 * Server-sent events of the workspace. Each has an id; a client that comes back with `Last-Event-ID` gets what
 * it missed. A comment line every 15 seconds keeps the line open. It ends when the caller's rights or session do.
 * RATE_LIMITED when the person has as many streams open as the installation allows.
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
