import { z } from 'zod'
import { applicationFilters } from './application-filters.ts'
import { applicationRow } from './application-row.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { fillingInput } from './field-values.ts'
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
  late: total.describe('How many of them are overdue'),
  cards: z.array(applicationRow),
  nextCursor: z.string().nullable(),
})

/** Those of the list's filters that apply to a board. */
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

export const getBoard = endpoint({
  name: 'getBoard',
  tag: 'Board',
  summary: 'Get a board',
  description: 'Returns the board of a position or of a pipeline, with the first cards of each column.',
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
    hired: z.int().nullable().describe('Of a position: openings filled, as `hired` of a position'),
    columns: z.array(boardColumn),
    can: z.object({ move: z.boolean(), close: z.boolean(), add: z.boolean(), editStatuses: z.boolean() }),
  }),
})

export const getBoardColumn = endpoint({
  name: 'getBoardColumn',
  tag: 'Board',
  summary: 'Get more cards of a column',
  description: 'Returns the next cards of one column.',
  method: 'GET',
  path: '/board/{id}/columns/{columnId}/',
  permission: 'applications:read',
  params: z.object({ id, columnId: id }),
  query: boardFilters.extend({ cursor: z.string().max(1000).optional() }),
  response: boardColumn,
})

/** What a board can be grouped into lanes by. */
export const laneGroups = ['owner', 'company'] as const

export const listBoardLanes = endpoint({
  name: 'listBoardLanes',
  tag: 'Board',
  summary: 'List the lanes of a board',
  description:
    "Returns the lanes of a board and how many cards each has in each column. A lane's cards are the board's " +
    "with `ownerId` or `companyId` set to the lane's ID, which is `none` for cards without an owner. Of a " +
    'column with more than 5,000 cards only the newest are counted.',
  method: 'GET',
  path: '/board/{id}/lanes/',
  permission: 'applications:read',
  params: idParams,
  query: cardFilters.extend({ group: z.enum(laneGroups) }),
  response: z.object({
    lanes: z.array(
      z.object({
        id: z.union([id, z.literal('none')]),
        name: z.string().nullable().describe('Null for the lane of unassigned applications'),
        counts: z.array(z.object({ columnId: id, count: z.int() })),
      }),
    ),
  }),
})

export const moveApplications = endpoint({
  name: 'moveApplications',
  tag: 'Board',
  summary: 'Move applications on a board',
  description:
    'Moves applications to a column, together and in the order given: before `beforeId`, after `afterId`, or ' +
    'to the top. Repeating the move changes and logs nothing. A column of type `closed` requires `close`. If ' +
    'one of them may not be moved, none is. With `ownerId` they are also assigned, which requires ' +
    '`applications:write`. Returns the new places; `batchId` undoes the move.\n\n' +
    '`seen` is the status in which the caller saw each application. If somebody has moved one since, it is ' +
    'moved from its current status, both moves are logged, and `overtaken` names that user. If somebody has ' +
    'closed one since, nothing moves (CONFLICT).\n\n' +
    'FIELDS_REQUIRED names the custom fields that the new status requires and that are empty. Repeat the call with ' +
    'their values in `customFields` and `candidate.customFields`.',
  method: 'POST',
  path: '/board/{id}/move/',
  permission: 'applications:move',
  params: idParams,
  body: z.object({
    applicationIds: z.array(id).min(1).max(500),
    toStatusId: id.describe('The column: a status of the position, or a stage of the pipeline'),
    beforeId: id.nullish(),
    afterId: id.nullish(),
    reason: text(2000).nullish().describe('Written into the log'),
    close: closing.optional(),
    ownerId: id.nullish(),
    ...fillingInput,
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
    batchId: id.nullable().describe('Null if nothing changed'),
    overtaken: z.array(
      z.object({ applicationId: id, by: userRef.nullable(), status: z.object({ id, name: z.string() }) }),
    ),
  }),
  errors: ['CONFLICT', 'FIELDS_REQUIRED'],
})
