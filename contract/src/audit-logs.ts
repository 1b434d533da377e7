import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, list, onlyIds, text, timestamp, userRef } from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'

/** What actions are about, for filtering the log. */
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

/** One entry of the log: who did what to which row, from where. */
export const auditLog = z.object({
  id,
  at: timestamp,
  updatedAt: timestamp,
  user: userRef.nullable().describe('Null for an unknown user, or the system itself'),
  action: z.string().describe('As `area.verb`, such as `login.failed`'),
  area: z.enum(auditAreas),
  subject: z
    .object({ kind: z.string(), id, name: z.string().nullable().describe('As it is called by now') })
    .nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  apiKey: z.object({ id, name: z.string() }).nullable().describe('The API key of the call'),
  impersonatorId: id.nullable().describe('The superadmin who impersonated the user'),
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

export const listAuditLogs = endpoint({
  name: 'listAuditLogs',
  tag: 'Audit',
  summary: 'Read the audit log',
  description: "Returns the workspace's audit log. `q` searches the details of each entry.",
  method: 'GET',
  path: '/audit-logs/',
  permission: 'audit:read',
  query: pageQuery(auditSorts).extend(auditFilters.shape),
  response: page(auditLog),
})

/** The columns of an export in their default order. */
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

export const exportAuditLogs = endpoint({
  name: 'exportAuditLogs',
  tag: 'Audit',
  summary: 'Export the audit log',
  description: 'Exports all matching entries as CSV or XLSX. The export is an entry itself.',
  method: 'GET',
  path: '/audit-logs/export/',
  permission: 'audit:read',
  query: listQuery(auditSorts).extend(auditFilters.shape).extend(exportQuery(auditExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
