import { t } from '@lingui/core/macro'
import { daysBetween } from '@muster/contract/local-days.ts'
import { daysOf } from '@muster/contract/report-days.ts'
import type { RowsSlice } from '@muster/contract/report-rows.ts'
import { formatDayIn } from '../dashboard/format-day-in.ts'
import { type ReportSearch, sliceOf, toReportQuery } from '../dashboard/report-search.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { comparisonSearch } from './comparison-search.ts'

/** One side of a comparison: a slice of a period. */
export interface Side {
  key: 'this' | 'other'
  /** Reads the previous period from the response. */
  former: boolean
  /** Its days, and its position when two are compared. */
  label: string
  query: ReturnType<typeof toReportQuery>
  slice: RowsSlice
  /** Compares positions, not periods. */
  ofPosition: boolean
  /** The length of the period. */
  days: number
}

const noonOf = (day: string) => `${day}T12:00:00Z`

function daysLabel(search: ReportSearch): string {
  const [firstDay, lastDay] = daysOf(search, reportTimezone())
  const [first, last] = [formatDayIn(noonOf(firstDay), 'UTC'), formatDayIn(noonOf(lastDay), 'UTC')]
  return first === last ? first : t`${first} to ${last}`
}

/**
 * Returns one side, or two when periods or positions are compared. `nameOf` returns the name of a position.
 */
export function sidesOf(search: ReportSearch, nameOf: (positionId: string) => string | undefined): Side[] {
  const positions = search.compare === 'position'
  const side = (key: Side['key'], of: ReportSearch): Side => {
    const [positionId, ...more] = of.positionId ?? []
    const name = positionId && more.length === 0 ? nameOf(positionId) : undefined
    const days = daysLabel(of)
    const which = name ?? (positionId ? t`Selected positions` : t`All positions`)
    return {
      key,
      former: of.former !== undefined,
      label: positions ? `${which} · ${days}` : days,
      query: toReportQuery(of, reportTimezone()),
      slice: sliceOf(of),
      ofPosition: positions,
      days: daysBetween(...daysOf(of, reportTimezone())),
    }
  }
  const other = comparisonSearch(search)
  return [side('this', search), ...(other ? [side('other', other)] : [])]
}
