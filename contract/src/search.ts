import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

export const search = endpoint({
  name: 'search',
  tag: 'Search',
  summary: 'Search people, positions and companies',
  description:
    'Returns applications, candidates, positions and companies whose name, contact data or custom fields contain ' +
    'each word of the text, up to 8 of each.',
  method: 'GET',
  path: '/search/',
  permission: 'applications:read',
  query: z.object({ q: text(200, 1) }),
  response: z.object({
    applications: z.array(
      z.object({
        id,
        candidateId: id,
        candidateName: z.string(),
        positionName: z.string(),
        companyName: z.string(),
        statusName: z.string(),
        statusType: z.enum(statusTypeKeys),
      }),
    ),
    candidates: z.array(
      z.object({ id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
    ),
    positions: z.array(z.object({ id, name: z.string(), companyName: z.string() })),
    companies: z.array(z.object({ id, name: z.string() })),
  }),
})
