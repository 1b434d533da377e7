import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, list, onlyIds, text, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

/** The audit logs of all workspaces as one. `q` looks in what is said beside each entry. */
export const listAllAuditLogs = endpoint({
  name: 'listAllAuditLogs',
  tag: 'Admin',
  summary: 'Read the audit log of every workspace',
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
      workspace: z.object({ id, name: z.string() }),
      /** Null: nobody who is known, or the system itself. */
      user: z.object({ id, name: z.string() }).nullable(),
      action: z.string(),
      subject: z.object({ kind: z.string(), id }).nullable(),
      ip: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
})
