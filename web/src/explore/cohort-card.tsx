import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreCohorts } from '@muster/contract/explore.ts'
import { setFilters, stepOfCohorts, toCohortQuery } from '@muster/contract/explore-address.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { HeatLegend } from '../ui/heat-legend.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './explore.module.css'
import type { ExploreSearch } from './explore-search.ts'
import tableClasses from './explore-table.module.css'
import { formatCalendar } from './words.ts'

type Cohorts = ResponseOf<typeof exploreCohorts>
type Cohort = Cohorts['total']

interface RowProps {
  answer: Cohorts
  cohort: Cohort
  step: 'week' | 'month'
  filters: Record<string, string[]>
}

function CohortRow({ answer: { period, reached }, cohort, step, filters }: RowProps) {
  const { key, n, after, isPartial } = cohort
  const counted = {
    ...filters,
    counted: 'newApplications',
    countedFrom: period.from,
    countedTo: period.to,
    ...(key && { countedIn: [`${step}=${key}`], countedTimezone: period.timezone }),
  }
  return (
    <tr data-total={key === null || undefined}>
      <th scope="row" className={tableClasses.name}>
        {key ? formatCalendar(step, key) : t`All`}
        {isPartial && key && <span className={tableClasses.partial}>{t`incomplete`}</span>}
      </th>
      <td>
        <ListLink behind={{ list: 'applications', filters: counted }} className={tableClasses.value}>
          {formatNumber(n)}
        </ListLink>
      </td>
      {after.map(({ days, count, rate, isFew, isOver }) => (
        <td
          key={days}
          className={tableClasses.cell}
          data-few={isFew || !isOver || undefined}
          data-shaded={rate !== null && !isFew && isOver && key ? true : undefined}
          style={{ '--shade': `${6 + Math.round((rate ?? 0) * 36)}%` } as object}
          title={isOver ? undefined : t`Not over yet`}
        >
          {rate === null ? (
            <span className={tableClasses.nobody}>–</span>
          ) : (
            <span className={tableClasses.inCell}>
              <ListLink
                behind={{
                  list: 'applications',
                  filters: { ...counted, countedReached: reached, countedDays: String(days) },
                }}
                className={tableClasses.value}
              >
                {formatPercent(rate)}
              </ListLink>
              <span className={tableClasses.of}>{t`${formatNumber(count)} of ${formatNumber(n)}`}</span>
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

/**
 * The cohorts: a row for each week or month, with the share that reached the stage after so many days. On a tile they
 * have neither margins nor notes.
 */
export function CohortCard({ search, onTile }: { search: ExploreSearch; onTile?: boolean }) {
  const { t } = useLingui()
  const query = toCohortQuery(search, reportTimezone())
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(exploreCohorts, { query }),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={onTile ? undefined : classes.answers}>
        <Skeleton height={344} radius="lg" />
      </div>
    )
  const rows = [...data.cohorts, data.total]
  return (
    <div className={onTile ? undefined : classes.answers}>
      <div className={classes.answer} data-old={isPlaceholderData || undefined}>
        <section className={tableClasses.scroll} aria-label={t`Cohorts`}>
          <table className={tableClasses.table} data-chart>
            <thead>
              <tr>
                <th scope="col" className={tableClasses.name}>
                  {t`Created`}
                </th>
                <th scope="col">{t`Applications`}</th>
                {data.total.after.map(({ days }) => (
                  <th key={days} scope="col">
                    {t`after ${days} days`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cohort) => (
                <CohortRow
                  key={cohort.key}
                  answer={data}
                  cohort={cohort}
                  step={stepOfCohorts(search)}
                  filters={setFilters(search)}
                />
              ))}
            </tbody>
          </table>
        </section>
        <HeatLegend low={formatPercent(0)} high={formatPercent(1)} />
        {!onTile && (
          <p className={classes.footnotes}>
            <span>{t`Click a number to open the rows behind it.`}</span>
            <span>{t`Grey: the days are not over for every application in the row, or the row has fewer than 10.`}</span>
          </p>
        )}
      </div>
    </div>
  )
}
