import type { AuditArea } from '@muster/contract/audit-logs.ts'
import { idParam, idsParam, listOfParam, oneOfParam, searchParam, textParam } from '../ui/search-params.ts'

// Repeated here: their labels load with the screen.
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
  /** Only entries about this row. */
  subjectId?: string
  ip?: string
  /** Days, both inclusive. */
  from?: string
  to?: string
  /** The id of the entry in the drawer. */
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
