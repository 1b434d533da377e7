import { plural, t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreDistribution } from '@muster/contract/explore.ts'
import { setFilters, toDistributionQuery } from '@muster/contract/explore-address.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './distribution.module.css'
import type { ExploreSearch } from './explore-search.ts'
import { formatValue } from './words.ts'

type Spread = ResponseOf<typeof exploreDistribution>
type Bar = Spread['bars'][number]

/** Returns the values of a bar in words: "2–4 d", "14 d or more". */
function rangeOf({ from, to }: Bar, unit: Spread['unit']): string {
  const start = formatNumber(from)
  if (to === null) return unit === 'days' ? t`${start} d or more` : t`${start} h or more`
  const end = formatNumber(to)
  return unit === 'days' ? t`${start}–${end} d` : t`${start}–${end} h`
}

/** Scrolls to the first bar with values, which a phone would not show behind empty ones. */
function showFirstValues(bars: HTMLOListElement | null) {
  const first = bars?.querySelector<HTMLElement>('li:has(a)')
  if (bars && first) bars.scrollLeft = first.offsetLeft - bars.offsetLeft
}

/** The histogram of a duration with its median and 90th percentile. A bar opens its rows. */
export function Distribution({ search }: { search: ExploreSearch }) {
  const query = toDistributionQuery(search, reportTimezone())
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(exploreDistribution, { query }),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const { measure, unit, n, median, p90, isFew, bars, period, previous } = data
  const measured = { unit, summary: null }
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const of = plural(n, { one: '# value', other: '# values' })
  return (
    <div data-old={isPlaceholderData || undefined} className={classes.distribution}>
      <dl className={classes.figures}>
        <div>
          <dt>{t`Median`}</dt>
          <dd data-few={isFew || undefined}>{formatValue(measured, median)}</dd>
          <dd className={classes.before}>{t`before ${formatValue(measured, previous.median)}`}</dd>
        </div>
        <div>
          <dt>{t`90% within`}</dt>
          <dd data-few={isFew || undefined}>{formatValue(measured, p90)}</dd>
          <dd className={classes.before}>{t`before ${formatValue(measured, previous.p90)}`}</dd>
        </div>
        <div>
          <dt>{t`Values`}</dt>
          <dd>{formatNumber(n)}</dd>
          <dd className={classes.before}>{t`before ${formatNumber(previous.n)}`}</dd>
        </div>
      </dl>
      {isFew && n > 0 && (
        <p className={classes.few}>{t`Grey: ${of}. Fewer than 10 are too few to compare.`}</p>
      )}
      <ol
        ref={showFirstValues}
        className={classes.bars}
        data-few={isFew || undefined}
        aria-label={t`Distribution`}
        data-chart
      >
        {bars.map((bar) => {
          const { from, to, count, rows } = bar
          const range = rangeOf(bar, unit)
          const behind = rowsOfCell(measure, period, [], setFilters(search))
          const filters = {
            ...behind.filters,
            countedValueFrom: String(from),
            ...(to !== null && { countedValueTo: String(to) }),
          }
          const label = `${range}: ${formatNumber(count)}`
          return (
            <li key={from}>
              <span className={classes.count}>{count > 0 ? formatNumber(count) : ''}</span>
              {rows > 0 ? (
                <ListLink behind={{ ...behind, filters }} label={label} className={classes.bar}>
                  <span className={classes.fill} style={{ height: `${(count / most) * 100}%` }} />
                </ListLink>
              ) : (
                <span className={classes.bar} />
              )}
              <span className={classes.range}>{range}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
