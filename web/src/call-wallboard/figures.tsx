import { t } from '@lingui/core/macro'
import { paceMinutes } from '@muster/contract/call-wallboard.ts'
import { fewestToCompare } from '@muster/contract/measures.ts'
import type { RowsBehind } from '@muster/contract/report-rows.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { Hint } from '../ui/hint.tsx'
import { placedCalls, recentCalls } from './rows.ts'
import classes from './wallboard.module.css'
import type { Wallboard } from './wallboard-queries.ts'

interface Figure {
  title: string
  value: string
  definition: string
  behind?: RowsBehind
  isFew?: boolean
}

function figuresOf(wallboard: Wallboard): Figure[] {
  const { talkingTotal, pace, hours, today } = wallboard
  const sum = (name: 'calls' | 'conversations') => hours.reduce((total, hour) => total + hour[name], 0)
  const [calls, conversations] = [sum('calls'), sum('conversations')]
  return [
    {
      title: t`Calling now`,
      value: formatNumber(talkingTotal),
      definition: t`People whom callers have from a queue, and calls of voice agents that go on.`,
    },
    {
      title: t`Last 15 minutes`,
      value: formatNumber(pace.short),
      definition: t`Outbound calls that were placed in the last 15 minutes.`,
      behind: recentCalls(wallboard, paceMinutes.short),
    },
    {
      title: t`Last hour`,
      value: formatNumber(pace.long),
      definition: t`Outbound calls that were placed in the last hour.`,
      behind: recentCalls(wallboard, paceMinutes.long),
    },
    {
      title: t`Calls today`,
      value: formatNumber(calls),
      definition: t`Outbound calls that were placed since midnight, by the clock of this device.`,
      behind: placedCalls(today),
    },
    {
      title: t`Conversations today`,
      value: formatNumber(conversations),
      definition: t`Calls placed today in which a person spoke with us.`,
      behind: placedCalls(today, { conversation: 'true' }),
    },
    {
      title: t`Conversation rate`,
      value: calls === 0 ? '–' : formatPercent(conversations / calls),
      definition: t`Conversations of the calls placed today. Grey: fewer than 10 calls, too few to compare.`,
      isFew: calls < fewestToCompare,
    },
  ]
}

/** The key figures, each with its definition; those of calls open their list. */
export function Figures({ wallboard }: { wallboard: Wallboard }) {
  return (
    <section className={classes.tiles} aria-label={t`Key figures`}>
      {figuresOf(wallboard).map(({ title, value, definition, behind, isFew }) => (
        <div key={title} className={classes.tile}>
          <span className={classes.tileTitle}>
            {title}
            <Hint label={t`About ${title}`}>{definition}</Hint>
          </span>
          <span className={classes.figure} data-few={isFew || undefined}>
            {behind ? (
              <ListLink behind={behind} label={`${title}: ${value}`}>
                {value}
              </ListLink>
            ) : (
              value
            )}
          </span>
        </div>
      ))}
    </section>
  )
}
