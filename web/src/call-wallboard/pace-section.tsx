import { t } from '@lingui/core/macro'
import { paceMinutes } from '@muster/contract/call-wallboard.ts'
import type { RowsBehind } from '@muster/contract/report-rows.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { recentCalls } from './rows.ts'
import classes from './wallboard.module.css'
import type { Wallboard } from './wallboard-queries.ts'

interface Counts {
  short: number
  long: number
}

interface Line extends Counts {
  key: string
  name: string
  filters: RowsBehind['filters']
}

function callerLine({ user, agent, ...counts }: Wallboard['pace']['callers'][number]): Line {
  const filters: Line['filters'] = user
    ? { loggedBy: user.id }
    : { loggedBy: 'none', agentId: [agent?.id ?? 'none'] }
  const name = user?.name ?? agent?.name ?? t`Unknown caller`
  return { ...counts, key: user?.id ?? agent?.id ?? '', name, filters }
}

function groupsOf({ pace }: Wallboard): { title: string; lines: Line[] }[] {
  const line = (
    { id, name }: { id: string; name: string },
    filters: Line['filters'],
    counts: Counts,
  ): Line => ({
    ...counts,
    key: id,
    name,
    filters,
  })
  return [
    {
      title: t`Call queue`,
      lines: pace.queues.map(({ queue, ...counts }) => line(queue, { queueId: queue.id }, counts)),
    },
    {
      title: t`Voice campaign`,
      lines: pace.campaigns.map(({ campaign, ...counts }) =>
        line(campaign, { campaignId: campaign.id }, counts),
      ),
    },
    { title: t`Caller`, lines: pace.callers.map(callerLine) },
  ].filter(({ lines }) => lines.length > 0)
}

/** The calls placed in the last minutes, by queue, campaign and caller. */
export function PaceSection({ wallboard }: { wallboard: Wallboard }) {
  const groups = groupsOf(wallboard)
  return (
    <Section
      title={t`Pace`}
      text={t`Calls placed in the last 15 minutes and in the last hour, by the queue that gave the person, campaign and caller`}
    >
      {groups.length === 0 ? (
        <p className={classes.note}>{t`No calls in the last hour`}</p>
      ) : (
        <table className={classes.table}>
          {groups.map(({ title, lines }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup">{title}</th>
                <th scope="col">{t`15 min`}</th>
                <th scope="col">{t`1 hour`}</th>
              </tr>
              {lines.map(({ key, name, short, long, filters }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td>
                    <ListLink behind={recentCalls(wallboard, paceMinutes.short, filters)}>
                      {formatNumber(short)}
                    </ListLink>
                  </td>
                  <td>
                    <ListLink behind={recentCalls(wallboard, paceMinutes.long, filters)}>
                      {formatNumber(long)}
                    </ListLink>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </Section>
  )
}
