import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, timestamp } from './fields.ts'

/** The steps of setting up a workspace, in order. */
export const startSteps = ['workspace', 'position', 'people', 'team', 'call'] as const

export type StartStep = (typeof startSteps)[number]

/** The name of the first superadmin until they enter their own. */
export const givenUserName = 'Administrator'

export const start = z.object({
  steps: z.array(
    z.object({
      key: z.enum(startSteps),
      done: z.boolean().describe('Whether the data exist, however they came. Sample data do not count.'),
      count: z.int().describe('Positions, people, colleagues and agents, or calls; 0 for the workspace'),
    }),
  ),
  isEmpty: z.boolean().describe('Whether there are no applications, sample data included'),
  hiddenAt: timestamp.nullable(),
  sample: z.object({
    loadedAt: timestamp.nullable(),
    applications: z.int().describe('How many it has, or would have'),
    positions: z.int(),
    companies: z.int(),
    /** Why it cannot be added now. */
    whyNot: z.string().nullable(),
    worked: z.object({
      people: z.int().describe('Sample people whom somebody called, commented on or added something to'),
      entries: z.int().describe('These calls, comments, emails, files and applications. Moves do not count'),
    }),
  }),
})

export const getStart = endpoint({
  name: 'getStart',
  tag: 'Workspace',
  summary: 'Get the setup checklist',
  description: 'Returns how far the workspace is set up, and the state of its sample data.',
  method: 'GET',
  path: '/workspace/start/',
  permission: 'workspace:manage',
  response: start,
})

export const updateStart = endpoint({
  name: 'updateStart',
  tag: 'Workspace',
  summary: 'Hide or show the setup checklist',
  description: 'Hides the checklist for everybody in the workspace, or shows it again.',
  method: 'PATCH',
  path: '/workspace/start/',
  permission: 'workspace:manage',
  body: z.object({ hidden: z.boolean() }),
  response: start,
})

export const addSampleData = endpoint({
  name: 'addSampleData',
  tag: 'Workspace',
  summary: 'Add sample data',
  description:
    'Adds sample data: companies, positions, people, calls, voice agents and colleagues who cannot sign in. ' +
    'Nothing is emailed. CONFLICT if they are there already, or if there are people of your own and ' +
    '`alongside` is not true.',
  method: 'POST',
  path: '/workspace/sample/',
  permission: 'workspace:manage',
  body: z.object({
    alongside: z.boolean().optional().describe('Also beside people of your own; reports then count both'),
  }),
  response: start,
  errors: ['CONFLICT'],
})

export const removeSampleData = endpoint({
  name: 'removeSampleData',
  tag: 'Workspace',
  summary: 'Remove the sample data',
  description:
    'Removes the sample data. Records of your own stay, and so do the sample records they need: the position ' +
    'of an application you added, and its company. Sample people whom somebody called, commented on or added ' +
    'something to stay too, unless `includeWorked` is true. What stays is no longer sample data.',
  method: 'DELETE',
  path: '/workspace/sample/',
  permission: 'workspace:manage',
  query: z.object({ includeWorked: flag }),
  status: 200,
  response: z.object({
    removed: z.object({ applications: z.int(), people: z.int(), positions: z.int(), companies: z.int() }),
    kept: z.object({ applications: z.int(), people: z.int(), positions: z.int(), companies: z.int() }),
  }),
})
