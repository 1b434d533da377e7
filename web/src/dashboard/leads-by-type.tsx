import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { statusTypeLabels } from '../texts/contract-words.ts'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toListFilters, toReportQuery } from './dashboard-search.ts'

/** Where open applications stand now; each bar opens its rows. */
export function LeadsByType({ search, wide }: { search: DashboardSearch; wide?: boolean }) {
  const query = useQuery(endpointQuery(getLeadsStatusOverview, { query: toReportQuery(search) }))
  return (
    <Card
      title={t`Leads by status`}
      text={t`Open applications by the type of the status they are in now`}
      query={query}
      height={196}
      wide={wide}
    >
      {({ items }) => {
        const most = Math.max(...items.map((item) => item.count), 1)
        return (
          <ul className={classes.bars}>
            {items.map(({ type, count, late }) => (
              <li key={type}>
                <TextLink
                  to="/applications"
                  search={{ ...toListFilters(search), statusType: [type], open: 'all' } as never}
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
                </TextLink>
                <span className={classes.barNote}>
                  {late > 0 && (
                    <TextLink
                      to="/applications"
                      search={
                        { ...toListFilters(search), statusType: [type], late: 'true', open: 'all' } as never
                      }
                      className={classes.late}
                    >
                      <Plural value={late} one="# late" other="# late" />
                    </TextLink>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )
      }}
    </Card>
  )
}
