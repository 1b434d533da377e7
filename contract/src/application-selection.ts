import { z } from 'zod'
import { applicationSorts, searchedFilters } from './application-filters.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { id, tag, timestamp } from './fields.ts'
import { total } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

/**
 * Runs one action on up to 1,000 applications. Applications that it cannot change are returned in `refused` with the
 * reason; the others are changed in one transaction. `batchId` undoes it. For more than 1,000, send the `batchId` of
 * the first call with the later ones, so that one undo reverts all of them.
 */
export const bulkApplications = endpoint({
  name: 'bulkApplications',
  tag: 'Applications',
  summary: 'Change many applications',
  method: 'POST',
  path: '/applications/bulk/',
  permission: 'applications:read',
  body: z.object({
    applicationIds: z.array(id).min(1).max(1000),
    batchId: id.optional(),
    action: z.discriminatedUnion('kind', [
      /** Moves to a status, or in each position to its first status of a type. */
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
      /** When to call again; null removes it. Candidates who asked not to be called are refused. */
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
 * Reverts a move, close or bulk action of the caller, for each application that nobody has changed since. The others
 * are returned in `refused`. `applicationIds` restricts it to these.
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

/** The maximum size of a selection by filter. */
export const selectionCap = 10_000

/**
 * Returns the IDs of up to 10,000 matching applications in the list's order, and for each action how many of them it
 * can be run on.
 */
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
    able: z.record(z.string(), z.int()).describe('How many of them each action can be run on'),
    closed: z.int(),
    positionIds: z.array(id),
  }),
})
