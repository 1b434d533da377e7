import { plural, t } from '@lingui/core/macro'
import { getHiringSummary } from '@muster/contract/dashboard.ts'
import { type Icon, IconBriefcase, IconClockExclamation, IconPhoneCall, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toListFilters, toReportQuery } from './dashboard-search.ts'

interface RowProps {
  icon: Icon
  title: string
  text: string
  to: '/applications' | '/positions'
  search: Record<string, unknown>
  urgent?: boolean
}

function Row({ icon: RowIcon, title, text, to, search, urgent }: RowProps) {
  return (
    <li>
      <TextLink to={to} search={search as never} className={classes.need}>
        <span className={classes.needIcon} data-urgent={urgent || undefined}>
          <RowIcon size={16} stroke={1.6} aria-hidden />
        </span>
        <span>
          <span className={classes.needTitle}>{title}</span>
          <span className={classes.caption}>{text}</span>
        </span>
      </TextLink>
    </li>
  )
}

/** What is due or late now, and how far hiring is. */
export function NeedsYou({ search }: { search: DashboardSearch }) {
  const query = useQuery(endpointQuery(getHiringSummary, { query: toReportQuery(search) }))
  const filters = toListFilters(search)
  return (
    <Card title={t`Needs you today`} query={query} height={228}>
      {(summary) => (
        <ul className={classes.needs}>
          <Row
            icon={IconPhoneCall}
            title={plural(summary.callbacksDue, {
              0: 'No callbacks due',
              one: '# callback due',
              other: '# callbacks due',
            })}
            text={t`People who asked to be called back by now`}
            to="/applications"
            search={{ ...filters, callbackDue: 'true', sort: 'callbackAt', open: 'all' }}
            urgent={summary.callbacksDue > 0}
          />
          <Row
            icon={IconClockExclamation}
            title={plural(summary.late, {
              0: 'None past their days in status',
              one: '# past its days in status',
              other: '# past their days in status',
            })}
            text={t`Longest waiting first`}
            to="/applications"
            search={{ ...filters, late: 'true', sort: 'dueAt', open: 'all' }}
            urgent={summary.late > 0}
          />
          <Row
            icon={IconUsers}
            title={plural(summary.openApplications, {
              0: 'No open applications',
              one: '# open application',
              other: '# open applications',
            })}
            text={t`Neither hired nor closed`}
            to="/applications"
            search={{ ...filters, open: 'true' }}
          />
          <Row
            icon={IconBriefcase}
            title={t`${formatNumber(summary.hired)} of ${plural(summary.openings, { one: '# opening', other: '# openings' })} filled`}
            text={plural(summary.openPositions, {
              0: 'No open positions',
              one: '# open position',
              other: '# open positions',
            })}
            to="/positions"
            search={{ state: ['open'], ...(search.companyId && { companyId: [search.companyId] }) }}
          />
        </ul>
      )}
    </Card>
  )
}
