import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Loader, Skeleton } from '@mantine/core'
import type { ChartKind } from '@muster/contract/chart-kinds.ts'
import { setFilters, toExploreQuery } from '@muster/contract/explore-address.ts'
import { chartOf, type Explored, kindsOf, type Measured, maxLines } from '@muster/contract/explore-charts.ts'
import { isTimeGrouping, listOf } from '@muster/contract/measures.ts'
import { errorMessage } from '../api/api-error.ts'
import { formatDaysIn } from '../dashboard/format-days-in.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import { BarRows } from './bar-rows.tsx'
import { Distribution } from './distribution.tsx'
import { EmptyExplore } from './empty-explore.tsx'
import classes from './explore.module.css'
import type { ExploreSearch } from './explore-search.ts'
import { ExploreTable } from './explore-table.tsx'
import { useGroupingLabel } from './grouping-fields.ts'
import { seriesColor } from './line-chart.tsx'
import { Lines } from './lines.tsx'
import { totalOf } from './total-of.ts'
import { useExplored } from './use-explored.ts'
import { figureLabel, formatValue } from './words.ts'

interface ExploreCardProps {
  search: ExploreSearch
  onChange: (changes: ExploreSearch) => void
}

/** The total in words: "1,848 counted, 41%". */
function summaryOf({ measures }: Explored): string {
  const [measured] = measures as [Measured]
  const { cells, unit } = measured
  const total = cells.find(({ row, column }) => row === null && column === null)
  if (!total || total.value === null) return ''
  if (unit === 'share') return t`${formatPercent(total.value)} of ${formatNumber(total.n)}`
  if (unit === 'count') return t`${formatNumber(total.n)} in total`
  const of = plural(total.n, { one: 'of # value', other: 'of # values' })
  return `${formatValue(measured, total.value)} ${of}`
}

function useKinds(search: ExploreSearch): { value: ChartKind; label: string }[] {
  const { t } = useLingui()
  const labels: Record<ChartKind, string> = {
    table: t`Table`,
    bars: t`Bars`,
    lines: t`Lines`,
    heat: t`Heat map`,
    distribution: t`Distribution`,
  }
  return kindsOf(search).map((value) => ({ value, label: labels[value] }))
}

/** The colours of the lines by the key of their group, for the marks of the table. */
function colorsOf({ by, rows }: Explored, isLines: boolean): Map<string | null, string> {
  if (!isLines || !by[0] || isTimeGrouping(by[0])) return new Map()
  return new Map(rows.slice(0, maxLines).map(({ key }, index) => [key, seriesColor(index)]))
}

/** Whether groups add up to more than their total, since what a measure counts may be in several of them. */
function isInSeveral({ by, measures }: Explored): boolean {
  const [measured] = measures as [Measured]
  const { cells } = measured
  const total = cells.find(({ row, column }) => row === null && column === null)?.n ?? 0
  const sum = (some: typeof cells) => some.reduce((sum, { n }) => sum + n, 0)
  const rows = sum(cells.filter(({ row, column }) => row !== null && column === null))
  const columns = sum(cells.filter(({ row, column }) => row === null && column !== null))
  return (by.length > 0 && rows > total) || (by.length > 1 && columns > total)
}

function Footnotes({ explored, search }: { explored: Explored; search: ExploreSearch }) {
  const { period, rows, rowCount, columns, columnCount } = explored
  const { previousFrom, previousTo, timezone } = period
  const before = formatDaysIn(previousFrom, previousTo, timezone)
  const hidden = (count: number, shown: number) => formatNumber(count - shown + 1)
  return (
    <p className={classes.footnotes}>
      <span>{t`Click a number to open the rows behind it.`}</span>
      {!search.compared && (
        <span>
          {period.isPartial
            ? t`Compared with ${before}, up to the same time of day.`
            : t`Compared with ${before}.`}
        </span>
      )}
      {rowCount > rows.length && (
        <span>{t`${hidden(rowCount, rows.length)} more groups are combined as “All others”.`}</span>
      )}
      {columnCount > columns.length && (
        <span>{t`${hidden(columnCount, columns.length)} more columns are combined as “All others”.`}</span>
      )}
      <span>
        {isInSeveral(explored)
          ? listOf(explored.measures[0]!.measure) === 'calls'
            ? t`The groups add up to more than the total: a call may be in several groups, and counts once in the total.`
            : t`The groups add up to more than the total: an application may be in several groups, and counts once in the total.`
          : t`Totals are counted from the rows, not added up.`}
      </span>
    </p>
  )
}

/** The answer: a chart of the chosen kind, and always the table below. */
export function ExploreCard({ search, onChange }: ExploreCardProps) {
  const { t } = useLingui()
  const timezone = reportTimezone()
  const result = useExplored(toExploreQuery(search, timezone))
  const kinds = useKinds(search)
  const groupingLabel = useGroupingLabel()
  const kind = chartOf(search)
  const { data } = result
  if (result.isError)
    return <ErrorState text={errorMessage(result.error)} onRetry={() => void result.refetch()} />
  const wait = (
    <div className={classes.wait} role="status">
      {result.isSlow && (
        <>
          <Loader size="xs" />
          {t`Counting…`}
          <Button variant="default" size="compact-sm" onClick={result.cancel}>
            {t`Cancel`}
          </Button>
        </>
      )}
      {result.isCanceled && (
        <>
          {t`Canceled. Showing the previous result.`}
          <Button variant="default" size="compact-sm" onClick={() => void result.refetch()}>
            {t`Run again`}
          </Button>
        </>
      )}
    </div>
  )
  if (!data)
    return (
      <div className={classes.answers}>
        {wait}
        <Skeleton height={344} radius="lg" />
      </div>
    )
  if (!result.isOld && totalOf(data) === 0)
    return <EmptyExplore search={search} timezone={timezone} onChange={onChange} />
  const filters = setFilters(search)
  const [first] = data.by
  const title = first ? t`By ${groupingLabel(first)}` : figureLabel(data.measures[0]!)
  return (
    <div className={classes.answers}>
      {wait}
      <div className={classes.answer} data-old={result.isOld || undefined} aria-busy={result.isOld}>
        <section className={classes.card} aria-label={title}>
          <header className={classes.cardHead}>
            <h2>{title}</h2>
            <span className={classes.summary}>{summaryOf(data)}</span>
            <ChoiceButtons
              label={t`Chart`}
              choices={kinds}
              chosen={kind}
              onChoose={(chart) => onChange({ chart })}
            />
          </header>
          {kind === 'lines' && <Lines search={search} />}
          {kind === 'distribution' && <Distribution search={search} />}
          {kind === 'bars' && <BarRows explored={data} filters={filters} />}
        </section>
        <ExploreTable
          explored={data}
          filters={filters}
          isHeat={kind === 'heat'}
          colors={colorsOf(data, kind === 'lines')}
        />
        <Footnotes explored={data} search={search} />
      </div>
    </div>
  )
}
