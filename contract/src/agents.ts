import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, idParams, text } from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'

export const agentStatuses = ['available', 'busy', 'offline', 'paused'] as const

export const agent = z.object({
  id,
  name: z.string(),
  kind: z.enum(['human', 'voice']),
  status: z.enum(agentStatuses),
  capacity: z.int(),
  languages: z.array(z.string()),
  phone: z.string().nullable(),
  provider: z.string().nullable(),
  callsToday: z.int(),
  /** Over the last 28 days. Answered, voicemail included, over placed. */
  connection: z.object({ answered: z.int(), placed: z.int() }),
  version: z.int(),
})

export const listAgents = endpoint({
  name: 'listAgents',
  tag: 'Agents',
  summary: 'List agents with their load',
  method: 'GET',
  path: '/agents/',
  permission: 'agents:read',
  query: pageQuery(['name', '-name']),
  response: page(agent),
})

/** The columns of an export, in the order they have unless others are named. */
export const agentExportColumns = [
  'name',
  'kind',
  'status',
  'capacity',
  'languages',
  'phone',
  'provider',
  'callsToday',
  'placed',
  'answered',
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
  query: listQuery(['name', '-name']).extend(exportQuery(agentExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** Agents that can take a call now: status available. */
export const listAvailableAgents = endpoint({
  name: 'listAvailableAgents',
  tag: 'Agents',
  summary: 'List agents available now',
  method: 'GET',
  path: '/agents/available/',
  permission: 'agents:read',
  response: z.object({ items: z.array(agent) }),
})

export const updateAgent = endpoint({
  name: 'updateAgent',
  tag: 'Agents',
  summary: 'Change or pause an agent',
  method: 'PATCH',
  alsoPut: true,
  path: '/agents/{id}/',
  permission: 'agents:write',
  params: idParams,
  body: z.object({
    name: text(120, 1).optional(),
    status: z.enum(agentStatuses).optional(),
    capacity: z.int().min(0).max(1000).optional(),
    languages: z.array(text(20, 1)).max(30).optional(),
    version: z.int().optional(),
  }),
  response: agent,
  errors: ['CONFLICT'],
})
