import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getReviewCounts } from '@muster/contract/reviews.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { formatNumber } from '../ui/format.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './client-header.module.css'
import { NotificationBell } from './notification-bell.tsx'
import { UserMenu } from './user-menu.tsx'

interface TabProps extends Pick<LinkProps, 'to'> {
  label: string
  count: number | undefined
}

function Tab({ to, label, count }: TabProps) {
  return (
    <Link to={to} className={classes.tab} activeOptions={{ exact: true, includeSearch: false }}>
      {label}
      <span className={classes.count}>{count === undefined ? '' : formatNumber(count)}</span>
    </Link>
  )
}

/** The top of every screen of a client's reviewers, who decide and do nothing else. */
export function ClientHeader() {
  const { workspace } = useCurrentUser()
  const { data } = useQuery(endpointQuery(getReviewCounts))
  const agency = workspace.name
  const company = data?.company?.name
  return (
    <div className={classes.bar}>
      <div className={classes.who}>
        <Logo />
        <span className={classes.agency}>
          {company ? (
            <Trans>
              {agency} for <strong>{company}</strong>
            </Trans>
          ) : (
            agency
          )}
        </span>
      </div>
      <nav className={classes.tabs} aria-label={t({ message: 'Main', context: 'navigation' })}>
        <Tab to="/reviews" label={t`To decide`} count={data?.awaiting} />
        <Tab to="/reviews/decided" label={t`Decided`} count={data?.decided} />
        <Tab to="/reviews/positions" label={t`Positions`} count={data?.positionCount} />
      </nav>
      <div className={classes.own}>
        <NotificationBell />
        <UserMenu collapsed corner="top-right" />
      </div>
    </div>
  )
}
