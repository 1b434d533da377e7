import { z } from 'zod'
import { dispositionKeys } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { maxPageSize } from './paging.ts'
import { funnelTypes, statusTypeKeys } from './status-types.ts'

const fact = z.object({
  id: z.string().describe('The metric and the row it follows from. It never changes.'),
  metric: z
    .enum([
      'created',
      'move',
      'hired',
      'filled',
      'ended',
      'open',
      'due',
      'callback',
      'call',
      'first_conversation',
      'first_call',
    ])
    .describe('The kind of fact'),
  at: timestamp.describe('When it happened'),
  positionId: id.nullable(),
  companyId: id.nullable(),
  ownerId: id.nullable().describe('The owner of the application by now'),
  agentId: id.nullable().describe('The agent of a call; else null'),
  reasonId: id.nullable().describe('The reason of a closed application; else null'),
  source: z.string().nullable().describe('The source of the application'),
  statusType: z.enum(statusTypeKeys).nullable().describe('The type that it entered or is in'),
  fromType: z.enum(statusTypeKeys).nullable().describe('The type that a move left'),
  reachedType: z
    .enum(funnelTypes)
    .nullable()
    .describe('The furthest type that a created application reached'),
  disposition: z.enum(dispositionKeys).nullable().describe('How it was closed'),
  endReason: z.string().nullable().describe('How a call ended'),
  outcome: z.string().nullable().describe('The outcome of a conversation'),
  value: z
    .number()
    .nullable()
    .describe(
      'Days of `hired`, `filled` and `move`, hours of `first_call`, seconds of `call`, calls of `first_conversation`',
    ),
  isImported: z.boolean().describe('Whether an import brought it there'),
})

export const listFacts = endpoint({
  name: 'listFacts',
  tag: 'Analytics',
  summary: 'Read the facts that reports count',
  description:
    'Returns what reports count, for a warehouse: by application, the first change first, each with all of its facts. Replace the stored ' +
    'facts of each `subjectId` by those returned. One without facts was deleted. ' +
    'Read pages until `nextCursor` is null, then go on later with `updatedUntil` as `updatedSince`. An application that ' +
    'changes meanwhile comes again. A caller with a row scope is not told what leaves it: read everything again without `updatedSince`, and ' +
    'forget what does not come. The same applies after the role of the caller changes. Also requires `reports:export`.',
  method: 'GET',
  path: '/facts/',
  permission: 'reports:read',
  query: z.object({
    updatedSince: timestamp
      .optional()
      .describe('Only applications whose facts changed at this time or later; all if left out'),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .describe('`nextCursor` of the previous page'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxPageSize)
      .default(maxPageSize)
      .describe('The number of applications of a page'),
  }),
  response: z.object({
    items: z.array(
      z.object({
        subjectId: id.describe('The application, or a call that belongs to none'),
        changedAt: timestamp.describe('When its facts last changed'),
        facts: z.array(fact).describe('All of its facts by now; empty if it was deleted'),
      }),
    ),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last'),
    updatedUntil: timestamp
      .nullable()
      .describe('The last change on this page: send it as the next `updatedSince`; null if there is none'),
  }),
  errors: ['UNAVAILABLE'],
})
