import { z } from 'zod'
import { applicationFilters, countedFilters } from './application-filters.ts'
import { endpoint } from './endpoint.ts'
import { fieldExportQuery } from './exports.ts'
import { fieldFilter, fieldValues, fieldValuesInput } from './field-values.ts'
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

/** The results of a conversation with a person. Other calls have no outcome. */
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
  suggestedOutcome: z
    .enum(callOutcomes)
    .nullable()
    .describe("The provider's suggestion. `outcome` equals it until a user sets another one."),
  outcomeSetBy: userRef.nullable().describe('The user who set another outcome, or logged the call'),
  loggedBy: userRef
    .nullable()
    .describe(
      'The user who logged the call or placed it in the browser; null for one that a provider reported',
    ),
  callbackAt: timestamp.nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  durationSeconds: z.int().nullable(),
  summary: z.string().nullable(),
  transcript: z
    .string()
    .nullable()
    .describe('A line for each turn, "Agent: …" or "Person: …"; other text if the provider has no turns'),
  recordingUrl: z.string().nullable().describe('At the provider, from where browsers play it'),
  provider: z
    .string()
    .nullable()
    .describe('The voice provider that reported the call; null for one logged by hand'),
  providerCallId: z
    .string()
    .nullable()
    .describe("The provider's ID of the call; null for one logged by hand"),
  rawEndReason: z.string().nullable().describe("Why it ended, in the provider's own words"),
  cost: z
    .object({ minor: z.int(), currency: z.string().describe('As ISO 4217, such as `EUR`') })
    .nullable()
    .describe("In the currency's minor unit"),
  customFields: fieldValues,
  createdAt: timestamp,
  updatedAt: timestamp,
  can: z
    .object({ correct: z.boolean(), takeBack: z.boolean() })
    .describe('`correct`: set the outcome. `takeBack`: delete a call that was logged by hand.'),
})

/** A call after it was logged or changed. */
const settledCall = call.extend({
  movedTo: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('The status to which the outcome moved the application, by the rules of its pipeline'),
})

const weekday = z.enum(['1', '2', '3', '4', '5', '6', '7'])
const hour = z.string().regex(/^(1?\d|2[0-3])$/, /*i18n*/ 'An hour from 0 to 23')

/** More filters of the call's application; a call without one matches none of them. */
const ofApplication = applicationFilters.pick({
  positionState: true,
  pipelineId: true,
  sourceless: true,
  tag: true,
  statusType: true,
  disposition: true,
  reasonId: true,
  open: true,
})

/**
 * The filters of the list. Several values of one filter mean "any of". They can select the calls behind every figure
 * in reports.
 */
export const callFilters = z.object({
  applicationId: id.optional(),
  candidateId: id.optional(),
  agentId: list(z.union([id, z.literal('none')])).describe('`none`: without an agent'),
  campaignId: list(id).describe('Calls that one of these voice campaigns placed'),
  queueId: list(id).describe('Calls to people whom one of these call queues gave'),
  loggedBy: z
    .union([id, z.literal('none')])
    .optional()
    .describe(
      'Calls that this user logged by hand or placed in the browser; `none`: calls that a provider reported',
    ),
  withCost: flag.describe('true: with a reported cost'),
  fromNumber: text(40).optional().describe('Outbound calls from this number; `none`: from an unknown number'),
  positionId: list(id).describe(
    "The application's. A call without an application matches none of these four.",
  ),
  companyId: list(id),
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])).describe(
    'User IDs, `none` for unassigned, or `me`',
  ),
  source: repeated(text(120)),
  ...ofApplication.shape,
  ...countedFilters.shape,
  direction: z.enum(callDirections).optional(),
  lifecycle: list(z.enum(callLifecycles)),
  endReason: list(z.enum([...callEndReasons, 'none'])).describe('`none`: in progress'),
  outcome: list(z.enum([...callOutcomes, 'none'])).describe('`none`: without an outcome'),
  placed: flag.describe('true: outbound, and neither queued nor canceled'),
  answered: flag.describe('true: the call was answered, by a mailbox included'),
  conversation: flag.describe('true: a person spoke with us'),
  startedFrom: timestamp.optional(),
  startedTo: timestamp.optional(),
  weekday: list(weekday).describe(
    'Weekdays, 1 for Monday to 7 for Sunday, and hours, 0 to 23, in `timezone`',
  ),
  hour: list(hour),
  field: fieldFilter,
  applicationField: fieldFilter.describe(
    "By a custom field of the call's application, as `field` of `listApplications`",
  ),
  timezone: timezone.optional().describe("Defaults to the workspace's"),
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

/** The columns of an export in their default order. */
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

export const exportCalls = endpoint({
  name: 'exportCalls',
  tag: 'Calls',
  summary: 'Export calls',
  description: 'Exports all matching calls as CSV or XLSX. Also requires `calls:read`.',
  method: 'GET',
  path: '/calls/export/',
  permission: 'applications:export',
  query: listQuery(callSorts).extend(callFilters.shape).extend(fieldExportQuery(callExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const logCall = endpoint({
  name: 'logCall',
  tag: 'Calls',
  summary: 'Log a call',
  description:
    'Logs a call by hand: to the candidate (`outbound`) unless `direction` is `inbound`. Only a conversation ' +
    'with a person has an outcome. `callback` requires `callbackAt`, and `do_not_call` marks the candidate. ' +
    'The outcome may move the application by the rules of its pipeline. If the candidate asked not to be ' +
    'called, inbound calls are logged, and an outbound call or a callback is a CONFLICT. VALIDATION names the ' +
    'custom fields that the outcome requires and that are empty. With `placedCallId`, it says how the call ended that the ' +
    'caller placed in the browser: the times and numbers are those that Twilio reported, and CONFLICT if it was logged before.',
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
      customFields: fieldValuesInput.optional(),
      placedCallId: id
        .nullish()
        .describe(
          'The call of `prepareBrowserCall` that is logged. If Twilio was never asked to dial it, a call is logged by hand',
        ),
    })
    .refine((body) => !body.outcome || ['human_conversation', 'transferred'].includes(body.endReason), {
      path: ['outcome'],
      message: /*i18n*/ 'Only a conversation with a person has an outcome',
    })
    .refine((body) => body.outcome !== 'callback' || Boolean(body.callbackAt), {
      path: ['callbackAt'],
      message: /*i18n*/ 'Choose a callback time',
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

export const updateCall = endpoint({
  name: 'updateCall',
  tag: 'Calls',
  summary: 'Set the outcome of a call',
  description:
    'Sets the outcome of a call, whatever the provider suggested; both are stored. Setting an outcome on a ' +
    'call with an unknown answerer records that a person answered. `outcome: null` returns to the ' +
    'suggestion. The effects of the previous outcome (a move, a do-not-call) are reverted, unless somebody ' +
    'has changed them since. CONFLICT for a callback to a candidate who asked not to be called. VALIDATION names the ' +
    'custom fields that the outcome requires and that are empty.',
  method: 'PATCH',
  alsoPut: true,
  path: '/calls/{id}/',
  permission: 'calls:write',
  params: idParams,
  body: z.object({
    outcome: z.enum(callOutcomes).nullish(),
    callbackAt: timestamp.nullish(),
    summary: optionalText(5000),
    customFields: fieldValuesInput.optional(),
  }),
  response: settledCall,
  errors: ['CONFLICT'],
})

export const deleteCall = endpoint({
  name: 'deleteCall',
  tag: 'Calls',
  summary: 'Delete a call logged by hand',
  description:
    'Deletes a call that was logged by hand and reverts the effects of its outcome. The history shows that ' +
    'it was deleted. A call in the browser stays as Twilio reported it, without what was logged about it. ' +
    "FORBIDDEN for another user's call, unless the caller manages the workspace, and for " +
    'calls that a provider reported.',
  method: 'DELETE',
  path: '/calls/{id}/',
  permission: 'calls:write',
  params: idParams,
  status: 204,
})
