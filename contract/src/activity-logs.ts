import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, text, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

export const activityKinds = [
  'created',
  'imported',
  'moved',
  'edited',
  'comment',
  'call',
  'email',
  'file',
  'disposition',
  'reopened',
  'deleted',
  'restored',
  'reverted',
  /** The candidate was merged: `oldValue` was merged into `newValue`. */
  'merged',
  'unmerged',
  /** Shared with the client `newValue`; `body` is what was shared. */
  'shared',
  'withdrawn',
  /** The client `newValue` asked about the candidate, or got a reply. */
  'asked',
  'replied',
] as const

/** Why an application moved. */
export const moveCauses = [
  'board',
  'bulk',
  'close',
  'reopen',
  'status_deleted',
  'call_outcome',
  'import',
  'undo',
  'review',
] as const

/**
 * One entry of an application's history. Only the fields of its kind are set. Client reviewers get moves, the end and
 * their comments, without staff notes, without calls, without what was shared with clients, and without `call_outcome` as a
 * cause.
 */
export const activityLog = z.object({
  id,
  kind: z.enum(activityKinds),
  at: timestamp,
  updatedAt: timestamp,
  actor: z.object({ kind: z.enum(['user', 'agent', 'system']), id: id.nullable(), name: z.string() }),
  from: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  to: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  cause: z.enum(moveCauses).nullable(),
  field: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  body: z
    .string()
    .nullable()
    .describe(
      "A comment's Markdown, a note, what was shared or asked, or of `imported` and of changes by an import the values of the file that were not stored, for those who may see contact data. Null once the comment is deleted.",
    ),
  mentions: z.array(z.object({ id, name: z.string() })),
  callId: id.nullable(),
  file: z
    .object({ id, name: z.string(), contentType: z.string() })
    .nullable()
    .describe('The file attached; null once it is removed, and for those who may not open files'),
  editedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
  revertedAt: timestamp.nullable().describe('When the move was reverted'),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export const listActivityLogs = endpoint({
  name: 'listActivityLogs',
  tag: 'Activity',
  summary: "List an application's activity",
  description:
    "Returns an application's history, newest first: with `shared`, `withdrawn`, `asked` and `replied`, what was shared " +
    'with the client and asked about it, for staff only. The first page also counts the entries of each kind, ' +
    'whatever `kind` filters by.',
  method: 'GET',
  path: '/applications/{id}/activity-logs/',
  permission: 'applications:read',
  params: idParams,
  query: pageQuery(['-at', 'at']).extend({ kind: list(z.enum(activityKinds)) }),
  response: page(activityLog).extend({ counts: z.record(z.string(), z.int()) }),
})

export const listCandidateActivity = endpoint({
  name: 'listCandidateActivity',
  tag: 'Activity',
  summary: "List a person's activity on all their applications",
  description:
    "Returns a person's history across those of their applications that the caller may see, newest first. A " +
    'change of the person that was recorded on several applications appears once. What was shared with clients and ' +
    'asked about it is in it for staff only. The first page also counts ' +
    'the entries of each kind, whatever `kind` filters by. NOT_FOUND for a person the caller may not see.',
  method: 'GET',
  path: '/candidates/{id}/activity-logs/',
  permission: 'applications:read',
  params: idParams,
  query: pageQuery(['-at', 'at']).extend({
    kind: list(z.enum(activityKinds)),
    applicationId: list(id).describe("Only these of the person's applications"),
  }),
  response: page(
    activityLog.extend({
      application: z.object({
        id,
        position: z.object({ id, name: z.string() }),
        company: z.object({ id, name: z.string() }),
      }),
    }),
  ).extend({ counts: z.record(z.string(), z.int()) }),
})

const commentBody = z.object({
  body: text(10_000, 1).describe('Markdown'),
  mentions: z.array(id).max(50).optional(),
})

export const createComment = endpoint({
  name: 'createComment',
  tag: 'Activity',
  summary: 'Comment on an application',
  description: 'Adds a comment. Mentioned users are notified.',
  method: 'POST',
  path: '/applications/{id}/activity-logs/comment/',
  permission: 'applications:comment',
  params: idParams,
  body: commentBody,
  response: activityLog,
  status: 201,
})

export const updateComment = endpoint({
  name: 'updateComment',
  tag: 'Activity',
  summary: 'Edit your comment',
  description: "Changes the caller's own comment.",
  method: 'PATCH',
  alsoPut: true,
  path: '/applications/{id}/activity-logs/comment/{commentId}/',
  permission: 'applications:comment',
  params: z.object({ id, commentId: id }),
  body: commentBody,
  response: activityLog,
})

export const deleteComment = endpoint({
  name: 'deleteComment',
  tag: 'Activity',
  summary: 'Delete your comment',
  description: "Deletes the caller's own comment. A tombstone without the text stays in the history.",
  method: 'DELETE',
  path: '/applications/{id}/activity-logs/comment/{commentId}/',
  permission: 'applications:comment',
  params: z.object({ id, commentId: id }),
  status: 204,
})

export const restoreComment = endpoint({
  name: 'restoreComment',
  tag: 'Activity',
  summary: 'Restore your deleted comment',
  description:
    "Restores the caller's own deleted comment within ten minutes. The server no longer has the text, so " +
    'send it in the body. Nobody is notified again.',
  method: 'POST',
  path: '/applications/{id}/activity-logs/comment/{commentId}/restore/',
  permission: 'applications:comment',
  params: z.object({ id, commentId: id }),
  body: commentBody,
  response: activityLog,
})
