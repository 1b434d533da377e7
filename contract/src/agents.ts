import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import {
  flag,
  id,
  idParams,
  list,
  optionalText,
  text,
  timestamp,
  timezone,
  userRef,
  version,
} from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'
import { voiceProviders } from './voice-webhooks.ts'

export const agentKinds = ['human', 'voice'] as const

export const agentStatuses = ['available', 'busy', 'offline', 'paused'] as const

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, /*i18n*/ 'Enter a time, such as 09:30')

/** Working hours on a weekday. A shift that ends before it begins ends on the next day. */
const shift = z
  .object({
    weekday: z.int().min(1).max(7).describe('1 for Monday to 7'),
    from: clock,
    to: clock,
  })
  .refine(({ from, to }) => from !== to && from !== '24:00', {
    path: ['to'],
    message: /*i18n*/ 'Start and end must differ',
  })

/** A BCP 47 tag, such as `en` or `pt-BR`. */
const language = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, /*i18n*/ 'Enter a language code, such as en')

export const agent = z.object({
  id,
  name: z.string(),
  kind: z.enum(agentKinds),
  status: z.enum(agentStatuses),
  capacity: z.int().describe('The number of calls at the same time'),
  languages: z.array(z.string()),
  phone: z.string().nullable(),
  provider: z.string().nullable().describe('Voice agents only'),
  providerAgentId: z.string().nullable(),
  user: userRef.nullable().describe('The user that a human agent is'),
  positionCount: z.int(),
  timezone: z.string().nullable().describe("The timezone of `hours`; null: the workspace's"),
  hours: z
    .array(z.object({ weekday: z.int(), from: z.string(), to: z.string() }))
    .nullable()
    .describe('Null: always'),
  withinHours: z.boolean(),
  availableNow: z
    .boolean()
    .describe('Whether the agent can take a call now: available, within hours, and below capacity'),
  activeCalls: z
    .int()
    .describe(
      'Calls queued, ringing or in progress since `figures.loadFrom` at the earliest: no call takes longer',
    ),
  callsToday: z.int(),
  connection: z
    .object({ answered: z.int(), placed: z.int() })
    .describe('Calls answered (voicemail included) of the calls placed in the last 28 days, today included'),
  conversion: z
    .object({ converted: z.int(), spokenWith: z.int() })
    .describe(
      'In the same days: of the applications with a conversation, those that then moved to qualified or beyond',
    ),
  figures: z
    .object({ loadFrom: timestamp, todayFrom: timestamp, ratesFrom: timestamp, at: timestamp })
    .describe('Where the period of each figure begins; all end at `at`'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z
    .object({ edit: z.boolean(), delete: z.boolean(), openCalls: z.boolean() })
    .describe('`openCalls`: the caller may see all calls behind the figures'),
})

export const agentDetails = agent.extend({ positions: z.array(z.object({ id, name: z.string() })) })

const agentSorts = ['name', '-name'] as const

const agentFilters = z.object({
  kind: list(z.enum(agentKinds)),
  status: list(z.enum(agentStatuses)),
  positionId: list(id).describe('Works on one of these'),
  language: list(language).describe('Speaks one of these; `en` finds `en-GB` too'),
})

export const listAgents = endpoint({
  name: 'listAgents',
  tag: 'Agents',
  summary: 'List agents with their load and rates',
  description:
    'Returns people and voice agents who make calls, with their current load and their rates. `deleted=true` ' +
    'lists those that can still be restored.',
  method: 'GET',
  path: '/agents/',
  permission: 'agents:read',
  query: pageQuery(agentSorts).extend(agentFilters.shape).extend({ deleted: flag }),
  response: page(agent),
})

/** The columns of an export in their default order. */
export const agentExportColumns = [
  'name',
  'kind',
  'status',
  'availableNow',
  'activeCalls',
  'capacity',
  'languages',
  'phone',
  'provider',
  'providerAgentId',
  'colleague',
  'timezone',
  'hours',
  'positions',
  'callsToday',
  'placed',
  'answered',
  'spokenWith',
  'converted',
  'id',
] as const

export const exportAgents = endpoint({
  name: 'exportAgents',
  tag: 'Agents',
  summary: 'Export agents',
  description: 'Exports all matching agents as CSV or XLSX. Also requires `agents:read`.',
  method: 'GET',
  path: '/agents/export/',
  permission: 'applications:export',
  query: listQuery(agentSorts)
    .extend(agentFilters.shape)
    .extend({ deleted: flag })
    .extend(exportQuery(agentExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const listAvailableAgents = endpoint({
  name: 'listAvailableAgents',
  tag: 'Agents',
  summary: 'List agents available now',
  description:
    'Returns agents that can take a call now: their status is available, they are within their hours, and ' +
    "they have capacity for another call. Voice agents are left out once the plan's call minutes of the " +
    'month are used up.',
  method: 'GET',
  path: '/agents/available/',
  permission: 'agents:read',
  query: agentFilters.omit({ status: true }),
  response: z.object({ items: z.array(agent) }),
})

const agentInput = z.object({
  name: text(120, 1),
  status: z.enum(agentStatuses).optional(),
  capacity: z.int().min(0).max(1000).optional(),
  languages: z.array(language).max(30).optional(),
  phone: optionalText(60).describe(
    "As typed; stored as E.164. Without a country code it is read as a number of the workspace's country.",
  ),
  provider: z
    .enum(voiceProviders)
    .nullish()
    .describe('`provider` and `providerAgentId` are for voice agents only, `userId` for human agents only'),
  providerAgentId: optionalText(200),
  userId: id.nullish(),
  positionIds: z.array(id).max(500).optional(),
  timezone: timezone.nullish(),
  hours: z.array(shift).max(50).nullish(),
})

export const createAgent = endpoint({
  name: 'createAgent',
  tag: 'Agents',
  summary: 'Add an agent',
  description:
    "Adds an agent. CONFLICT if the user or the provider's agent is an agent already, also if the provider's " +
    'agent is in another workspace.',
  method: 'POST',
  path: '/agents/',
  permission: 'agents:write',
  body: agentInput.extend({ kind: z.enum(agentKinds) }),
  response: agentDetails,
  status: 201,
  errors: ['CONFLICT'],
})

export const getAgent = endpoint({
  name: 'getAgent',
  tag: 'Agents',
  summary: 'Get an agent with the positions it works on',
  method: 'GET',
  path: '/agents/{id}/',
  permission: 'agents:read',
  params: idParams,
  response: agentDetails,
})

export const updateAgent = endpoint({
  name: 'updateAgent',
  tag: 'Agents',
  summary: 'Change or pause an agent',
  description:
    'Changes an agent. Its kind cannot change. `positionIds` is the complete list. CONFLICT for a stale ' +
    "version, and if the user or the provider's agent is another agent already, also if it is in another " +
    'workspace.',
  method: 'PATCH',
  alsoPut: true,
  path: '/agents/{id}/',
  permission: 'agents:write',
  params: idParams,
  body: agentInput.partial().extend({ version: version.optional() }),
  response: agentDetails,
  errors: ['CONFLICT'],
})

export const deleteAgent = endpoint({
  name: 'deleteAgent',
  tag: 'Agents',
  summary: 'Delete an agent',
  description:
    "Deletes an agent, who can be restored for 30 days. The agent's calls stay. CONFLICT during a call.",
  method: 'DELETE',
  path: '/agents/{id}/',
  permission: 'agents:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restoreAgent = endpoint({
  name: 'restoreAgent',
  tag: 'Agents',
  summary: 'Restore a deleted agent',
  description:
    "Restores a deleted agent. CONFLICT if the user or the provider's agent has become another agent, also " +
    "if the provider's agent is in another workspace.",
  method: 'POST',
  path: '/agents/{id}/restore/',
  permission: 'agents:write',
  params: idParams,
  response: agentDetails,
  errors: ['CONFLICT'],
})
