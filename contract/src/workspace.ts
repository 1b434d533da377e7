import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, timestamp, timezone, version } from './fields.ts'
import { mailedName } from './names.ts'

export const workspace = z.object({
  id,
  name: z.string(),
  timezone: z.string().describe('An IANA name. Reports count days in this timezone.'),
  defaultCountry: z
    .string()
    .describe("ISO 3166 alpha-2. Phone numbers without a country code are read as this country's."),
  requireSecondFactor: z.boolean().describe('Nobody does anything here without a second factor'),
  sendsEmail: z
    .boolean()
    .describe('Whether the installation has a mail server. Without one, emails wait in its outbox, unsent.'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
})

export const getWorkspace = endpoint({
  name: 'getWorkspace',
  tag: 'Workspace',
  summary: 'Get the workspace',
  description: "Returns the settings of the caller's workspace.",
  method: 'GET',
  path: '/workspace/',
  permission: 'signed-in',
  forKeys: true,
  response: workspace,
})

export const updateWorkspace = endpoint({
  name: 'updateWorkspace',
  tag: 'Workspace',
  summary: 'Change the workspace',
  description: "Changes the workspace's name, timezone or default country. CONFLICT for a stale `version`.",
  method: 'PATCH',
  alsoPut: true,
  path: '/workspace/',
  permission: 'workspace:manage',
  body: z.object({
    name: mailedName(120).optional(),
    timezone: timezone.optional(),
    defaultCountry: z
      .string()
      .regex(/^[A-Z]{2}$/, /*i18n*/ 'Enter a two-letter code, such as US')
      .optional(),
    requireSecondFactor: z.boolean().optional(),
    version: version.optional(),
  }),
  response: workspace,
  errors: ['CONFLICT'],
})
