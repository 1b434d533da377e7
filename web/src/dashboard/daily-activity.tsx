import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { getDailyActivity } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toListFilters, toReportQuery } from './dashboard-search.ts'

type Item = ResponseOf<typeof getDailyActivity>['items'][number]

const mostLinks = 40

interface DayProps {
  item: Item
  /** The calls of the busiest day. */
  most: number
  /** The people spoken with that day, as filters of the list. */
  filters: Record<string, unknown> | undefined
}

function Day({ item, most, filters }: DayProps) {
  const { calls, conversations, applications, moves } = item
  const words = t`${formatDay(item.at)}: ${plural(calls, { one: '# call', other: '# calls' })}, ${plural(
    conversations,
    { one: '# conversation', other: '# conversations' },
  )}, ${plural(applications, { one: '# application', other: '# applications' })}, ${plural(moves, {
    one: '# move',
    other: '# moves',
  })}`
  const talks = calls ? (conversations / calls) * 100 : 0
  const bar = (
    <span className={classes.dayCalls} style={{ height: `${(calls / most) * 100}%` }}>
      <span className={classes.dayTalks} style={{ height: `${talks}%` }} />
    </span>
  )
  return filters ? (
    <TextLink
      to="/applications"
      search={filters as never}
      className={classes.day}
      title={words}
      aria-label={words}
    >
      {bar}
    </TextLink>
  ) : (
    <span className={classes.day} title={words}>
      {bar}
    </span>
  )
}

/** Calls of each day or week, and of them conversations; a bar opens the people spoken with then. */
export function DailyActivity({ search }: { search: DashboardSearch }) {
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const filters = toListFilters(search)
  const query = useQuery(endpointQuery(getDailyActivity, { query: toReportQuery(search) }))
  return (
    <Card
      title={t`Daily activity`}
      text={t`Calls placed, and of them conversations with a person`}
      query={query}
      height={168}
      wide
    >
      {({ items, period }) => {
        const busiest = Math.max(...items.map((item) => item.calls), 0)
        const most = Math.max(busiest, 1)
        const middle = items.length > 4 ? items[Math.floor(items.length / 2)] : undefined
        return (
          <figure className={classes.days}>
            <div className={classes.dayHead}>
              <ul className={classes.legend} aria-hidden>
                <li>
                  <Trans>Calls</Trans>
                </li>
                <li className={classes.talks}>
                  <Trans>Conversations</Trans>
                </li>
              </ul>
              <span>
                <Plural value={busiest} _0="No calls" one="# call" other="# calls" />
              </span>
            </div>
            <div className={classes.dayBars}>
              {items.map((item, index) => (
                <Day
                  key={item.at}
                  item={item}
                  most={most}
                  // A bar too thin to hit is only looked at.
                  filters={
                    wide && items.length <= mostLinks
                      ? {
                          ...filters,
                          spokenFrom: item.at,
                          spokenTo: items[index + 1]?.at ?? period.to,
                          open: 'all',
                        }
                      : undefined
                  }
                />
              ))}
            </div>
            <figcaption className={classes.dayLabels}>
              <span>{formatDay(period.from)}</span>
              {middle && <span>{formatDay(middle.at)}</span>}
              <span>
                <Trans>today</Trans>
              </span>
            </figcaption>
          </figure>
        )
      }}
    </Card>
  )
}
