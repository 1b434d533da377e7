import type { RowsBehind } from '@muster/contract/report-rows.ts'
import type { Wallboard } from './wallboard-queries.ts'

const minuteMs = 60_000

type Filters = RowsBehind['filters']

const calls = (filters: Filters): RowsBehind => ({ list: 'calls', filters })

/** The calls placed in the last minutes, until the wallboard was read. */
export function recentCalls({ at }: Wallboard, minutes: number, more: Filters = {}): RowsBehind {
  const startedFrom = new Date(Date.parse(at) - minutes * minuteMs).toISOString()
  return calls({ placed: 'true', startedFrom, startedTo: at, ...more })
}

/** The calls placed between two moments. */
export function placedCalls({ from, to }: { from: string; to: string }, more: Filters = {}): RowsBehind {
  return calls({ placed: 'true', startedFrom: from, startedTo: to, ...more })
}

/** The calls of today with a cost. */
export function paidCalls({ today }: Wallboard, more: Filters = {}): RowsBehind {
  return calls({ withCost: 'true', startedFrom: today.from, startedTo: today.to, ...more })
}

/** The open applications with a callback, the earliest first. */
export function callbacks(filters: Filters): RowsBehind {
  return { list: 'applications', filters: { open: 'true', sort: 'callbackAt', ...filters } }
}
