import { z } from 'zod'
import { callEndReasons, callOutcomes } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { part, reportExportQuery, reportPeriod, reportQuery, spread } from './report-query.ts'

const connection = z.object({ placed: z.int(), answered: z.int(), rate: part })

const contact = z.object({ called: z.int(), spoken: z.int(), rate: part })

/**
 * The calls placed in the period: how they ended (definition `callStatuses`), when they were placed and answered
 * (`callsByHour`; hours without a call are left out), and the rates `connectionRate` and `contactRate`.
 */
export const getCallStatuses = endpoint({
  name: 'getCallStatuses',
  tag: 'Voice reports',
  summary: 'How calls ended, and when they are answered',
  method: 'GET',
  path: '/dashboard/voice/call-statuses',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    /** Most first. Null: under way. */
    endReasons: z.array(
      z.object({ endReason: z.enum(callEndReasons).nullable(), count: z.int(), share: part }),
    ),
    byHour: z.array(
      z.object({
        /** 1 for Monday to 7. */
        weekday: z.int(),
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

/** As `exportConversionOutcomes`: a row for each rate, each ending and each hour of a weekday, told apart by the first column. */
export const exportCallStatuses = endpoint({
  name: 'exportCallStatuses',
  tag: 'Voice reports',
  summary: 'Export how calls ended, and when they are answered',
  method: 'GET',
  path: '/dashboard/voice/call-statuses/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const outcomeCount = z.object({
  /** Null: a conversation nobody said the outcome of. */
  outcome: z.enum(callOutcomes).nullable(),
  count: z.int(),
})

/**
 * What came of the conversations of the period (definition `voiceOutcomes`), all together and by agent, and how many of
 * the applications spoken with moved on (`voiceConversion`). An application two agents spoke with counts for each.
 * Agents with most calls first, at most 100 of them.
 */
export const getConversionOutcomes = endpoint({
  name: 'getConversionOutcomes',
  tag: 'Voice reports',
  summary: 'What came of conversations, by agent',
  method: 'GET',
  path: '/dashboard/voice/conversion-outcomes',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    /** Conversations, also those of no application. */
    total: z.int(),
    outcomes: z.array(outcomeCount.extend({ share: part })),
    spokenWith: z.int(),
    converted: z.int(),
    rate: part,
    agents: z.array(
      z.object({
        /** Null: nobody said who called. */
        agent: z.object({ id, name: z.string(), kind: z.enum(['human', 'voice']) }).nullable(),
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

/** A row for each agent and outcome, as a CSV or XLSX file; the workbook has its filters and definitions on a sheet of their own. */
export const exportConversionOutcomes = endpoint({
  name: 'exportConversionOutcomes',
  tag: 'Voice reports',
  summary: 'Export what came of conversations',
  method: 'GET',
  path: '/dashboard/voice/conversion-outcomes/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** How many calls it takes to reach somebody (definition `attemptsPerContact`), and how soon they are called (`hoursToFirstCall`). */
export const getCallAttempts = endpoint({
  name: 'getCallAttempts',
  tag: 'Voice reports',
  summary: 'Attempts until a conversation, and hours to the first call',
  method: 'GET',
  path: '/dashboard/voice/attempts',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    attemptsPerContact: spread.omit({ p90: true }).extend({
      mean: z.number().nullable(),
      /** 0: they called us before we had called. */
      distribution: z.array(z.object({ attempts: z.int(), count: z.int() })),
    }),
    hoursToFirstCall: spread,
  }),
})

/** As `exportConversionOutcomes`: the two figures, and a row for each number of attempts. */
export const exportCallAttempts = endpoint({
  name: 'exportCallAttempts',
  tag: 'Voice reports',
  summary: 'Export the attempts, and the hours to the first call',
  method: 'GET',
  path: '/dashboard/voice/attempts/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
