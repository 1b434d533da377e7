import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, optionalText, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

export const callLifecycles = [
  'queued',
  'ringing',
  'in_progress',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
] as const

export const callEndReasons = [
  'human_conversation',
  'transferred',
  'voicemail',
  'ivr',
  'no_answer',
  'busy',
  'declined',
  'invalid_number',
  'blocked',
  'timeout',
  'canceled',
  'carrier_error',
  'system_error',
  'unknown',
] as const

/** What came of a conversation with a person; other calls have none. */
export const callOutcomes = [
  'qualified',
  'interested',
  'callback',
  'not_interested',
  'not_qualified',
  'wrong_number',
  'wrong_person',
  'do_not_call',
  'language_barrier',
  'already_applied',
  'dropped_early',
] as const

export const call = z.object({
  id,
  application: z.object({ id, candidateName: z.string(), positionName: z.string() }).nullable(),
  agent: z.object({ id, name: z.string(), kind: z.enum(['human', 'voice']) }).nullable(),
  direction: z.enum(['outbound', 'inbound']),
  lifecycle: z.enum(callLifecycles),
  endReason: z.enum(callEndReasons).nullable(),
  outcome: z.enum(callOutcomes).nullable(),
  suggestedOutcome: z.enum(callOutcomes).nullable(),
  callbackAt: timestamp.nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  durationSeconds: z.int().nullable(),
  summary: z.string().nullable(),
  transcript: z.string().nullable(),
  recordingUrl: z.string().nullable(),
  createdAt: timestamp,
})

export const listCalls = endpoint({
  name: 'listCalls',
  tag: 'Calls',
  summary: 'List calls',
  method: 'GET',
  path: '/calls/',
  permission: 'calls:read',
  query: pageQuery(['-startedAt', 'startedAt']).extend({
    applicationId: id.optional(),
    agentId: list(id),
    outcome: list(z.enum(callOutcomes)),
    endReason: list(z.enum(callEndReasons)),
    startedFrom: timestamp.optional(),
    startedTo: timestamp.optional(),
  }),
  response: page(call),
})

/**
 * Logs a call made by hand. An outcome is for a conversation with a person only; `callback` needs `callbackAt`;
 * `do_not_call` marks the candidate. CONFLICT when the candidate must not be called.
 */
export const logCall = endpoint({
  name: 'logCall',
  tag: 'Calls',
  summary: 'Log a call',
  method: 'POST',
  path: '/calls/',
  permission: 'calls:write',
  body: z
    .object({
      applicationId: id,
      agentId: id.nullish(),
      endReason: z.enum(callEndReasons).default('human_conversation'),
      outcome: z.enum(callOutcomes).nullish(),
      callbackAt: timestamp.nullish(),
      startedAt: timestamp.optional(),
      durationSeconds: z.int().min(0).max(86_400).nullish(),
      summary: optionalText(5000),
    })
    .refine((body) => !body.outcome || ['human_conversation', 'transferred'].includes(body.endReason), {
      path: ['outcome'],
      message: /*i18n*/ 'Only a conversation with a person has an outcome',
    })
    .refine((body) => body.outcome !== 'callback' || Boolean(body.callbackAt), {
      path: ['callbackAt'],
      message: /*i18n*/ 'When should they be called back?',
    }),
  response: call,
  status: 201,
  errors: ['CONFLICT'],
})

export const getCall = endpoint({
  name: 'getCall',
  tag: 'Calls',
  summary: 'Get a call',
  method: 'GET',
  path: '/calls/{id}/',
  permission: 'calls:read',
  params: idParams,
  response: call,
})
