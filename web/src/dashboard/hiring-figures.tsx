import { t } from '@lingui/core/macro'
import { getHiringSummary } from '@muster/contract/dashboard.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import classes from './dashboard.module.css'
import { now } from './day-queries.ts'
import { type ReportSearch, sliceOf, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'
import { RowsLink } from './rows-link.tsx'

interface FigureProps {
  label: string
  value: string | undefined
  counts: ReportFigure
  search: ReportSearch
}

function Figure({ label, value = '–', counts, search }: FigureProps) {
  return (
    <li>
      <RowsLink
        counts={counts}
        period={now}
        slice={sliceOf(search)}
        className={classes.hiringFigure}
        label={`${label} ${value}`}
      >
        <span className={classes.caption}>{label}</span> <span className={classes.hiringValue}>{value}</span>
      </RowsLink>
    </li>
  )
}

/** The current state of hiring in three numbers, each of which opens its rows. */
export function HiringFigures({ search }: { search: ReportSearch }) {
  const query = toReportQuery(search, reportTimezone())
  const { data } = useQuery(endpointQuery(getHiringSummary, { query }))
  const [filled, openings] = [formatNumber(data?.hired ?? 0), formatNumber(data?.openings ?? 0)]
  return (
    <ul className={classes.hiring} aria-label={t`Hiring summary`}>
      <Figure
        label={t`Open applications`}
        value={data && formatNumber(data.openApplications)}
        counts={{ counts: 'open' }}
        search={search}
      />
      <Figure
        label={t`Openings filled`}
        value={data && t`${filled} of ${openings}`}
        counts={{ counts: 'openingsFilled' }}
        search={search}
      />
      <Figure
        label={t`Open positions`}
        value={data && formatNumber(data.openPositions)}
        counts={{ counts: 'openPositions' }}
        search={search}
      />
    </ul>
  )
}
