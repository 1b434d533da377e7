import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconPrinter, IconTable } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ReportCalls } from '../dashboard/report-calls.tsx'
import { Page } from '../layout/page.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import classes from './analytics.module.css'
import { type AnalyticsSearch, analyticsViews } from './analytics-search.ts'
import { CompareSelect } from './compare-select.tsx'
import { FilterChips } from './filter-chips.tsx'
import { PeriodSelect } from './period-select.tsx'
import { ReportList } from './report-list.tsx'
import { sidesOf } from './sides.ts'
import { usePositionNames } from './use-position-names.ts'
import { views } from './views.ts'

const GoalsView = lazy(() =>
  import('./goals/goals-view.tsx').then((module) => ({ default: module.GoalsView })),
)

const route = getRouteApi('/analytics')

function GoalsSkeleton() {
  return (
    <div className={classes.reports} aria-hidden>
      <Skeleton height={320} radius="lg" />
    </div>
  )
}

/**
 * Reports over any period, optionally compared with another period or position. Each number links to its
 * rows.
 */
export function AnalyticsPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const nameOf = usePositionNames(search)
  const change = (changes: AnalyticsSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const view = search.view ?? 'funnel'
  const sides = sidesOf(search, nameOf)
  const tables = search.tables === 'true'
  return (
    <Page
      title={t`Analytics`}
      actions={
        <>
          {view !== 'goals' && (
            <ActionIcon
              aria-label={t`Show as tables`}
              title={t`Show as tables`}
              aria-pressed={tables}
              onClick={() => change({ tables: tables ? undefined : 'true' })}
            >
              <IconTable size={16} stroke={1.6} />
            </ActionIcon>
          )}
          <ActionIcon aria-label={t`Print`} title={t`Print`} onClick={() => window.print()}>
            <IconPrinter size={16} stroke={1.6} />
          </ActionIcon>
        </>
      }
      toolbar={
        <LinkTabs
          tabs={analyticsViews.map((key) => ({
            id: key,
            label: t(views[key].label),
            active: key === view,
            to: '/analytics',
            search: {
              ...search,
              view: key === 'funnel' ? undefined : key,
              calls: undefined,
              add: undefined,
            } as never,
          }))}
        />
      }
    >
      {view === 'goals' ? (
        <Suspense fallback={<GoalsSkeleton />}>
          <GoalsView adds={search.add === true} onAdds={(adds) => change({ add: adds || undefined })} />
        </Suspense>
      ) : (
        <>
          <div className={classes.filters}>
            <PeriodSelect search={search} onChange={change} />
            <CompareSelect search={search} onChange={change} />
            <FilterChips search={search} onChange={change} />
          </div>
          <p className={classes.onPaper}>
            {t`Analytics`} · {sides.map(({ label }) => label).join(' | ')}
          </p>
          <ReportList
            key={view}
            reports={views[view].reports}
            sides={sides}
            tables={tables}
            onClear={
              search.days === '365' && !search.from
                ? undefined
                : () => void navigate({ search: { view: search.view, days: '365' } })
            }
          />
        </>
      )}
      <ReportCalls search={search} onClose={() => change({ calls: undefined })} />
    </Page>
  )
}
