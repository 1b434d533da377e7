import { t } from '@lingui/core/macro'
import { daysOf, periodOf } from '@muster/contract/report-days.ts'
import { periodLabels } from '../analytics/period-select.tsx'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import type { ExploreSearch } from '../explore/explore-search.ts'
import { formatLocale } from '../texts/language.ts'

/** Names the period of a report: "Last 90 days", "1–12 Oct 2026". */
export function periodText(search: ExploreSearch): string {
  const period = periodOf(search)
  if (period !== 'own') return t(periodLabels[period])
  const [first, last] = daysOf(search, reportTimezone())
  const format = new Intl.DateTimeFormat(formatLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))
}
