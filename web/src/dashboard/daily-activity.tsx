import { getDailyActivity } from '@muster/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toListFilters, toReportQuery } from './dashboard-search.ts'

/** Calls of each day or week, and of them conversations; a bar opens the people spoken with then. */
export function DailyActivity({ search }: { search: DashboardSearch }) {
  const query = useQuery(endpointQuery(getDailyActivity, { query: toReportQuery(search) }))
  return (
    <Card
      title="Daily activity"
      text="Calls placed, and of them conversations with a person"
      query={query}
      height={150}
      wide
    >
      {({ items, period }) => {
        const most = Math.max(...items.map((item) => item.calls), 1)
        return (
          <figure className={classes.days}>
            <div className={classes.dayBars}>
              {items.map((item, index) => (
                <TextLink
                  key={item.at}
                  to="/applications"
                  search={
                    {
                      ...toListFilters(search),
                      spokenFrom: item.at,
                      spokenTo: items[index + 1]?.at ?? period.to,
                      open: 'all',
                    } as never
                  }
                  className={classes.day}
                  title={`${formatDay(item.at)}: ${formatNumber(item.calls)} calls, ${formatNumber(item.conversations)} conversations, ${formatNumber(item.applications)} applications, ${formatNumber(item.moves)} moves`}
                  aria-label={`${formatDay(item.at)}: ${formatNumber(item.calls)} calls, ${formatNumber(item.conversations)} conversations`}
                >
                  <span className={classes.dayCalls} style={{ height: `${(item.calls / most) * 100}%` }}>
                    <span
                      className={classes.dayTalks}
                      style={{ height: `${item.calls ? (item.conversations / item.calls) * 100 : 0}%` }}
                    />
                  </span>
                </TextLink>
              ))}
            </div>
            <figcaption className={classes.dayLabels}>
              <span>{formatDay(period.from)}</span>
              <span>at most {formatNumber(most)} calls</span>
              <span>today</span>
            </figcaption>
          </figure>
        )
      }}
    </Card>
  )
}
