import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import type { RowsPeriod } from '@muster/contract/report-rows.ts'
import { IconChartBarOff, IconFilterOff, IconPhoto, IconTable } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { formatDaysIn } from '../dashboard/format-days-in.ts'
import { usePermission } from '../session/session.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { Hint } from '../ui/hint.tsx'
import { TextLink } from '../ui/link.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toastError } from '../ui/toast.tsx'
import classes from './analytics.module.css'
import { ChartView } from './chart-view.tsx'
import { type Chart, columnWidthsOf, scalesOf } from './charts/chart.ts'
import { ReportExport } from './report-export.tsx'
import { RowsOf } from './report-rows.tsx'
import { define, type Report } from './reports/report.ts'
import type { Side } from './sides.ts'

interface ReportCardProps {
  report: Report
  /** The chosen period and slice and, if compared, the other. */
  sides: readonly { side: Side; query: UseQueryResult<unknown> }[]
  tables: boolean
  /** Shows all bars of a ranked report, or only the first again. */
  onMore: () => void
  /** Clears the filters when they left no rows. */
  onClear?: (() => void) | undefined
}

type Period = RowsPeriod & { previousFrom: string; previousTo: string }

function periodOf(data: unknown): RowsPeriod {
  // A report of the current state has no period, and its rows need none.
  return (data as { period?: RowsPeriod }).period ?? { from: '', to: '', timezone: 'UTC' }
}

function labelOf(side: Side, data: unknown): string {
  const { from, to, timezone } = periodOf(data)
  return side.former && from ? formatDaysIn(from, to, timezone) : side.label
}

/** States the days of the previous period. */
function Before({ data }: { data: unknown }) {
  const { previousFrom, previousTo, timezone } = periodOf(data) as Period
  const days = formatDaysIn(previousFrom, previousTo, timezone)
  return <p className={classes.none}>{t`Previous period: ${days}`}</p>
}

/** A report: its definition, its charts or tables, and its export. */
export function ReportCard({ report, sides, tables, onMore, onClear }: ReportCardProps) {
  const { t } = useLingui()
  const [turned, setTurned] = useState(false)
  const [reading, setReading] = useState<string>()
  const mayChange = usePermission(report.source?.needs ?? 'reports:read')
  const asTable = tables !== turned
  const title = t(report.title)
  const failed = sides.find(({ query }) => query.data === undefined)
  const shown = failed
    ? []
    : sides.map(({ side, query }) => ({
        side,
        data: query.data,
        charts: report.isEmpty(query.data) ? [] : report.charts(query.data),
      }))
  const readings = report.switches ? (shown.find(({ charts }) => charts.length > 0)?.charts ?? []) : []
  const chosen = readings.find(({ key }) => key === reading)?.key ?? readings[0]?.key
  const visible = (charts: readonly Chart[]) =>
    chosen === undefined ? charts : charts.filter(({ key }) => key === chosen)
  const columnWidths = columnWidthsOf(shown.flatMap(({ charts }) => visible(charts)))
  const all = shown.flatMap(({ charts }) => charts)
  const scales = scalesOf(all)
  const isEmpty = shown.every(({ charts }) => charts.length === 0)
  const outdated = sides.some(({ query }) => query.isPlaceholderData)

  async function savePicture() {
    try {
      const { paint } = await import('./charts/paint.ts')
      for (const { side, data, charts } of shown) {
        const blob = await paint({ title, text: labelOf(side, data), charts, scales })
        saveBlob(blob, `${report.key}-${side.key}.png`)
      }
    } catch (error) {
      toastError(error, t`Image not created`)
    }
  }

  const refusal = failed?.query.error instanceof ApiError ? failed.query.error.code : null
  // A report of the whole workspace does not exist for those who see only some applications.
  if (refusal === 'FORBIDDEN') return null
  return (
    <section className={classes.card} aria-label={title} aria-busy={outdated}>
      <header className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{title}</h2>
        <Hint label={t`About ${title}`}>{report.definitions.map(define).join('. ')}</Hint>
        <span className={classes.cardActions}>
          {report.source && mayChange && <TextLink to={report.source.to}>{t(report.source.label)}</TextLink>}
          {!failed && !isEmpty && (
            <>
              <ActionIcon
                aria-label={t`Show ${title} as a table`}
                title={t`Show as a table`}
                aria-pressed={asTable}
                onClick={() => setTurned(!turned)}
              >
                <IconTable size={16} stroke={1.6} />
              </ActionIcon>
              <ActionIcon
                aria-label={t`Download ${title} as PNG`}
                title={t`Download as PNG`}
                onClick={() => void savePicture()}
              >
                <IconPhoto size={16} stroke={1.6} />
              </ActionIcon>
              {report.export && <ReportExport endpoint={report.export} title={title} sides={shown} />}
            </>
          )}
        </span>
      </header>
      {failed?.query.isPending ? (
        <Skeleton height={260} />
      ) : failed && refusal === 'VALIDATION' ? (
        <EmptyState
          icon={IconFilterOff}
          title={t`Not available with these filters`}
          text={errorMessage(failed.query.error)}
        />
      ) : failed ? (
        <ErrorState
          text={errorMessage(failed.query.error)}
          onRetry={() => {
            for (const { query } of sides) if (query.data === undefined) void query.refetch()
          }}
        />
      ) : isEmpty ? (
        <EmptyState
          icon={IconChartBarOff}
          title={t`No data for this period`}
          text={t`Choose a longer period to see more.`}
          action={
            onClear && (
              <Button variant="default" onClick={onClear}>
                {t`Show all data for the last 12 months`}
              </Button>
            )
          }
        />
      ) : (
        <>
          {chosen !== undefined && (
            <ChoiceButtons
              label={t`Views of ${title}`}
              choices={readings.map(({ key, title: name = '' }) => ({ value: key, label: name }))}
              chosen={chosen}
              onChoose={setReading}
            />
          )}
          <div className={classes.sides} data-sides={shown.length} data-outdated={outdated || undefined}>
            {shown.map(({ side, data, charts }) => (
              <RowsOf key={side.key} value={{ period: periodOf(data), slice: side.slice }}>
                <div className={classes.side}>
                  {shown.length > 1 && <h3 className={classes.sideTitle}>{labelOf(side, data)}</h3>}
                  {charts.length > 0 && report.definitions.includes('comparison') && <Before data={data} />}
                  {charts.length === 0 && <p className={classes.none}>{t`No data for this period`}</p>}
                  <div className={classes.charts} data-alone={shown.length === 1 || undefined}>
                    {visible(charts).map((chart) => (
                      <ChartView
                        key={chart.key}
                        chart={chart}
                        scales={scales}
                        columnWidths={columnWidths}
                        asTable={asTable}
                        isTitled={chosen === undefined}
                        title={title}
                        onMore={onMore}
                      />
                    ))}
                  </div>
                </div>
              </RowsOf>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
