import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { funnelSteps, setFilters, toFunnelQuery } from '@muster/contract/explore-address.ts'
import type { Explored } from '@muster/contract/explore-charts.ts'
import { type Counted, fewestToCompare, readCounted } from '@muster/contract/measures.ts'
import { errorMessage } from '../api/api-error.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import { CellLink } from './cell-link.tsx'
import classes from './explore.module.css'
import type { ExploreSearch } from './explore-search.ts'
import tableClasses from './explore-table.module.css'
import funnelClasses from './funnel-card.module.css'
import { useExplored } from './use-explored.ts'

interface Step {
  type: keyof typeof statusTypeLabels
  counted: Counted
  count: number
  before: number | null
}

/** Returns how many applications came to each stage or beyond, in both periods. */
function stepsOf({ measures }: Explored): Step[] {
  const totals = measures.map(({ cells }) => cells.find(({ row }) => row === null))
  const [first] = totals
  const [[, firstMeasure]] = funnelSteps as [(typeof funnelSteps)[number]]
  return [
    { type: 'lead', counted: firstMeasure, count: first?.n ?? 0, before: first?.previous?.n ?? null },
    ...funnelSteps.map(
      ([type, measure], index): Step => ({
        type,
        counted: `${measure}.part` as Counted,
        count: totals[index]?.part ?? 0,
        before: totals[index]?.previous?.part ?? null,
      }),
    ),
  ]
}

/**
 * The funnel: how far the applications created in the period came, whatever stage they are in now. On a tile it has
 * neither margins nor notes.
 */
export function FunnelCard({ search, onTile }: { search: ExploreSearch; onTile?: boolean }) {
  const { t } = useLingui()
  const { data, isError, error, isOld, refetch } = useExplored(toFunnelQuery(search, reportTimezone()))
  if (isError) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={onTile ? undefined : classes.answers}>
        <Skeleton height={344} radius="lg" />
      </div>
    )
  const steps = stepsOf(data)
  const all = steps[0]!.count
  const share = (some: number, of: number) => (of > 0 ? formatPercent(some / of) : '–')
  const filters = setFilters(search)
  return (
    <div className={onTile ? undefined : classes.answers}>
      <div className={classes.answer} data-old={isOld || undefined}>
        <section className={tableClasses.scroll} aria-label={t`Funnel`}>
          <table className={tableClasses.table} data-chart>
            <thead>
              <tr>
                <th scope="col" className={tableClasses.name}>{t`Stage reached`}</th>
                <th scope="col">{t`Applications`}</th>
                <th scope="col">{t`From the stage before`}</th>
                <th scope="col">{t`Of all`}</th>
                {!search.compared && <th scope="col">{t`Period before`}</th>}
              </tr>
            </thead>
            <tbody>
              {steps.map(({ type, counted, count, before }, index) => {
                const previous = steps[index - 1]?.count
                const { measure, isPart } = readCounted(counted)
                const isFew = previous !== undefined && previous < fewestToCompare
                return (
                  <tr key={type}>
                    <th scope="row" className={tableClasses.name}>
                      {t(statusTypeLabels[type])}
                      <span
                        aria-hidden
                        className={funnelClasses.bar}
                        style={{ width: `${all > 0 ? (count / all) * 100 : 0}%` }}
                      />
                    </th>
                    <td>
                      <CellLink
                        measured={{ measure, summary: null }}
                        isPart={isPart}
                        period={data.period}
                        within={[]}
                        filters={filters}
                        className={tableClasses.value}
                      >
                        {formatNumber(count)}
                      </CellLink>
                    </td>
                    <td className={tableClasses.cell} data-few={isFew || undefined}>
                      {previous === undefined ? '' : share(count, previous)}
                    </td>
                    <td className={tableClasses.cell} data-few={all < fewestToCompare || undefined}>
                      {share(count, all)}
                    </td>
                    {!search.compared && <td>{before === null ? '–' : formatNumber(before)}</td>}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
        {!onTile && (
          <p className={classes.footnotes}>
            <span>{t`Click a number to open the rows behind it.`}</span>
            {data.period.isPartial && (
              <span>{t`The period is not over: its applications may still come further.`}</span>
            )}
            <span>{t`Grey: of fewer than 10.`}</span>
          </p>
        )}
      </div>
    </div>
  )
}
