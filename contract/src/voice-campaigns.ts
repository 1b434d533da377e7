import { z } from 'zod'
import { queueGroup } from './call-queues.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, idParams, optionalText, text, timestamp, userRef, version } from './fields.ts'

/** The voice providers through which calls can be placed. */
export const callingProviders = ['twilio', 'vapi', 'retell'] as const

export type CallingProvider = (typeof callingProviders)[number]

export const campaignStates = ['draft', 'running', 'paused', 'ended'] as const

/** Why a campaign was paused: by a user, or by itself because every further call would fail. */
export const pauseReasons = [
  'user',
  'starter_lost_access',
  'no_account',
  'number_unknown',
  'provider_refused',
  'provider_failed',
] as const

/** Why a running campaign places no call now; the first that holds. */
export const campaignWaits = [
  'queue_deleted',
  'agent_deleted',
  'agent_paused',
  'agent_outside_hours',
  'minutes_used',
  'cost_used',
  'provider_slow',
  'calls_at_limit',
  'nobody_ready',
] as const

/** The account through which the workspace calls with a provider. Its key is never returned. */
export const voiceAccount = z.object({
  provider: z.enum(callingProviders),
  accountId: z.string().nullable().describe('The Account SID of Twilio; null for the others'),
  setAt: timestamp.nullable().describe('When the key was set; null without a key'),
})

export const listVoiceAccounts = endpoint({
  name: 'listVoiceAccounts',
  tag: 'Voice campaigns',
  summary: 'List the accounts for placing calls',
  description:
    'Returns for each provider whether the workspace has a key to place calls. Keys are never returned.',
  method: 'GET',
  path: '/workspace/voice-accounts/',
  permission: 'workspace:manage',
  response: z.object({ items: z.array(voiceAccount) }),
})

export const setVoiceAccount = endpoint({
  name: 'setVoiceAccount',
  tag: 'Voice campaigns',
  summary: 'Set the account for placing calls',
  description:
    'Sets the key with which the workspace places calls through a provider, or removes it with null: running campaigns of ' +
    'the provider then pause. Twilio needs its Account SID too.',
  method: 'PUT',
  path: '/workspace/voice-accounts/{provider}/',
  permission: 'workspace:manage',
  params: z.object({ provider: z.enum(callingProviders) }),
  body: z.object({
    apiKey: text(500, 1).nullable().describe('The API key; for Twilio the auth token'),
    accountId: optionalText(100).describe('The Account SID of Twilio, which starts with AC'),
  }),
  response: voiceAccount,
})

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, /*i18n*/ 'Three letters, such as USD')
  .describe('As ISO 4217, such as `USD`')

const maxConcurrent = z
  .int()
  .min(1)
  .max(200)
  .describe(
    'Calls at the same time. Never more than the capacity of the agent, with its calls outside the campaign',
  )

const keptFree = z
  .int()
  .min(0)
  .max(200)
  .describe(
    'Calls of the capacity of the agent that stay free for incoming calls and other campaigns. It must be below the capacity',
  )

const minutesPerDay = z
  .int()
  .min(1)
  .max(100_000)
  .nullable()
  .describe('Minutes of calls a day, by the clock of the workspace; null for no limit')

/** The highest limit of costs, in the currency's minor unit. */
export const maxCostPerDay = 100_000_000

const costPerDay = z
  .object({
    minor: z
      .int()
      .min(1, /*i18n*/ 'Enter an amount above 0')
      .max(maxCostPerDay, /*i18n*/ 'Enter a lower amount'),
    currency,
  })
  .nullable()
  .describe(
    "The cost of calls a day in the currency's minor unit; null for no limit. Calls that cost another currency do not count",
  )

const onlyWithConsent = z
  .boolean()
  .describe('Calls only people whose consent is `given`. In the United States an artificial voice needs it')

const figures = z.object({
  placed: z.int().describe('Calls dialed'),
  answered: z.int().describe('Of them answered by a person, a mailbox or a menu'),
  spokenWith: z.int().describe('Of them with a person'),
  qualified: z.int().describe('Of them with the outcome `qualified`'),
  seconds: z.int().describe('The duration of all calls in seconds'),
  costs: z
    .array(z.object({ minor: z.int(), currency: z.string() }))
    .describe('What the calls cost, by currency'),
})

export const voiceCampaign = z.object({
  id,
  name: z.string(),
  queue: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('Whose people it calls; null once it is deleted'),
  agent: z.object({ id, name: z.string() }).describe('The voice agent that calls'),
  state: z.enum(campaignStates),
  pauseReason: z.enum(pauseReasons).nullable().describe('Why it is paused; null in other states'),
  pauseDetail: z.string().nullable().describe('What the provider answered'),
  waits: z
    .enum(campaignWaits)
    .nullable()
    .describe('Why it places no call now; null if it does, or if it is not running'),
  maxConcurrent,
  keptFree,
  minutesPerDay,
  costPerDay,
  onlyWithConsent,
  activeCalls: z.int().describe('Calls that it has now'),
  today: figures.describe('Calls since `todayFrom`'),
  todayFrom: timestamp.describe('Midnight by the clock of the workspace'),
  total: figures.describe('All calls'),
  startedBy: userRef.nullable().describe('It calls the people whom this user may see'),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  createdBy: userRef,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const tag = 'Voice campaigns' as const
const permission = 'voice-campaigns:run' as const

export const listVoiceCampaigns = endpoint({
  name: 'listVoiceCampaigns',
  tag,
  summary: 'List voice campaigns',
  description: 'Returns all campaigns: running ones first, then by when they were created, newest first.',
  method: 'GET',
  path: '/voice-campaigns/',
  permission,
  response: z.object({ items: z.array(voiceCampaign) }),
})

/** The limits of a new campaign. */
export const campaignDefaults = {
  maxConcurrent: 5,
  keptFree: 0,
  minutesPerDay: null,
  costPerDay: null,
  onlyWithConsent: true,
} as const

const fields = {
  name: text(80, 1),
  queueId: id.describe(
    'The call queue whose people are called, by its hours and its rules for repeated calls',
  ),
  agentId: id.describe('A voice agent with a phone number, of a provider that places calls'),
  maxConcurrent,
  keptFree,
  minutesPerDay,
  costPerDay,
  onlyWithConsent,
} as const

export const createVoiceCampaign = endpoint({
  name: 'createVoiceCampaign',
  tag,
  summary: 'Create a voice campaign',
  description:
    'Adds a draft. Nobody is called before `startVoiceCampaign`. CONFLICT if another one has the name.',
  method: 'POST',
  path: '/voice-campaigns/',
  permission,
  body: z.object({
    ...fields,
    maxConcurrent: maxConcurrent.default(campaignDefaults.maxConcurrent),
    keptFree: keptFree.default(campaignDefaults.keptFree),
    minutesPerDay: minutesPerDay.default(campaignDefaults.minutesPerDay),
    costPerDay: costPerDay.default(campaignDefaults.costPerDay),
    onlyWithConsent: onlyWithConsent.default(campaignDefaults.onlyWithConsent),
  }),
  response: voiceCampaign,
  status: 201,
  errors: ['CONFLICT'],
})

export const getVoiceCampaign = endpoint({
  name: 'getVoiceCampaign',
  tag,
  summary: 'Get a voice campaign',
  method: 'GET',
  path: '/voice-campaigns/{id}/',
  permission,
  params: idParams,
  response: voiceCampaign,
})

export const updateVoiceCampaign = endpoint({
  name: 'updateVoiceCampaign',
  tag,
  summary: 'Change a voice campaign',
  description:
    'Changes the fields sent, also while it is running: the next call follows the new rules. CONFLICT for one that has ended.',
  method: 'PATCH',
  alsoPut: true,
  path: '/voice-campaigns/{id}/',
  permission,
  params: idParams,
  body: z.object(fields).partial().extend({ version: version.optional() }),
  response: voiceCampaign,
  errors: ['CONFLICT'],
})

export const deleteVoiceCampaign = endpoint({
  name: 'deleteVoiceCampaign',
  tag,
  summary: 'Delete a voice campaign',
  description:
    'Deletes a campaign, which can be restored for 30 days. Its calls stay. CONFLICT while it is running or paused: end it first.',
  method: 'DELETE',
  path: '/voice-campaigns/{id}/',
  permission,
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restoreVoiceCampaign = endpoint({
  name: 'restoreVoiceCampaign',
  tag,
  summary: 'Restore a deleted voice campaign',
  description: 'Restores a deleted campaign in its state. CONFLICT if another one has its name.',
  method: 'POST',
  path: '/voice-campaigns/{id}/restore/',
  permission,
  params: idParams,
  response: voiceCampaign,
  errors: ['CONFLICT'],
})

export const startVoiceCampaign = endpoint({
  name: 'startVoiceCampaign',
  tag,
  summary: 'Start or resume a voice campaign',
  description:
    'Starts a draft or resumes a paused campaign. From now on it calls the people whom the caller may see. VALIDATION on ' +
    '`agentId` for an agent that cannot place calls. CONFLICT if it has ended, or if its queue was deleted.',
  method: 'POST',
  path: '/voice-campaigns/{id}/start/',
  permission,
  params: idParams,
  response: voiceCampaign,
  errors: ['CONFLICT'],
})

export const pauseVoiceCampaign = endpoint({
  name: 'pauseVoiceCampaign',
  tag,
  summary: 'Pause a voice campaign',
  description: 'Places no further call. Calls that were placed go on. CONFLICT unless it is running.',
  method: 'POST',
  path: '/voice-campaigns/{id}/pause/',
  permission,
  params: idParams,
  response: voiceCampaign,
  errors: ['CONFLICT'],
})

export const endVoiceCampaign = endpoint({
  name: 'endVoiceCampaign',
  tag,
  summary: 'End a voice campaign',
  description: 'Ends a campaign for good. Calls that were placed go on. CONFLICT if it has ended already.',
  method: 'POST',
  path: '/voice-campaigns/{id}/end/',
  permission,
  params: idParams,
  response: voiceCampaign,
  errors: ['CONFLICT'],
})

export const campaignPeopleColumns = [
  'candidate',
  'position',
  'company',
  'status',
  'result',
  'calls',
  'firstCall',
  'lastCall',
  'lastCallResult',
  'outcome',
  'seconds',
  'cost',
  'currency',
  'otherCosts',
  'state',
  'reason',
  'phone',
  'email',
  'candidateId',
  'applicationId',
] as const

/** What a campaign reached of a person: the first that holds. */
export const campaignResults = ['calling', 'spoken_with', 'answered', 'not_reached', 'not_called'] as const

export const exportCampaignPeople = endpoint({
  name: 'exportCampaignPeople',
  tag,
  summary: 'Export the people and results of a voice campaign',
  description:
    'Exports whom the campaign called and whom its queue has now, one row each, as CSV or XLSX: what the campaign reached, its ' +
    'calls with their duration and cost, and whether and why the person is not called now. Whoever was called last comes first. ' +
    'Callers export the applications that they may see. Also requires `voice-campaigns:run` and `calls:read`.',
  method: 'GET',
  path: '/voice-campaigns/{id}/people/export/',
  permission: 'applications:export',
  params: idParams,
  query: exportQuery(campaignPeopleColumns),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** How many calls an agent needs before its own averages are used. */
export const forecastMinCalls = 20

/** The averages of a call when the agent has fewer calls. */
export const forecastDefaults = { secondsPerCall: 60 } as const

export const forecastDays = 7

export const forecastVoiceCampaign = endpoint({
  name: 'forecastVoiceCampaign',
  tag,
  summary: 'Forecast a voice campaign',
  description:
    'Says what the campaign would do if it started now: who is ready, waiting or blocked and why, when the calls would be placed, ' +
    `what they would cost and when it would end. Each person is called once; further tries come on top. It looks ${forecastDays} ` +
    'days ahead, and does not know the hours of the agent.',
  method: 'GET',
  path: '/voice-campaigns/{id}/forecast/',
  permission,
  params: idParams,
  response: z.object({
    total: z.int().describe('The people of the queue whom the caller may see'),
    ready: z.int().describe('How many of them can be called now'),
    groups: z.array(queueGroup).describe('The people by reason. The counts add up to `total`.'),
    calls: z.int().describe('Calls that would be placed'),
    hours: z
      .array(z.object({ at: timestamp, calls: z.int() }))
      .describe('Calls in each hour of the workspace’s clock with some; the present hour begins now'),
    seconds: z.int().describe('The expected duration of all calls'),
    costs: z
      .array(z.object({ minor: z.int(), currency: z.string() }))
      .describe('The expected cost by currency; empty if the cost of a call is unknown'),
    endsAt: timestamp.nullable().describe('When the last of them would be called; null if nobody would'),
    left: z.int().describe(`People who could be called but for whom ${forecastDays} days are not enough`),
    basis: z
      .object({
        calls: z.int().describe('How many calls of the agent in the last 90 days the averages come from'),
        secondsPerCall: z
          .int()
          .describe('How long a call lasts on average, in seconds; unanswered ones included'),
        isDefault: z
          .boolean()
          .describe(
            `Whether the agent has fewer than ${forecastMinCalls} such calls, so that a default is used`,
          ),
      })
      .describe('Where the averages come from'),
  }),
})
