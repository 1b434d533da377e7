import { z } from 'zod'
import { callLifecycles, callOutcomes } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp, timezone, userRef } from './fields.ts'

/** A callback that has been due for longer than this is overdue, in minutes. */
export const overdueAfterMinutes = 15

/** The time spans of the pace, in minutes, until now. */
export const paceMinutes = { short: 15, long: 60 } as const

/** At most so many calls under way are listed. */
export const maxTalking = 200

/** At most so many numbers are listed: those with the most calls. */
export const maxNumbers = 50

const named = z.object({ id, name: z.string() })

const costs = z.array(z.object({ minor: z.int(), currency: z.string() }))

const pace = z.object({
  short: z.int().describe(`Calls placed in the last ${paceMinutes.short} minutes`),
  long: z.int().describe(`Calls placed in the last ${paceMinutes.long} minutes`),
})

const talk = z.object({
  applicationId: id,
  candidate: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('The person called; null for callers without `applications:read`'),
  caller: userRef.nullable().describe('The user who took the person from the queue; null for a voice agent'),
  agent: named.nullable().describe('The voice agent that calls; null for a user'),
  queue: named.nullable().describe('The call queue that gave the person; null if it was deleted'),
  campaign: named
    .nullable()
    .describe('The voice campaign that placed the call; null for callers without `voice-campaigns:run`'),
  lifecycle: z
    .enum(callLifecycles)
    .nullable()
    .describe('How far the call of a voice agent is; null for a user, whose call is logged at its end'),
  since: timestamp.describe('When the user took the person, or the voice agent began to call'),
})

export const getCallWallboard = endpoint({
  name: 'getCallWallboard',
  tag: 'Call queues',
  summary: 'Get the wallboard of calls',
  description:
    'Returns who calls whom at this moment, and how the calls of today go: their pace, conversations by hour, answers by number called ' +
    'from, waiting callbacks and costs. It counts the calls and applications that the caller may see. Calls are those that were ' +
    'placed, conversations those with a person, as in reports. Also requires `calls:read`. Campaigns are named for callers with ' +
    '`voice-campaigns:run`; `listVoiceCampaigns` and `countCallQueue` have their state and their people.',
  method: 'GET',
  path: '/call-wallboard/',
  permission: 'call-queues:manage',
  query: z.object({
    timezone: timezone.optional().describe("Whose day and hours are counted; defaults to the workspace's"),
  }),
  response: z.object({
    at: timestamp.describe('When it was read. The pace is that until then'),
    timezone: z.string(),
    today: z
      .object({ from: timestamp, to: timestamp })
      .describe('The day that is counted, from midnight to midnight in `timezone`'),
    talking: z
      .array(talk)
      .describe(
        `People who are being called, longest first, at most ${maxTalking}: claimed by a user, or called by a voice campaign`,
      ),
    talkingTotal: z.int().describe('How many people are being called'),
    pace: pace
      .extend({
        queues: z
          .array(pace.extend({ queue: named.describe('The call queue') }))
          .describe('Calls to people whom a call queue gave, to users and to voice campaigns'),
        campaigns: z
          .array(pace.extend({ campaign: named.describe('The voice campaign') }))
          .describe('Calls of voice campaigns; empty for callers without `voice-campaigns:run`'),
        callers: z
          .array(
            pace.extend({
              user: userRef.nullable().describe('Who logged the calls; null for an agent'),
              agent: named.nullable().describe('The agent of calls that nobody logged; null for a user'),
            }),
          )
          .describe('Calls by the user who logged them, or by agent'),
      })
      .describe(
        'How many calls were placed in the last minutes, all of them and by queue, campaign and caller',
      ),
    hours: z
      .array(
        z.object({
          from: timestamp,
          to: timestamp,
          calls: z.int().describe('Calls placed in the hour'),
          conversations: z.int().describe('Of them with a person'),
        }),
      )
      .describe('Each hour of today until now'),
    numbers: z
      .array(
        z.object({
          number: z
            .string()
            .nullable()
            .describe('The number called from; null for calls without one, such as those logged by hand'),
          calls: z.int().describe('Calls placed today'),
          answered: z.int().describe('Of them answered by a person, a mailbox or a menu'),
        }),
      )
      .describe(`Calls by the number called from, at most ${maxNumbers}, most calls first`),
    callbacks: z
      .object({
        overdue: z.int().describe(`Due for more than ${overdueAfterMinutes} minutes`),
        due: z.int().describe(`Due for at most ${overdueAfterMinutes} minutes`),
        later: z.int().describe('Due later today'),
        overdueUntil: timestamp.describe('Callbacks before this time are overdue'),
      })
      .describe('Callbacks of open applications'),
    costs: z
      .object({
        total: z
          .array(
            z.object({
              currency: z.string(),
              minor: z.int(),
              calls: z.int().describe('Calls that cost something in this currency'),
              conversations: z.int().describe('Of them with a person'),
              qualified: z.int().describe('Of them with the outcome `qualified`'),
              perConversation: z
                .number()
                .nullable()
                .describe('The cost by conversation, in the minor unit; null without one'),
              perQualified: z
                .number()
                .nullable()
                .describe(
                  'The cost by call with the outcome `qualified`, in the minor unit; null without one',
                ),
            }),
          )
          .describe('What the calls of today cost, by currency. Calls without a reported cost do not count'),
        outcomes: z
          .array(
            z.object({
              outcome: z.enum(callOutcomes).nullable().describe('Null for calls without an outcome'),
              calls: z.int(),
              costs: costs.describe('What they cost, by currency'),
            }),
          )
          .describe('The same by outcome, the most calls first'),
      })
      .describe('In minor units of the currencies'),
  }),
})
