import { Filters } from '../analytics/filters.tsx'
import { DailyActivity } from './daily-activity.tsx'
import { loadDay } from './day-queries.ts'
import { KpiComparison } from './kpi-comparison.tsx'
import { LeadsByType } from './leads-by-type.tsx'
import { NeedsYou } from './needs-you.tsx'
import type { ReportSearch } from './report-search.ts'
import { Sparkline } from './sparkline.tsx'
import { greets } from './start/start-query.ts'

/** The cards around the tiles, which the grid places. */
function DashboardCards({ search }: { search: ReportSearch }) {
  return (
    <>
      <NeedsYou search={search} />
      <LeadsByType search={search} />
      <DailyActivity search={search} />
    </>
  )
}

export { DashboardCards, Filters, greets, KpiComparison, loadDay, Sparkline }
