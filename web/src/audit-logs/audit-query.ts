import type { listAuditLogs } from '@muster/contract/audit-logs.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import type { AuditSearch } from './audit-search.ts'

/** Returns local midnight of a day, or of a later one. */
function startOf(day: string | undefined, later = 0): string | undefined {
  if (!day) return undefined
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + later).toISOString()
}

/** Converts the search parameters to the query of the endpoint. */
export function auditQuery({
  entry,
  from,
  to,
  ...filters
}: AuditSearch): CallOf<typeof listAuditLogs>['query'] {
  return { ...filters, from: startOf(from), to: startOf(to, 1) }
}
