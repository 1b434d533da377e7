import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { listApplications } from '@muster/contract/applications.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import type { InputOf } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import type { ApplicationRow } from '../applications/queries.ts'
import { storeOrigin } from '../applications/record/origin.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { Age } from '../ui/age.tsx'
import { formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './companies.module.css'

const mostShown = 8

type Query = NonNullable<InputOf<typeof listApplications>['query']>

/** The queries of the lists of people on a company's record. */
function peopleQueries(companyId: string) {
  const list = (query: Query) =>
    endpointQuery(listApplications, { query: { ...query, companyId: [companyId], limit: mostShown } })
  return {
    /** Those who wait longest first. */
    awaiting: list({ statusType: ['submitted'], open: 'true', sort: 'enteredStatusAt' }),
    open: list({ open: 'true', sort: '-lastActivityAt' }),
  }
}

function PersonRow({
  row,
  onOpen,
  isAwaiting,
}: {
  row: ApplicationRow
  onOpen: () => void
  isAwaiting: boolean
}) {
  return (
    <li className={classes.row}>
      <span className={classes.line}>
        <TextLink to="/applications/$id" params={{ id: row.id }} className={classes.name} onClick={onOpen}>
          {row.candidate.name}
        </TextLink>
        <Age since={row.enteredStatusAt} dueAt={row.dueAt} />
      </span>
      <span className={classes.line}>
        <span className={classes.caption}>{row.position.name}</span>
        {!isAwaiting && <StatusBadge status={row.status} />}
      </span>
    </li>
  )
}

interface PeopleProps {
  companyId: string
  which: 'awaiting' | 'open'
}

/** People of a company: those awaiting its answer, or all with an open application. */
export function CompanyPeople({ companyId, which }: PeopleProps) {
  const { data, error, refetch } = useQuery(peopleQueries(companyId)[which])
  const isAwaiting = which === 'awaiting'
  const search = {
    companyId: [companyId],
    open: 'true' as const,
    ...(isAwaiting && { statusType: ['submitted' as const], sort: 'enteredStatusAt' as const }),
  }
  const many = formatTotal(data?.total ?? { value: 0, atLeast: false })
  const remember = () => {
    if (!data) return
    const ids = data.items.map(({ id }) => id)
    storeOrigin({ place: { kind: 'applications', search }, ids, total: data.total })
  }
  return (
    <Section
      title={isAwaiting ? t`Awaiting a decision` : t`Candidates`}
      action={
        data &&
        data.items.length > 0 && (
          <TextLink to="/applications" search={search} size="xs">
            <Trans>Show all {many}</Trans>
          </TextLink>
        )
      }
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={t`Loading`} className={classes.form}>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ) : data.items.length === 0 ? (
        <p className={classes.none}>
          {isAwaiting ? (
            <Trans>No applications are awaiting a decision.</Trans>
          ) : (
            <Trans>No open applications at this company.</Trans>
          )}
        </p>
      ) : (
        <ul className={classes.rows}>
          {data.items.map((row) => (
            <PersonRow key={row.id} row={row} onOpen={remember} isAwaiting={isAwaiting} />
          ))}
        </ul>
      )}
    </Section>
  )
}
