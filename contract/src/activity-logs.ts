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
  /** The person behind it was merged with another; `oldValue` is who was merged into `newValue`. */
  'merged',
  'unmerged',
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
 * One entry of an application's history. Only the fields its kind has are set. Client reviewers get the moves, the end and
 * their comments, without staff's notes, without calls, and without `call_outcome` as a cause.
 */
export const activityLog = z.object({
  id,
  kind: z.enum(activityKinds),
  at: timestamp,
  actor: z.object({ kind: z.enum(['user', 'agent', 'system']), id: id.nullable(), name: z.string() }),
  from: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  to: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  cause: z.enum(moveCauses).nullable(),
  field: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  /** A comment's Markdown, or a note. Null once the comment is deleted. */
  body: z.string().nullable(),
  mentions: z.array(z.object({ id, name: z.string() })),
  callId: id.nullable(),
  /** The file attached; null once it is removed, and for those who may not open files. */
  file: z.object({ id, name: z.string(), contentType: z.string() }).nullable(),
  editedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
  /** The move was taken back. */
  revertedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

/**
 * Everything that happened to an application, newest first. The first page also counts the entries of each kind,
 * whatever `kind` narrows the list to.
 */
export const listActivityLogs = endpoint({
  name: 'listActivityLogs',
  tag: 'Activity',
  summary: "List an application's activity",
  method: 'GET',
  path: '/applications/{id}/activity-logs/',
  permission: 'applications:read',
  params: idParams,
  query: pageQuery(['-at', 'at']).extend({ kind: list(z.enum(activityKinds)) }),
  response: page(activityLog).extend({ counts: z.record(z.string(), z.int()) }),
})

const commentBody = z.object({
  /** Markdown. */
  body: text(10_000, 1),
  mentions: z.array(id).max(50).optional(),
})

/** Adds a comment; people mentioned are notified. */
export const createComment = endpoint({
  name: 'createComment',
  tag: 'Activity',
  summary: 'Comment on an application',
  method: 'POST',
  path: '/applications/{id}/activity-logs/comment/',
  permission: 'applications:comment',
  params: idParams,
  body: commentBody,
  response: activityLog,
  status: 201,
})

/** Changes one's own comment. */
export const updateComment = endpoint({
  name: 'updateComment',
  tag: 'Activity',
  summary: 'Edit your comment',
  method: 'PATCH',
  alsoPut: true,
  path: '/applications/{id}/activity-logs/comment/{commentId}/',
  permission: 'applications:comment',
  params: z.object({ id, commentId: id }),
  body: commentBody,
  response: activityLog,
})

/** Deletes one's own comment; a tombstone without the text stays in the history. */
export const deleteComment = endpoint({
  name: 'deleteComment',
  tag: 'Activity',
  summary: 'Delete your comment',
  method: 'DELETE',
  path: '/applications/{id}/activity-logs/comment/{commentId}/',
  permission: 'applications:comment',
  params: z.object({ id, commentId: id }),
  status: 204,
})

/**
 * Takes back the deletion of one's own comment within ten minutes. Its text is gone from the server, so it comes from
 * where it is still known; nobody is notified again.
 */
export const restoreComment = endpoint({
  name: 'restoreComment',
  tag: 'Activity',
  summary: 'Take back the deletion of your comment',
  method: 'POST',
  path: '/applications/{id}/activity-logs/comment/{commentId}/restore/',
  permission: 'applications:comment',
  params: z.object({ id, commentId: id }),
  body: commentBody,
  response: activityLog,
})
