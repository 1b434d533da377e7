import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Hint } from '../ui/hint.tsx'
import classes from './analytics.module.css'
import { Bars } from './charts/bar-chart.tsx'
import type { Chart } from './charts/chart.ts'
import { ChartTable } from './charts/chart-table.tsx'
import { FigureItems } from './charts/figure-items.tsx'
import { Hours } from './charts/hour-chart.tsx'
import { TimeSeries } from './charts/time-chart.tsx'
import { FigureLink } from './report-rows.tsx'

interface ChartViewProps {
  chart: Chart
  scales: Record<string, number>
  columnWidths: Record<string, number[]>
  asTable: boolean
  /** Whether its title is shown; a switch shows it already. */
  isTitled: boolean
  /** The report's title, for charts without one. */
  title: string
  /** Shows all bars, or only the first again. */
  onMore: () => void
}

/** A chart of a report, as a picture or as a table. */
export function ChartView({ chart, scales, columnWidths, asTable, isTitled, title, onMore }: ChartViewProps) {
  const { t } = useLingui()
  const name = chart.title ?? title
  return (
    <div className={classes.chart} data-span={chart.span}>
      {chart.title && (
        <div className={classes.chartHead}>
          {isTitled && <h3 className={classes.chartTitle}>{chart.title}</h3>}
          {chart.base && <FigureLink figure={chart.base} className={classes.base} />}
          {chart.definition && <Hint label={t`About ${name}`}>{chart.definition}</Hint>}
        </div>
      )}
      {asTable ? (
        <ChartTable chart={chart} label={t`Table of ${name}`} />
      ) : chart.kind === 'bars' ? (
        <Bars chart={chart} most={scales[chart.scale] ?? 0} columnWidths={columnWidths[chart.scale]} />
      ) : chart.kind === 'hours' ? (
        <Hours chart={chart} />
      ) : chart.kind === 'time' ? (
        <TimeSeries chart={chart} />
      ) : (
        <FigureItems chart={chart} />
      )}
      {chart.kind === 'bars' && chart.more && (
        <Button variant="subtle" color="gray" className={classes.more} onClick={onMore}>
          {chart.more}
        </Button>
      )}
    </div>
  )
}
