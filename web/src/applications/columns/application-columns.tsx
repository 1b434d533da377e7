import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { contactOfOutcome } from '@muster/contract/last-contact.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CallButton } from '../../calls/call-button.tsx'
import { callResultText } from '../../calls/call-labels.ts'
import { StatusBadge } from '../../statuses/status-badge.tsx'
import { Age, When } from '../../ui/age.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { Column } from '../../ui/column.ts'
import { formatDateTime, formatDay, formatWhen } from '../../ui/format.ts'
import { useNow } from '../../ui/now.ts'
import { formatPhone } from '../../ui/phone.ts'
import { dispositionText } from '../disposition-text.ts'
import type { ApplicationRow } from '../queries.ts'
import classes from './application-columns.module.css'

const emptyValue = <span className={classes.emptyValue}>—</span>

function CandidateLink({ row }: { row: ApplicationRow }) {
  return (
    <Link to="/applications/$id" params={{ id: row.id }} className={classes.name}>
      {row.candidate.name}
    </Link>
  )
}

/** Shows the result of the last call and the planned callback. A call that agreed on the callback is not named beside it. */
function ContactWithCallback({ row, at }: { row: ApplicationRow; at: string }) {
  const now = useNow()
  const { lastContact } = row
  const result = lastContact ? callResultText(lastContact.result) : t`Not called yet`
  const callback = (
    <span className={Date.parse(at) <= now ? classes.due : undefined}>
      <Trans>
        Callback <When at={at} />
      </Trans>
    </span>
  )
  if (lastContact?.result === contactOfOutcome.callback) return callback
  return (
    <span className={classes.parts}>
      <span
        className={lastContact ? classes.result : `${classes.result} ${classes.quiet}`}
        title={lastContact ? `${result} · ${formatDateTime(lastContact.at)}` : undefined}
      >
        {result}
      </span>
      <span className={classes.quiet}>·</span>
      {callback}
    </span>
  )
}

/** Shows the disposition or, while the application is open, the last contact with its result and the planned callback. */
function LastContact({ row }: { row: ApplicationRow }) {
  const now = useNow()
  if (row.deletedAt) {
    return (
      <Trans>
        Deleted <When at={row.deletedAt} />
      </Trans>
    )
  }
  if (row.disposition) return dispositionText(row.disposition)
  if (row.callbackAt) return <ContactWithCallback row={row} at={row.callbackAt} />
  if (row.lastContact)
    return (
      <span title={formatDateTime(row.lastContact.at)}>
        {callResultText(row.lastContact.result)}
        <span className={classes.quiet}> · {formatWhen(row.lastContact.at, now)}</span>
      </span>
    )
  return <span className={classes.quiet}>{t`Not called yet`}</span>
}

function InStatus({ row }: { row: ApplicationRow }) {
  return row.closedAt ? emptyValue : <Age since={row.enteredStatusAt} dueAt={row.dueAt} />
}

function Day({ at }: { at: string | null }): ReactNode {
  return at ? <time dateTime={at}>{formatDay(at)}</time> : emptyValue
}

/** Returns all columns of the list, in the order they are offered. */
function makeColumns(): readonly Column<ApplicationRow>[] {
  return [
    {
      id: 'candidate',
      header: t`Candidate`,
      fixed: true,
      width: 'minmax(132px, 1.1fr)',
      sort: 'candidate',
      cell: (row) => <CandidateLink row={row} />,
    },
    {
      id: 'position',
      header: t`Position`,
      width: 'minmax(150px, 1.9fr)',
      cell: (row) => (
        <span title={`${row.position.name} · ${row.company.name}`}>
          {row.position.name} <span className={classes.quiet}>· {row.company.name}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t`Status`,
      width: 'minmax(148px, 1fr)',
      cell: (row) => (
        <span className={classes.status}>
          <StatusBadge status={row.status} />
        </span>
      ),
    },
    {
      id: 'lastContact',
      header: t`Last contact`,
      width: 'minmax(160px, 1.6fr)',
      cell: (row) => (
        <span className={classes.contact}>
          <LastContact row={row} />
          {!row.deletedAt && <CallButton callee={row} className={classes.call} />}
        </span>
      ),
    },
    {
      id: 'inStatus',
      header: t`In status`,
      width: '64px',
      sort: 'enteredStatusAt',
      cell: (row) => <InStatus row={row} />,
    },
    {
      id: 'owner',
      header: t`Owner`,
      width: '40px',
      cell: (row) => (row.owner ? <Avatar name={row.owner.name} userId={row.owner.id} /> : emptyValue),
    },
    { id: 'source', header: t`Source`, cell: (row) => row.source ?? emptyValue },
    {
      id: 'tags',
      header: t`Tags`,
      cell: (row) =>
        row.tags.length === 0
          ? emptyValue
          : row.tags.map((tag) => (
              <span key={tag} className={classes.tag}>
                {tag}
              </span>
            )),
    },
    {
      id: 'email',
      header: t`Email`,
      width: 'minmax(180px, 1.4fr)',
      cell: (row) => row.candidate.email ?? emptyValue,
    },
    {
      id: 'phone',
      header: t`Phone`,
      width: '140px',
      cell: (row) => (row.candidate.phone ? formatPhone(row.candidate.phone) : emptyValue),
    },
    {
      id: 'callback',
      header: t`Callback`,
      width: '130px',
      sort: 'callbackAt',
      cell: (row) => (row.callbackAt ? <When at={row.callbackAt} /> : emptyValue),
    },
    {
      id: 'disposition',
      header: t`Outcome`,
      width: 'minmax(160px, 1fr)',
      cell: (row) => (row.disposition ? dispositionText(row.disposition) : emptyValue),
    },
    {
      id: 'applied',
      header: t`Applied`,
      width: '92px',
      sort: 'appliedAt',
      cell: (row) => <Day at={row.appliedAt} />,
    },
    {
      id: 'created',
      header: t`Created`,
      width: '92px',
      sort: 'createdAt',
      cell: (row) => <Day at={row.createdAt} />,
    },
    {
      id: 'lastActivity',
      header: t`Last activity`,
      width: '130px',
      sort: 'lastActivityAt',
      cell: (row) => <When at={row.lastActivityAt} />,
    },
  ]
}

let made: readonly Column<ApplicationRow>[] | undefined

/** Returns the columns. They are created on first use, since texts are not loaded while modules load. */
export function applicationColumns(): readonly Column<ApplicationRow>[] {
  made ??= makeColumns()
  return made
}

export const defaultColumns = ['candidate', 'position', 'status', 'lastContact', 'inStatus', 'owner']

/** Renders a row on a narrow screen. */
export function applicationCard(row: ApplicationRow): ReactNode {
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <CandidateLink row={row} />
        <InStatus row={row} />
      </span>
      <span className={classes.line}>
        <span className={classes.where}>
          {row.position.name} · {row.company.name}
        </span>
        <StatusBadge status={row.status} />
      </span>
    </span>
  )
}
