import { t } from '@lingui/core/macro'
import { getRouteApi } from '@tanstack/react-router'
import { DailyActivity } from '../dashboard/daily-activity.tsx'
import classes from '../dashboard/dashboard.module.css'
import { LeadsByType } from '../dashboard/leads-by-type.tsx'
import { PeriodSelect } from '../dashboard/period-select.tsx'
import { Page } from '../layout/page.tsx'

const route = getRouteApi('/analytics')

/** Where applications stand and what was done each day, over any of the periods. */
export function AnalyticsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title={t`Analytics`}
      toolbar={
        <PeriodSelect
          search={search}
          onChange={(days) => navigate({ search: (now) => ({ ...now, days }), replace: true })}
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
