import { z } from 'zod'
import { callEndReasons, callOutcomes } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { part, reportExportQuery, reportPeriod, reportQuery, spread } from './report-query.ts'

const connection = z.object({ placed: z.int(), answered: z.int(), rate: part })

const contact = z.object({ called: z.int(), spoken: z.int(), rate: part })

export const getCallStatuses = endpoint({
  name: 'getCallStatuses',
  tag: 'Voice reports',
  summary: 'How calls ended, and when they are answered',
  description:
    'Returns the calls placed in the period: how they ended (definition `callStatuses`), when they were ' +
    'placed and answered (`callsByHour`; hours without a call are left out), and the rates `connectionRate` ' +
    'and `contactRate`.',
  method: 'GET',
  path: '/dashboard/voice/call-statuses',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    endReasons: z
      .array(z.object({ endReason: z.enum(callEndReasons).nullable(), count: z.int(), share: part }))
      .describe('Most first. Null: under way.'),
    byHour: z.array(
      z.object({
        weekday: z.int().describe('1 for Monday to 7'),
        hour: z.int(),
        placed: z.int(),
        answered: z.int(),
        conversations: z.int(),
      }),
    ),
    connection: connection.extend({ previous: connection }),
    contact: contact.extend({ previous: contact }),
  }),
})

export const exportCallStatuses = endpoint({
  name: 'exportCallStatuses',
  tag: 'Voice reports',
  summary: 'Export how calls ended, and when they are answered',
  description:
    'Like `exportConversionOutcomes`: a row for each rate, each end reason and each hour of a weekday, ' +
    'distinguished by the first column.',
  method: 'GET',
  path: '/dashboard/voice/call-statuses/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const outcomeCount = z.object({
  outcome: z.enum(callOutcomes).nullable().describe('Null: a conversation without an outcome'),
  count: z.int(),
})

export const getConversionOutcomes = endpoint({
  name: 'getConversionOutcomes',
  tag: 'Voice reports',
  summary: 'Outcomes of conversations by agent',
  description:
    "Returns the outcomes of the period's conversations (definition `voiceOutcomes`), in total and by agent, " +
    'and how many of the applications spoken with advanced (`voiceConversion`). An application with ' +
    'conversations with two agents counts for each. Agents with most calls come first, at most 100.',
  method: 'GET',
  path: '/dashboard/voice/conversion-outcomes',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int().describe('Conversations, including those without an application'),
    outcomes: z.array(outcomeCount.extend({ share: part })),
    spokenWith: z.int(),
    converted: z.int(),
    rate: part,
    agents: z.array(
      z.object({
        agent: z
          .object({ id, name: z.string(), kind: z.enum(['human', 'voice']) })
          .nullable()
          .describe('Null: nobody said who called'),
        placed: z.int(),
        answered: z.int(),
        conversations: z.int(),
        outcomes: z.array(outcomeCount),
        spokenWith: z.int(),
        converted: z.int(),
        rate: part,
      }),
    ),
  }),
})

export const exportConversionOutcomes = endpoint({
  name: 'exportConversionOutcomes',
  tag: 'Voice reports',
  summary: 'Export outcomes of conversations',
  description:
    'Exports a row for each agent and outcome as CSV or XLSX. The workbook has its filters and definitions ' +
    'on a separate sheet.',
  method: 'GET',
  path: '/dashboard/voice/conversion-outcomes/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const getCallAttempts = endpoint({
  name: 'getCallAttempts',
  tag: 'Voice reports',
  summary: 'Attempts until a conversation, and hours to the first call',
  description:
    'Returns how many calls it takes to reach somebody (definition `attemptsPerContact`), and how soon the ' +
    'first call is made (`hoursToFirstCall`).',
  method: 'GET',
  path: '/dashboard/voice/attempts',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    attemptsPerContact: spread.omit({ p90: true }).extend({
      mean: z.number().nullable(),
      distribution: z
        .array(z.object({ attempts: z.int(), count: z.int() }))
        .describe('0: they called us before our first call'),
    }),
    hoursToFirstCall: spread,
  }),
})

export const exportCallAttempts = endpoint({
  name: 'exportCallAttempts',
  tag: 'Voice reports',
  summary: 'Export the attempts, and the hours to the first call',
  description: 'Like `exportConversionOutcomes`: the two figures, and a row for each number of attempts.',
  method: 'GET',
  path: '/dashboard/voice/attempts/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
