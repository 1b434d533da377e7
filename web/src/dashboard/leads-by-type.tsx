import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { formatNumber } from '../ui/format.ts'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { now } from './day-queries.ts'
import { HiringFigures } from './hiring-figures.tsx'
import { type ReportSearch, sliceOf, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'
import { RowsLink } from './rows-link.tsx'

/** The open applications by status type; each bar links to its rows. */
export function LeadsByType({ search }: { search: ReportSearch }) {
  const query = useQuery(
    endpointQuery(getLeadsStatusOverview, { query: toReportQuery(search, reportTimezone()) }),
  )
  return (
    <Card title={t`Open applications by status`} text={t`As of now`} query={query} area="leads">
      {({ items }) => {
        const most = Math.max(...items.map((item) => item.count), 1)
        return (
          <>
            <ul className={classes.bars}>
              {items.map(({ type, count, late }) => (
                <li key={type}>
                  <RowsLink
                    counts={{ counts: 'open', type }}
                    period={now}
                    slice={sliceOf(search)}
                    className={classes.bar}
                  >
                    <span className={classes.barLabel}>
                      <StatusIcon type={type} />
                      {t(statusTypeLabels[type])}
                    </span>
                    <span className={classes.track}>
                      <span
                        className={classes.fill}
                        style={{ width: `${(count / most) * 100}%`, minWidth: count > 0 ? 2 : 0 }}
                      />
                    </span>
                    <span className={classes.barValue}>{formatNumber(count)}</span>
                  </RowsLink>
                  <span className={classes.barNote}>
                    {late > 0 && (
                      <RowsLink
                        counts={{ counts: 'late', type }}
                        period={now}
                        slice={sliceOf(search)}
                        className={classes.late}
                      >
                        <Plural value={late} one="# overdue" other="# overdue" />
                      </RowsLink>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            <HiringFigures search={search} />
          </>
        )
      }}
    </Card>
  )
}
