import { z } from 'zod'
import { applicationSorts, searchedFilters } from './application-filters.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { id, tag, timestamp } from './fields.ts'
import { total } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

/**
 * One action on up to 1,000 applications, all or nothing per application: those it cannot be done to are
 * answered in `refused` with why; the rest are done in one transaction. `batchId` undoes it. For more than 1,000,
 * later calls go on under the `batchId` of the first, so that one undo takes all of it back.
 */
export const bulkApplications = endpoint({
  name: 'bulkApplications',
  tag: 'Applications',
  summary: 'Do one thing to many applications',
  method: 'POST',
  path: '/applications/bulk/',
  permission: 'applications:read',
  body: z.object({
    applicationIds: z.array(id).min(1).max(1000),
    batchId: id.optional(),
    action: z.discriminatedUnion('kind', [
      /** To a status, or in each position to its first status of a type. */
      z.object({
        kind: z.literal('move'),
        toStatusId: id.optional(),
        toStatusType: z.enum(statusTypeKeys).optional(),
      }),
      z.object({ kind: z.literal('assign'), ownerId: id.nullable() }),
      z.object({
        kind: z.literal('tag'),
        add: z.array(tag).max(20).default([]),
        remove: z.array(tag).max(20).default([]),
      }),
      /** When to call again; null removes it. People who asked not to be called are refused. */
      z.object({ kind: z.literal('callback'), callbackAt: timestamp.nullable() }),
      closing.extend({ kind: z.literal('close') }),
      z.object({ kind: z.literal('reopen') }),
      z.object({ kind: z.literal('delete') }),
      z.object({ kind: z.literal('restore') }),
    ]),
  }),
  response: z.object({
    changed: z.int(),
    refused: z.array(z.object({ applicationId: id, code: z.string(), message: z.string() })),
    batchId: id.nullable(),
  }),
})

/**
 * Takes back a move, close or bulk action of the caller's own, for each application nobody has changed
 * since; the others are listed in `refused`. With `applicationIds`, of these only.
 */
export const undoBatch = endpoint({
  name: 'undoBatch',
  tag: 'Applications',
  summary: 'Undo a move or bulk action',
  method: 'POST',
  path: '/applications/undo/',
  permission: 'applications:read',
  body: z.object({ batchId: id, applicationIds: z.array(id).min(1).max(1000).optional() }),
  response: z.object({
    changed: z.int(),
    refused: z.array(z.object({ applicationId: id, code: z.string(), message: z.string() })),
  }),
})

/** The most that a selection by filter takes. */
export const selectionCap = 10_000

/** The ids of up to 10,000 applications that match, in the list's order, and what the caller may do with how many. */
export const selectApplications = endpoint({
  name: 'selectApplications',
  tag: 'Applications',
  summary: 'Select all applications that match',
  method: 'GET',
  path: '/applications/selection/',
  permission: 'applications:read',
  query: searchedFilters.extend({ sort: z.enum(applicationSorts).default('-lastActivityAt') }),
  response: z.object({
    applicationIds: z.array(id),
    total,
    /** How many of them each thing can be done to. */
    able: z.record(z.string(), z.int()),
    closed: z.int(),
    positionIds: z.array(id),
  }),
})
