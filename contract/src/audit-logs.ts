import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, list, onlyIds, text, timestamp, userRef } from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'

/** What actions are about, to narrow the log down by. */
export const auditAreas = [
  'sign-in',
  'denied',
  'exports',
  'rights',
  'people',
  'workspace',
  'integrations',
  'privacy',
  'imports',
  'other',
] as const

export type AuditArea = (typeof auditAreas)[number]

/** One line of the log: who did what to which row, from where. */
export const auditLog = z.object({
  id,
  at: timestamp,
  /** Null: nobody who is known, or the system itself. */
  user: userRef.nullable(),
  action: z.string().describe('As `area.verb`, such as `login.failed`'),
  area: z.enum(auditAreas),
  subject: z
    .object({ kind: z.string(), id, name: z.string().nullable().describe('As it is called by now') })
    .nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The API key it was done with. */
  apiKey: z.object({ id, name: z.string() }).nullable(),
  /** The superadmin who looked through the user's eyes. */
  impersonatorId: id.nullable(),
  details: z.record(z.string(), z.unknown()),
})

const auditFilters = z.object({
  id: onlyIds,
  userId: list(id),
  area: list(z.enum(auditAreas)),
  action: list(text(80)),
  subjectKind: list(text(40)),
  subjectId: id.optional(),
  ip: text(64).optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
})

const auditSorts = ['-at', 'at'] as const

/** The audit log of the workspace. `q` looks in what is said beside each entry. */
export const listAuditLogs = endpoint({
  name: 'listAuditLogs',
  tag: 'Audit',
  summary: 'Read the audit log',
  method: 'GET',
  path: '/audit-logs/',
  permission: 'audit:read',
  query: pageQuery(auditSorts).extend(auditFilters.shape),
  response: page(auditLog),
})

/** The columns of an export, in the order they have unless others are named. */
export const auditExportColumns = [
  'at',
  'user',
  'action',
  'subjectKind',
  'subjectId',
  'ip',
  'userAgent',
  'apiKey',
  'details',
  'id',
] as const

/** All entries that match, as a CSV or XLSX file; itself an entry. */
export const exportAuditLogs = endpoint({
  name: 'exportAuditLogs',
  tag: 'Audit',
  summary: 'Export the audit log',
  method: 'GET',
  path: '/audit-logs/export/',
  permission: 'audit:read',
  query: listQuery(auditSorts).extend(auditFilters.shape).extend(exportQuery(auditExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
