import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { listCompanies } from '@muster/contract/companies.ts'
import { getKpiMetrics } from '@muster/contract/dashboard.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { useCurrentUser, usePermission } from '../session/session.ts'
import { DailyActivity } from './daily-activity.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toReportQuery } from './dashboard-search.ts'
import { KpiTile } from './kpi-tile.tsx'
import { LeadsByType } from './leads-by-type.tsx'
import { NeedsYou } from './needs-you.tsx'
import { PeriodSelect } from './period-select.tsx'

const route = getRouteApi('/dashboard')

function greeting(hour: number, name: string): string {
  if (hour < 5) return t`Good night, ${name}`
  if (hour < 12) return t`Good morning, ${name}`
  return hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`
}

function Filters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayReadCompanies = usePermission('companies:read')
  const companies = useQuery({
    ...endpointQuery(listCompanies, { query: { limit: 200 } }),
    enabled: mayReadCompanies,
  })
  const change = (changes: DashboardSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  return (
    <>
      <PeriodSelect search={search} onChange={(days) => change({ days })} />
      {mayReadCompanies && (
        <NativeSelect
          className={`${classes.filter} ${classes.company}`}
          aria-label={t`Company`}
          data={[
            { value: '', label: t`All companies` },
            ...(companies.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={search.companyId ?? ''}
          onChange={(event) => change({ companyId: event.currentTarget.value || undefined })}
        />
      )}
    </>
  )
}

export function DashboardPage() {
  const search = route.useSearch()
  const user = useCurrentUser()
  const { data } = useSuspenseQuery(endpointQuery(getKpiMetrics, { query: toReportQuery(search) }))
  return (
    <Page title={greeting(new Date().getHours(), user.name.split(' ')[0] ?? user.name)} toolbar={<Filters />}>
      <div className={classes.dashboard}>
        <section className={classes.tiles} aria-label={t`Key figures`}>
          {data.items.map((metric) => (
            <KpiTile key={metric.key} metric={metric} period={data.period} search={search} />
          ))}
        </section>
        <LeadsByType search={search} />
        <NeedsYou search={search} />
        <DailyActivity search={search} />
      </div>
    </Page>
  )
}
