import type { AuditArea, listAuditLogs } from '@muster/contract/audit-logs.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { idParam, idsParam, listOfParam, oneOfParam, searchParam, textParam } from '../ui/search-params.ts'

// Written out: their words are loaded with the screen.
export const areaKeys: readonly AuditArea[] = [
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
]

export interface AuditSearch {
  q?: string
  sort?: '-at' | 'at'
  area?: AuditArea[]
  userId?: string[]
  /** Everything about one row. */
  subjectId?: string
  ip?: string
  /** Days, the last one included. */
  from?: string
  to?: string
  /** The entry in the drawer. */
  entry?: string
}

function dayParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, ['-at', 'at']),
    area: listOfParam(search.area, areaKeys),
    userId: idsParam(search.userId),
    subjectId: idParam(search.subjectId),
    ip: textParam(search.ip)?.slice(0, 64),
    from: dayParam(search.from),
    to: dayParam(search.to),
    entry: idParam(search.entry),
  }
}

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
