import { t } from '@lingui/core/macro'
import type { RowsSlice } from '@muster/contract/report-rows.ts'
import { formatDayIn } from '../dashboard/format-day-in.ts'
import { daysOf, type ReportSearch, sliceOf, toReportQuery } from '../dashboard/report-search.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { otherOf } from './other-search.ts'

/** What reports are asked for: one slice of one period. */
export interface Side {
  key: 'this' | 'other'
  /** Of the period before, whose days its answers say. */
  former: boolean
  /** Its days, and its position where two are compared. */
  label: string
  query: ReturnType<typeof toReportQuery>
  slice: RowsSlice
  /** Another position, not another period. */
  ofPosition: boolean
}

const noonOf = (day: string) => `${day}T12:00:00Z`

function daysLabel(search: ReportSearch): string {
  const [firstDay, lastDay] = daysOf(search, reportTimezone())
  const [first, last] = [formatDayIn(noonOf(firstDay), 'UTC'), formatDayIn(noonOf(lastDay), 'UTC')]
  return first === last ? first : t`${first} to ${last}`
}

/** One side, or two where periods or positions are compared; `nameOf` says what positions are called. */
export function sidesOf(search: ReportSearch, nameOf: (positionId: string) => string | undefined): Side[] {
  const positions = search.compare === 'position'
  const side = (key: Side['key'], of: ReportSearch): Side => {
    const [positionId, ...more] = of.positionId ?? []
    const name = positionId && more.length === 0 ? nameOf(positionId) : undefined
    const days = daysLabel(of)
    const which = name ?? (positionId ? t`Chosen positions` : t`All positions`)
    return {
      key,
      former: of.former !== undefined,
      label: positions ? `${which} · ${days}` : days,
      query: toReportQuery(of, reportTimezone()),
      slice: sliceOf(of),
      ofPosition: positions,
    }
  }
  const other = otherOf(search)
  return [side('this', search), ...(other ? [side('other', other)] : [])]
}
