import { NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { DailyActivity } from '../dashboard/daily-activity.tsx'
import classes from '../dashboard/dashboard.module.css'
import { type DashboardSearch, periodOf, periods } from '../dashboard/dashboard-search.ts'
import { LeadsByType } from '../dashboard/leads-by-type.tsx'
import { Page } from '../layout/page.tsx'

const route = getRouteApi('/analytics')

const periodOptions = Object.entries(periods).map(([value, label]) => ({ value, label }))

/** Where applications stand and what was done each day, over any of the periods. */
export function AnalyticsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: DashboardSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  return (
    <Page
      title="Analytics"
      toolbar={
        <NativeSelect
          aria-label="Period"
          data={periodOptions}
          value={periodOf(search)}
          onChange={(event) => change({ days: event.currentTarget.value as DashboardSearch['days'] })}
        />
      }
    >
      <div className={classes.dashboard}>
        <LeadsByType search={search} wide />
        <DailyActivity search={search} />
      </div>
    </Page>
  )
}
