import { z } from 'zod'
import { applicationRow } from './applications.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, idParams, list, repeated, text, timestamp } from './fields.ts'
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

const boardFilters = z.object({
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])),
  source: repeated(text(120)),
  q: text(200).optional(),
  late: flag,
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

/**
 * Moves applications to a column, together and in the order given: before `beforeId`, after `afterId`, or on
 * top. Doing it again changes and logs nothing. A column of type `closed` needs `close`. Nothing moves when
 * any of them may not. Answers the new places; `batchId` undoes the move.
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
  }),
  errors: ['CONFLICT'],
})
