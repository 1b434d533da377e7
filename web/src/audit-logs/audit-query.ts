import type { listAuditLogs } from '@muster/contract/audit-logs.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import type { AuditSearch } from './audit-search.ts'

/** Midnight here of a day, or of the one after it. */
function startOf(day: string | undefined, later = 0): string | undefined {
  if (!day) return undefined
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + later).toISOString()
}

/** What of the address filters and sorts the list, as the API takes it. */
export function auditQuery({
  entry,
  from,
  to,
  ...filters
}: AuditSearch): CallOf<typeof listAuditLogs>['query'] {
  return { ...filters, from: startOf(from), to: startOf(to, 1) }
}
