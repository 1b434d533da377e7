import { z } from 'zod'
import { applicationFilters } from './application-filters.ts'
import { applicationRow } from './application-row.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef } from './fields.ts'
import { total } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

/** A column: a position's status, or a pipeline's stage over all open positions made from it. */
export const boardColumn = z.object({
  id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable(),
  total,
  /** How many of them are past their days in status. */
  late: total,
  cards: z.array(applicationRow),
  nextCursor: z.string().nullable(),
})

/** The list's filters, as far as they mean something on a board. */
const cardFilters = applicationFilters
  .pick({
    positionId: true,
    companyId: true,
    ownerId: true,
    source: true,
    tag: true,
    late: true,
    callbackDue: true,
    neverContacted: true,
  })
  .extend({ q: text(200).optional() })

const boardFilters = cardFilters.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** The board of a position or of a pipeline, with the first cards of each column. */
export const getBoard = endpoint({
  name: 'getBoard',
  tag: 'Board',
  summary: 'Get a board',
  method: 'GET',
  path: '/board/{id}/',
  permission: 'applications:read',
  params: idParams,
  query: boardFilters,
  response: z.object({
    id,
    kind: z.enum(['position', 'pipeline']),
    name: z.string(),
    company: z.object({ id, name: z.string() }).nullable(),
    openings: z.int().nullable(),
    /** Of a position: openings filled, as `hired` of a position. */
    hired: z.int().nullable(),
    columns: z.array(boardColumn),
    can: z.object({ move: z.boolean(), close: z.boolean(), add: z.boolean(), editStatuses: z.boolean() }),
  }),
})

/** The next cards of one column. */
export const getBoardColumn = endpoint({
  name: 'getBoardColumn',
  tag: 'Board',
  summary: "Get more of a column's cards",
  method: 'GET',
  path: '/board/{id}/columns/{columnId}/',
  permission: 'applications:read',
  params: z.object({ id, columnId: id }),
  query: boardFilters.extend({ cursor: z.string().max(1000).optional() }),
  response: boardColumn,
})

/** By whom or for whom: what a board can be cut into lanes by. */
export const laneGroups = ['owner', 'company'] as const

/**
 * The lanes of a board and how many cards each has in each column. A lane's cards are the board's with `ownerId` or
 * `companyId` set to the lane's id, which for what nobody owns is `none`. Of a column with more than 5,000 cards only
 * the newest count.
 */
export const listBoardLanes = endpoint({
  name: 'listBoardLanes',
  tag: 'Board',
  summary: 'Cut a board into lanes',
  method: 'GET',
  path: '/board/{id}/lanes/',
  permission: 'applications:read',
  params: idParams,
  query: cardFilters.extend({ group: z.enum(laneGroups) }),
  response: z.object({
    lanes: z.array(
      z.object({
        id: z.union([id, z.literal('none')]),
        /** Null for the lane of what nobody owns. */
        name: z.string().nullable(),
        counts: z.array(z.object({ columnId: id, count: z.int() })),
      }),
    ),
  }),
})

/**
 * Moves applications to a column, together and in the order given: before `beforeId`, after `afterId`, or on
 * top. Doing it again changes and logs nothing. A column of type `closed` needs `close`. Nothing moves when
 * any of them may not. With `ownerId` they are assigned as well, which needs the right to change applications.
 * Answers the new places; `batchId` undoes the move.
 *
 * `seen` tells in which status the caller saw them. One that a colleague moved in the meantime is moved on from where
 * it is, both moves are logged, and `overtaken` names the colleague; one that was closed in the meantime stays so,
 * and nothing moves (CONFLICT).
 */
export const moveApplications = endpoint({
  name: 'moveApplications',
  tag: 'Board',
  summary: 'Move applications on a board',
  method: 'POST',
  path: '/board/{id}/move/',
  permission: 'applications:move',
  params: idParams,
  body: z.object({
    applicationIds: z.array(id).min(1).max(500),
    /** The column: a status of the position, or a stage of the pipeline. */
    toStatusId: id,
    beforeId: id.nullish(),
    afterId: id.nullish(),
    /** Written into the log. */
    reason: text(2000).nullish(),
    close: closing.optional(),
    ownerId: id.nullish(),
    seen: z
      .array(z.object({ applicationId: id, statusId: id }))
      .max(500)
      .optional(),
  }),
  response: z.object({
    places: z.array(
      z.object({
        applicationId: id,
        statusId: id,
        rank: z.string(),
        enteredStatusAt: timestamp,
        dueAt: timestamp.nullable(),
        version: z.int(),
      }),
    ),
    /** Null when nothing changed. */
    batchId: id.nullable(),
    overtaken: z.array(
      z.object({ applicationId: id, by: userRef.nullable(), status: z.object({ id, name: z.string() }) }),
    ),
  }),
  errors: ['CONFLICT'],
})
