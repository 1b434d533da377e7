import { plural, t } from '@lingui/core/macro'
import { getHiringSummary } from '@muster/contract/dashboard.ts'
import type { ReportFigure, RowsSlice } from '@muster/contract/report-rows.ts'
import {
  type Icon,
  IconBriefcase,
  IconClockExclamation,
  IconPhoneCall,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { now } from './leads-by-type.tsx'
import { type ReportSearch, sliceOf, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'
import { RowsLink } from './rows-link.tsx'

interface RowProps {
  icon: Icon
  title: string
  text: string
  counts: ReportFigure
  slice: RowsSlice
  urgent?: boolean
}

function Row({ icon: RowIcon, title, text, counts, slice, urgent }: RowProps) {
  return (
    <li>
      <RowsLink counts={counts} period={now} slice={slice} className={classes.need}>
        <span className={classes.needIcon} data-urgent={urgent || undefined}>
          <RowIcon size={16} stroke={1.6} aria-hidden />
        </span>
        <span>
          <span className={classes.needTitle}>{title}</span>
          <span className={classes.caption}>{text}</span>
        </span>
      </RowsLink>
    </li>
  )
}

/** What is due or late now, and how far hiring is. */
export function NeedsYou({ search }: { search: ReportSearch }) {
  const query = useQuery(endpointQuery(getHiringSummary, { query: toReportQuery(search, reportTimezone()) }))
  const slice = sliceOf(search)
  return (
    <Card title={t`Needs you today`} query={query} height={285}>
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
            counts={{ counts: 'callbacksDue' }}
            slice={slice}
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
            counts={{ counts: 'late' }}
            slice={slice}
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
            counts={{ counts: 'open' }}
            slice={slice}
          />
          <Row
            icon={IconUserCheck}
            title={t`${formatNumber(summary.hired)} of ${plural(summary.openings, { one: '# opening', other: '# openings' })} filled`}
            text={t`The earliest hires of each open position, at most its openings`}
            counts={{ counts: 'openingsFilled' }}
            slice={slice}
          />
          <Row
            icon={IconBriefcase}
            title={plural(summary.openPositions, {
              0: 'No open positions',
              one: '# open position',
              other: '# open positions',
            })}
            text={plural(summary.openings, { one: 'With # opening', other: 'With # openings' })}
            counts={{ counts: 'openPositions' }}
            slice={slice}
          />
        </ul>
      )}
    </Card>
  )
}
