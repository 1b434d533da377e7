import { msg } from '@lingui/core/macro'
import { oneOfParam, textParam } from '../ui/search-params.ts'

/** Days back from now, the present one included. */
export const periods = {
  '7': msg`Last 7 days`,
  '28': msg`Last 28 days`,
  '90': msg`Last 90 days`,
  '365': msg`Last 12 months`,
}

type Period = keyof typeof periods

const defaultPeriod: Period = '28'

export interface DashboardSearch {
  days?: Period
  companyId?: string
  positionId?: string
  ownerId?: string
}

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    days: oneOfParam(search.days, Object.keys(periods) as Period[]),
    companyId: textParam(search.companyId),
    positionId: textParam(search.positionId),
    ownerId: textParam(search.ownerId),
  }
}

export function periodOf(search: DashboardSearch): Period {
  return search.days ?? defaultPeriod
}

/** What every figure of the dashboard asks for. Without `from` the server takes its own last 28 days. */
export function toReportQuery({ days, ...slice }: DashboardSearch, now = new Date()) {
  if (!days || days === defaultPeriod) return slice
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1)
  return {
    ...slice,
    from: from.toISOString(),
    bucket: Number(days) > 90 ? ('week' as const) : ('day' as const),
  }
}

/** The filters of the applications list that count the same slice. */
export function toListFilters({ companyId, positionId, ownerId }: DashboardSearch) {
  return {
    ...(companyId && { companyId: [companyId] }),
    ...(positionId && { positionId: [positionId] }),
    ...(ownerId && { ownerId: [ownerId] }),
  }
}
