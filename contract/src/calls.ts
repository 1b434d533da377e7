import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import {
  flag,
  id,
  idParams,
  list,
  optionalText,
  repeated,
  text,
  timestamp,
  timezone,
  userRef,
} from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'

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

export const callDirections = ['outbound', 'inbound'] as const

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
  direction: z.enum(callDirections),
  lifecycle: z.enum(callLifecycles),
  endReason: z.enum(callEndReasons).nullable(),
  outcome: z.enum(callOutcomes).nullable(),
  /** What the provider's agent thinks came of it. `outcome` is the same until a person says otherwise. */
  suggestedOutcome: z.enum(callOutcomes).nullable(),
  /** Who said otherwise, or logged the call. */
  outcomeSetBy: userRef.nullable(),
  callbackAt: timestamp.nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  durationSeconds: z.int().nullable(),
  summary: z.string().nullable(),
  /** A line for each turn, "Agent: …" or "Person: …"; other text where the provider has no turns. */
  transcript: z.string().nullable(),
  /** With the provider: browsers play it from there. */
  recordingUrl: z.string().nullable(),
  /** The voice provider that reported the call; null for one logged by hand. */
  provider: z.string().nullable(),
  /** Why it ended, in the provider's own words. */
  rawEndReason: z.string().nullable(),
  /** In the currency's minor unit. */
  cost: z.object({ minor: z.int(), currency: z.string() }).nullable(),
  createdAt: timestamp,
  /** `correct`: say what came of it; `takeBack`: a call logged by hand, as if it had not been. */
  can: z.object({ correct: z.boolean(), takeBack: z.boolean() }),
})

/** A call as it is after something was said about it. */
const settledCall = call.extend({
  /** Where the outcome moved the application, by the rules of its pipeline. */
  movedTo: z.object({ id, name: z.string() }).nullable(),
})

const weekday = z.enum(['1', '2', '3', '4', '5', '6', '7'])
const hour = z.string().regex(/^(1?\d|2[0-3])$/, /*i18n*/ 'An hour from 0 to 23')

/**
 * The filters of the list; several values of one filter are "any of". They are enough to show the calls behind every
 * figure of the reports.
 */
export const callFilters = z.object({
  applicationId: id.optional(),
  /** Or `none`: nobody said who called. */
  agentId: list(z.union([id, z.literal('none')])),
  /** Of the application called about; a call of no application has none of these four. */
  positionId: list(id),
  companyId: list(id),
  /** User ids, or `none` for unassigned, or `me`. */
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])),
  source: repeated(text(120)),
  direction: z.enum(callDirections).optional(),
  lifecycle: list(z.enum(callLifecycles)),
  /** Or `none`: under way. */
  endReason: list(z.enum([...callEndReasons, 'none'])),
  /** Or `none`: nobody said. */
  outcome: list(z.enum([...callOutcomes, 'none'])),
  /** true: outbound, and neither queued nor canceled. */
  placed: flag,
  /** true: somebody or something took the call, a mailbox included. */
  answered: flag,
  /** true: a person was spoken with. */
  conversation: flag,
  startedFrom: timestamp.optional(),
  startedTo: timestamp.optional(),
  /** Days of the week, 1 for Monday to 7 for Sunday, and hours, 0 to 23, by the clocks of `timezone`. */
  weekday: list(weekday),
  hour: list(hour),
  /** The workspace's when left out. */
  timezone: timezone.optional(),
})

const callSorts = ['-startedAt', 'startedAt'] as const

export const listCalls = endpoint({
  name: 'listCalls',
  tag: 'Calls',
  summary: 'List calls',
  method: 'GET',
  path: '/calls/',
  permission: 'calls:read',
  query: pageQuery(callSorts).extend(callFilters.shape),
  response: page(call),
})

/** The columns of an export, in the order they have unless others are named. */
export const callExportColumns = [
  'started',
  'candidate',
  'position',
  'company',
  'agent',
  'kind',
  'direction',
  'lifecycle',
  'endReason',
  'outcome',
  'suggestedOutcome',
  'seconds',
  'callback',
  'summary',
  'from',
  'to',
  'applicationId',
  'id',
] as const

/** All calls that match, as a CSV or XLSX file. Takes the right to see calls too. */
export const exportCalls = endpoint({
  name: 'exportCalls',
  tag: 'Calls',
  summary: 'Export calls',
  method: 'GET',
  path: '/calls/export/',
  permission: 'applications:export',
  query: listQuery(callSorts).extend(callFilters.shape).extend(exportQuery(callExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/**
 * Logs a call by hand: one to the candidate (`outbound`) unless `direction` is `inbound`, the candidate called. An
 * outcome is for a conversation with a person only; `callback` needs `callbackAt`; `do_not_call` marks the candidate.
 * The outcome may move the application, by the rules of its pipeline. Of a candidate who asked not to be called, inbound
 * calls are logged; an outbound call and a callback are a CONFLICT.
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
      direction: z.enum(callDirections).default('outbound'),
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
  response: settledCall,
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

/**
 * Says what came of a call, whatever the provider suggested; both are kept. An outcome for a call of which it is not
 * known who answered says that a person did. `outcome: null` goes back to the suggestion. What the outcome before had
 * done (a move, a do-not-call) is taken back, unless somebody has changed it since. CONFLICT for a callback to a
 * candidate who asked not to be called.
 */
export const updateCall = endpoint({
  name: 'updateCall',
  tag: 'Calls',
  summary: 'Say what came of a call',
  method: 'PATCH',
  alsoPut: true,
  path: '/calls/{id}/',
  permission: 'calls:write',
  params: idParams,
  body: z.object({
    outcome: z.enum(callOutcomes).nullish(),
    callbackAt: timestamp.nullish(),
    summary: optionalText(5000),
  }),
  response: settledCall,
  errors: ['CONFLICT'],
})

/**
 * Takes back a call logged by hand, with what its outcome did; the history shows that it was taken back. FORBIDDEN for
 * a colleague's call, unless one runs the workspace, and for calls a provider reported.
 */
export const deleteCall = endpoint({
  name: 'deleteCall',
  tag: 'Calls',
  summary: 'Take back a call logged by hand',
  method: 'DELETE',
  path: '/calls/{id}/',
  permission: 'calls:write',
  params: idParams,
  status: 204,
})
