import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, list, onlyIds, text, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

export const listAllAuditLogs = endpoint({
  name: 'listAllAuditLogs',
  tag: 'Admin',
  summary: 'Read the audit log of every workspace',
  description:
    'Returns the audit logs of all workspaces as one list. `q` searches the details of each entry.',
  method: 'GET',
  path: '/admin/audit/',
  permission: 'platform:manage',
  query: pageQuery(['-at', 'at']).extend({
    id: onlyIds,
    workspaceId: id.optional(),
    userId: id.optional(),
    action: list(text(80)),
    ip: text(64).optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
  }),
  response: page(
    z.object({
      id,
      at: timestamp,
      updatedAt: timestamp,
      workspace: z.object({ id, name: z.string() }),
      user: z
        .object({ id, name: z.string() })
        .nullable()
        .describe('Null for an unknown user, or the system itself'),
      action: z.string(),
      subject: z.object({ kind: z.string(), id }).nullable(),
      ip: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
})
