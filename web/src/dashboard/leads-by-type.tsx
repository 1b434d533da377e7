import { getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
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
      title="Leads by status"
      text="Open applications by the type of the status they are in now"
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
                    {statusTypes[type].label}
                  </span>
                  <span className={classes.track}>
                    <span className={classes.fill} style={{ width: `${(count / most) * 100}%` }} />
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
                      {formatNumber(late)} late
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
