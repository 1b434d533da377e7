import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { getDailyActivity } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { RowsPeriod, RowsSlice } from '@muster/contract/report-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { formatDayIn } from './format-day-in.ts'
import { type ReportSearch, sliceOf, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'
import { RowsLink } from './rows-link.tsx'

type Item = ResponseOf<typeof getDailyActivity>['items'][number]

const mostLinks = 40

interface DayProps {
  item: Item
  /** The calls of the busiest day. */
  most: number
  /** The day or week of the bar. */
  period: RowsPeriod
  slice: RowsSlice
  opens: boolean
}

function Day({ item, most, period, slice, opens }: DayProps) {
  const { calls, conversations, applications, moves } = item
  const words = t`${formatDayIn(item.at, period.timezone)}: ${plural(calls, { one: '# call', other: '# calls' })}, ${plural(
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
  return opens ? (
    <RowsLink
      counts={{ counts: 'calls', which: 'placed' }}
      period={period}
      slice={slice}
      className={classes.day}
      title={words}
      label={words}
    >
      {bar}
    </RowsLink>
  ) : (
    <span className={classes.day} title={words}>
      {bar}
    </span>
  )
}

/** Calls and conversations per day or week; a bar links to its calls. */
export function DailyActivity({ search }: { search: ReportSearch }) {
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const query = useQuery(endpointQuery(getDailyActivity, { query: toReportQuery(search, reportTimezone()) }))
  return (
    <Card
      title={t`Daily activity`}
      text={t`Calls placed and conversations`}
      query={query}
      height={168}
      area="activity"
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
                  // A narrow bar is no link.
                  opens={wide && items.length <= mostLinks}
                  period={{
                    from: item.at < period.from ? period.from : item.at,
                    to: items[index + 1]?.at ?? period.to,
                    timezone: period.timezone,
                  }}
                  slice={sliceOf(search)}
                />
              ))}
            </div>
            <figcaption className={classes.dayLabels}>
              <span>{formatDayIn(period.from, period.timezone)}</span>
              {middle && <span>{formatDayIn(middle.at, period.timezone)}</span>}
              <span>
                {search.to ? (
                  formatDayIn(items.at(-1)?.at ?? period.to, period.timezone)
                ) : (
                  <Trans>today</Trans>
                )}
              </span>
            </figcaption>
          </figure>
        )
      }}
    </Card>
  )
}
