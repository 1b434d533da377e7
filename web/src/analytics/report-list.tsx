import { Skeleton } from '@mantine/core'
import { maxReportRows } from '@muster/contract/report-query.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import classes from './analytics.module.css'
import { ReportCard } from './report-card.tsx'
import type { Report } from './reports/report.ts'
import type { Side } from './sides.ts'

interface ReportListProps {
  reports: readonly Report[]
  sides: readonly Side[]
  tables: boolean
  onClear?: (() => void) | undefined
}

const placeOf = (report: Report, side: Side) => `${report.key} ${side.key}`

/** From this many days on, rates are shown by week. */
const manyDays = 21

/** Returns the bucket of weeks, if the days of the period are many but not many enough for the server to choose. */
function weeksOf({ query, days }: Side): { bucket?: 'week' } {
  const byDay = (query as { bucket?: string }).bucket ?? 'day'
  return byDay === 'day' && days >= manyDays ? { bucket: 'week' } : {}
}

/** How long reports wait for one another, in milliseconds. */
const maxWaitMs = 2000

/**
 * The reports of a view. They appear together in place of one skeleton, so that none moves another down; a
 * slow one is not waited for. Afterwards each stays until its new data is loaded.
 */
export function ReportList({ reports, sides, tables, onClear }: ReportListProps) {
  const asked = reports.flatMap((report) =>
    sides.flatMap((side) =>
      report.ofNow && side.key === 'other' && !side.ofPosition ? [] : [{ report, side }],
    ),
  )
  // The ranked reports that show all bars.
  const [whole, setWhole] = useState<readonly string[]>([])
  const toggle = (key: string) =>
    setWhole(whole.includes(key) ? whole.filter((other) => other !== key) : [...whole, key])
  // The last data by report and side. `useQueries` drops previous data when a query changes.
  const [shown] = useState(() => new Map<string, unknown>())
  const queries = useQueries({
    queries: asked.map(({ report, side }) => ({
      ...endpointQuery(report.endpoint, {
        query: {
          ...side.query,
          ...(report.inWeeks && weeksOf(side)),
          ...(whole.includes(report.key) && { limit: maxReportRows }),
        },
      } as never),
      placeholderData: () => shown.get(placeOf(report, side)) as never,
    })),
  })
  useEffect(() => {
    for (const [index, { report, side }] of asked.entries()) {
      const query = queries[index]
      if (query?.data !== undefined && !query.isPlaceholderData) shown.set(placeOf(report, side), query.data)
    }
  })
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const pending = queries.filter(({ isPending }) => isPending).length
  if (pending === queries.length || (patient && pending > 0))
    return (
      <div className={classes.reports} aria-hidden>
        {reports.map(({ key }) => (
          <Skeleton key={key} height={320} radius="lg" />
        ))}
      </div>
    )
  return (
    <div className={classes.reports}>
      {reports.map((report) => (
        <ReportCard
          key={report.key}
          report={report}
          sides={asked.flatMap(({ report: of, side }, index) => {
            const query = queries[index]
            return of === report && query ? [{ side, query }] : []
          })}
          tables={tables}
          onMore={() => toggle(report.key)}
          onClear={onClear}
        />
      ))}
    </div>
  )
}
