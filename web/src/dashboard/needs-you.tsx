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
    <Card title="Needs you today" query={query} height={196}>
      {(summary) => (
        <ul className={classes.needs}>
          <Row
            icon={IconPhoneCall}
            title={`${formatNumber(summary.callbacksDue)} callbacks due`}
            text="People who asked to be called back by now"
            to="/applications"
            search={{ ...filters, callbackDue: 'true', sort: 'callbackAt', open: 'all' }}
            urgent={summary.callbacksDue > 0}
          />
          <Row
            icon={IconClockExclamation}
            title={`${formatNumber(summary.late)} past their days in status`}
            text="Longest waiting first"
            to="/applications"
            search={{ ...filters, late: 'true', sort: 'dueAt', open: 'all' }}
            urgent={summary.late > 0}
          />
          <Row
            icon={IconUsers}
            title={`${formatNumber(summary.openApplications)} open applications`}
            text="Neither hired nor closed"
            to="/applications"
            search={{ ...filters, open: 'true' }}
          />
          <Row
            icon={IconBriefcase}
            title={`${formatNumber(summary.hired)} of ${formatNumber(summary.openings)} openings filled`}
            text={`${formatNumber(summary.openPositions)} open positions`}
            to="/positions"
            search={{ state: ['open'], ...(search.companyId && { companyId: [search.companyId] }) }}
          />
        </ul>
      )}
    </Card>
  )
}
