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

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, /*i18n*/ 'A time like 09:30')

/** When an agent works on a day of the week; what ends before it begins ends on the next day. */
const shift = z
  .object({
    /** 1 for Monday to 7. */
    weekday: z.int().min(1).max(7),
    from: clock,
    to: clock,
  })
  .refine(({ from, to }) => from !== to && from !== '24:00', {
    path: ['to'],
    message: /*i18n*/ 'Must not end when it begins',
  })

/** A tag as of BCP 47, such as `en` or `pt-BR`. */
const language = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, /*i18n*/ 'Not the code of a language, such as en')

export const agent = z.object({
  id,
  name: z.string(),
  kind: z.enum(agentKinds),
  status: z.enum(agentStatuses),
  /** Calls at the same time. */
  capacity: z.int(),
  languages: z.array(z.string()),
  phone: z.string().nullable(),
  /** Of a voice agent. */
  provider: z.string().nullable(),
  providerAgentId: z.string().nullable(),
  /** Of a person: the colleague this is. */
  user: userRef.nullable(),
  positionCount: z.int(),
  /** Whose clocks the hours are by; null: the workspace's. */
  timezone: z.string().nullable(),
  /** Null: always. */
  hours: z.array(z.object({ weekday: z.int(), from: z.string(), to: z.string() })).nullable(),
  withinHours: z.boolean(),
  /** Can take a call now: available, within hours, and with room for another call. */
  availableNow: z.boolean(),
  /** Calls queued, ringing or in progress that began at `figures.loadFrom` or later: no call takes longer. */
  activeCalls: z.int(),
  callsToday: z.int(),
  /** Over the last 28 days, today included. Answered, voicemail included, of the calls placed. */
  connection: z.object({ answered: z.int(), placed: z.int() }),
  /** Over the same days: of the applications spoken with, those that then moved to qualified or beyond. */
  conversion: z.object({ converted: z.int(), spokenWith: z.int() }),
  /** The times that the figures are of; all end at `at`. */
  figures: z.object({ loadFrom: timestamp, todayFrom: timestamp, ratesFrom: timestamp, at: timestamp }),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  /** `openCalls`: the calls behind the figures are all theirs to see. */
  can: z.object({ edit: z.boolean(), delete: z.boolean(), openCalls: z.boolean() }),
})

export const agentDetails = agent.extend({ positions: z.array(z.object({ id, name: z.string() })) })

const agentSorts = ['name', '-name'] as const

const agentFilters = z.object({
  kind: list(z.enum(agentKinds)),
  status: list(z.enum(agentStatuses)),
  /** Works on one of these. */
  positionId: list(id),
  /** Speaks one of these; `en` finds `en-GB` too. */
  language: list(language),
})

/** Those who call: people and voice agents, with their load now and their rates. `deleted=true` lists those that can still be restored. */
export const listAgents = endpoint({
  name: 'listAgents',
  tag: 'Agents',
  summary: 'List agents with their load and rates',
  method: 'GET',
  path: '/agents/',
  permission: 'agents:read',
  query: pageQuery(agentSorts).extend(agentFilters.shape).extend({ deleted: flag }),
  response: page(agent),
})

/** The columns of an export, in the order they have unless others are named. */
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

/** All agents that match, as a CSV or XLSX file. Takes the right to see agents too. */
export const exportAgents = endpoint({
  name: 'exportAgents',
  tag: 'Agents',
  summary: 'Export agents',
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

/**
 * Agents that can take a call now: their status is available, it is within their hours, and there is room for another
 * call. No voice agents once the plan's call minutes of the month are used up.
 */
export const listAvailableAgents = endpoint({
  name: 'listAvailableAgents',
  tag: 'Agents',
  summary: 'List agents available now',
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
  /** As typed; kept as E.164. Without a country code it is read as a number of the workspace's country. */
  phone: optionalText(60),
  /** Of a voice agent only, as are their ids with the provider; `userId` is of a person only. */
  provider: z.enum(voiceProviders).nullish(),
  providerAgentId: optionalText(200),
  userId: id.nullish(),
  positionIds: z.array(id).max(500).optional(),
  timezone: timezone.nullish(),
  hours: z.array(shift).max(50).nullish(),
})

/**
 * Adds an agent. CONFLICT when the colleague, or the provider's agent, is an agent already, also if the provider's agent is
 * one in another workspace.
 */
export const createAgent = endpoint({
  name: 'createAgent',
  tag: 'Agents',
  summary: 'Add an agent',
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

/**
 * Changes an agent; its kind stays. `positionIds` is the full list. CONFLICT for a stale version, and when the colleague, or
 * the provider's agent, is another agent already, also if it is one in another workspace.
 */
export const updateAgent = endpoint({
  name: 'updateAgent',
  tag: 'Agents',
  summary: 'Change or pause an agent',
  method: 'PATCH',
  alsoPut: true,
  path: '/agents/{id}/',
  permission: 'agents:write',
  params: idParams,
  body: agentInput.partial().extend({ version: version.optional() }),
  response: agentDetails,
  errors: ['CONFLICT'],
})

/** Deletes an agent; it can be restored for 30 days, and its calls stay. CONFLICT while it is on a call. */
export const deleteAgent = endpoint({
  name: 'deleteAgent',
  tag: 'Agents',
  summary: 'Delete an agent',
  method: 'DELETE',
  path: '/agents/{id}/',
  permission: 'agents:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

/**
 * Brings a deleted agent back. CONFLICT when the colleague, or the provider's agent, is another agent meanwhile, also if the
 * provider's agent is one in another workspace.
 */
export const restoreAgent = endpoint({
  name: 'restoreAgent',
  tag: 'Agents',
  summary: 'Restore a deleted agent',
  method: 'POST',
  path: '/agents/{id}/restore/',
  permission: 'agents:write',
  params: idParams,
  response: agentDetails,
  errors: ['CONFLICT'],
})
