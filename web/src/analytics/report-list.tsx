import { Skeleton } from '@mantine/core'
import { mostReportRows } from '@muster/contract/report-query.ts'
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

/** How long reports wait for one another. */
const patience = 2000

/**
 * The reports of one part of analytics. They appear together, in the place of one skeleton, so that none pushes another
 * down; only one that takes long is not waited for. From then on what is there stays until the new is there.
 */
export function ReportList({ reports, sides, tables, onClear }: ReportListProps) {
  const asked = reports.flatMap((report) =>
    sides.flatMap((side) =>
      report.ofNow && side.key === 'other' && !side.ofPosition ? [] : [{ report, side }],
    ),
  )
  // Of ranked reports, those that are shown whole.
  const [whole, setWhole] = useState<readonly string[]>([])
  const toggle = (key: string) =>
    setWhole(whole.includes(key) ? whole.filter((other) => other !== key) : [...whole, key])
  // By report and side, what was shown last. Queries asked for together forget it when what they ask for changes.
  const [shown] = useState(() => new Map<string, unknown>())
  const queries = useQueries({
    queries: asked.map(({ report, side }) => ({
      ...endpointQuery(report.endpoint, {
        query: { ...side.query, ...(whole.includes(report.key) && { limit: mostReportRows }) },
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
    const timer = setTimeout(() => setPatient(false), patience)
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
