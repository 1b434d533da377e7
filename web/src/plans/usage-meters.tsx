import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Limit, PlanLimit } from '@muster/contract/plan-limits.ts'
import type { getUsage } from '@muster/contract/plans.ts'
import type { ReactNode } from 'react'
import { formatDayIn } from '../dashboard/format-day-in.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { usePermission } from '../session/session.ts'
import { formatNumber } from '../ui/format.ts'
import { Hint } from '../ui/hint.tsx'
import { TextLink } from '../ui/link.tsx'
import { limitDefinitions, limitNames } from './plan-labels.ts'
import classes from './usage-meters.module.css'

type Usage = ResponseOf<typeof getUsage>

/** From this share a meter warns. */
const near = 0.8

interface MeterProps {
  what: PlanLimit
  used: number
  limit: Limit
  /** A note after the number. */
  aside?: ReactNode
  /** Renders the number as a link to what it counts. */
  rows: (number: ReactNode) => ReactNode
}

function Meter({ what, used, limit, aside, rows }: MeterProps) {
  const name = t(limitNames[what])
  const share = limit === 'unlimited' ? null : limit === 0 ? 1 : Math.min(1, used / limit)
  const level = share === null || share < near ? undefined : share < 1 ? 'near' : 'full'
  const [count, most] = [formatNumber(used), limit === 'unlimited' ? '' : formatNumber(limit)]
  return (
    <li className={classes.meter} data-level={level}>
      <span className={classes.name}>
        {name}
        <Hint label={t`About “${name}”`}>{t(limitDefinitions[what])}</Hint>
      </span>
      <span className={classes.figure}>
        <span className={classes.used}>{rows(count)}</span>{' '}
        {limit === 'unlimited' ? <Trans>unlimited</Trans> : <Trans>of {most}</Trans>}
      </span>
      {share !== null && (
        // Browsers do not allow styling <meter> like the other bars.
        // biome-ignore lint/a11y/useSemanticElements: see above
        <span
          className={classes.bar}
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={limit as number}
          aria-valuenow={Math.min(used, limit as number)}
          aria-valuetext={t`${count} of ${most}`}
        >
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className={classes.aside}>
        {level === 'full' ? <b>{used > Number(limit) ? t`Over the limit` : t`Limit reached`}</b> : aside}
      </span>
    </li>
  )
}

/** Shows the usage against the limits of the plan; each number links to what it counts. */
export function UsageMeters({ usage }: { usage: Usage }) {
  const { limits, pendingInvitations, monthBegan, monthEnds } = usage
  const may = {
    users: usePermission('users:manage'),
    positions: usePermission('positions:read'),
    applications: usePermission('applications:read'),
    calls: usePermission('calls:read'),
  }
  const invited = formatNumber(pendingInvitations)
  const renewed = t`resets on ${formatDayIn(monthEnds, reportTimezone())}`
  return (
    <ul className={classes.meters}>
      <Meter
        what="seats"
        used={usage.seats}
        limit={limits.seats}
        aside={pendingInvitations > 0 && <Trans>including {invited} invited</Trans>}
        rows={(number) => (may.users ? <TextLink to="/settings/users">{number}</TextLink> : number)}
      />
      <Meter
        what="openPositions"
        used={usage.openPositions}
        limit={limits.openPositions}
        rows={(number) =>
          may.positions ? (
            <TextLink to="/positions" search={{ state: ['open'] }}>
              {number}
            </TextLink>
          ) : (
            number
          )
        }
      />
      <Meter
        what="applicationsAMonth"
        used={usage.applicationsThisMonth}
        limit={limits.applicationsAMonth}
        aside={renewed}
        rows={(number) =>
          may.applications ? (
            <TextLink to="/applications" search={{ open: 'all', createdFrom: monthBegan }}>
              {number}
            </TextLink>
          ) : (
            number
          )
        }
      />
      <Meter
        what="callMinutesAMonth"
        used={usage.callMinutesThisMonth}
        limit={limits.callMinutesAMonth}
        aside={renewed}
        rows={(number) =>
          may.calls ? (
            <TextLink
              to="/plans"
              search={(now: object) => ({ ...now, calls: true as const })}
              resetScroll={false}
            >
              {number}
            </TextLink>
          ) : (
            number
          )
        }
      />
    </ul>
  )
}
