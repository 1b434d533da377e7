import { t } from '@lingui/core/macro'
import { getKpiMetrics } from '@muster/contract/dashboard.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { useCurrentUser } from '../session/session.ts'
import classes from './dashboard.module.css'
import { KpiTile } from './kpi-tile.tsx'
import { DashboardCards, Filters } from './lazy-parts.ts'
import { type ReportSearch, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'

const route = getRouteApi('/dashboard')

const ReportCalls = lazy(() =>
  import('./report-calls.tsx').then((module) => ({ default: module.ReportCalls })),
)

function greeting(hour: number, name: string): string {
  if (hour >= 5 && hour < 12) return t`Good morning, ${name}`
  return hour >= 12 && hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`
}

export function DashboardPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const user = useCurrentUser()
  const query = toReportQuery(search, reportTimezone())
  const { data } = useSuspenseQuery(endpointQuery(getKpiMetrics, { query }))
  const change = (changes: ReportSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  return (
    <Page
      title={greeting(new Date().getHours(), user.name.split(' ')[0] ?? user.name)}
      toolbar={<Filters search={search} onChange={change} />}
    >
      <div className={classes.dashboard}>
        <section className={classes.tiles} aria-label={t`Key metrics`}>
          {data.items.map((metric) => (
            <KpiTile key={metric.key} metric={metric} period={data.period} search={search} />
          ))}
        </section>
        <DashboardCards search={search} />
      </div>
      {search.calls && (
        <Suspense fallback={null}>
          <ReportCalls search={search} onClose={() => change({ calls: undefined })} />
        </Suspense>
      )}
    </Page>
  )
}
