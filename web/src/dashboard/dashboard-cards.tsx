import { DailyActivity } from './daily-activity.tsx'
import { LeadsByType } from './leads-by-type.tsx'
import { NeedsYou } from './needs-you.tsx'
import type { ReportSearch } from './report-search.ts'

/** What stands below the tiles, each loading and failing by itself. */
export function DashboardCards({ search }: { search: ReportSearch }) {
  return (
    <>
      <LeadsByType search={search} />
      <NeedsYou search={search} />
      <DailyActivity search={search} />
    </>
  )
}
