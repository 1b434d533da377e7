import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldSubjects } from './field-subjects.ts'
import { id } from './fields.ts'
import { presenceSubjects } from './presence.ts'

/** The events of the live stream. They carry IDs to refetch, never data. */
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
  /** Somebody took people from a call queue or gave them back, or a voice campaign calls them. */
  z.object({ kind: z.literal('claims-changed'), applicationIds: z.array(id), actorId: id.nullable() }),
  z.object({ kind: z.literal('positions-changed'), positionIds: z.array(id), actorId: id.nullable() }),
  z.object({ kind: z.literal('candidates-changed'), candidateIds: z.array(id), actorId: id.nullable() }),
  /** The definitions of a subject's custom fields. */
  z.object({
    kind: z.literal('custom-fields-changed'),
    subject: z.enum(fieldSubjects),
    actorId: id.nullable(),
  }),
  z.object({ kind: z.literal('agents-changed'), agentIds: z.array(id), actorId: id.nullable() }),
  z.object({ kind: z.literal('import-progressed'), importId: id, actorId: id.nullable() }),
  /** Somebody started or stopped viewing something. */
  z.object({
    kind: z.literal('presence-changed'),
    subjectType: z.enum(presenceSubjects),
    subjectId: id,
    actorId: id.nullable(),
  }),
  z.object({ kind: z.literal('notified'), userId: id, actorId: id.nullable() }),
  /** Users were added, changed, deleted or restored. */
  z.object({ kind: z.literal('users-changed'), userIds: z.array(id), actorId: id.nullable() }),
  /** The workspace's plan, its subscription or an invoice changed. */
  z.object({ kind: z.literal('billing-changed'), actorId: id.nullable() }),
  /**
   * Permissions changed, or sessions ended. Only the named users receive it, as the last event of their stream: they
   * reconnect with their current permissions, or not at all. `userIds` is null for everyone in the workspace,
   * `sessionIds` for all sessions of those users.
   */
  z.object({
    kind: z.literal('access-changed'),
    userIds: z.array(id).nullable(),
    sessionIds: z.array(id).nullable(),
    actorId: id.nullable(),
  }),
])

export type LiveEvent = z.infer<typeof liveEvent>

export const streamEvents = endpoint({
  name: 'streamEvents',
  tag: 'Live',
  summary: 'Stream live events',
  description:
    "Streams the workspace's live events (server-sent events). Each has an ID. A client that reconnects with " +
    '`Last-Event-ID` gets what it missed. A comment line every 15 seconds keeps the connection open. The ' +
    "stream ends when the caller's permissions change or the session ends. RATE_LIMITED if the user has as " +
    'many open streams as the installation allows.',
  method: 'GET',
  path: '/events/',
  permission: 'signed-in',
  streams: 'text/event-stream',
})
