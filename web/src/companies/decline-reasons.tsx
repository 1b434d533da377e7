import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { getCompanyDeclinedReason } from '@muster/contract/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './companies.module.css'

const year = 365 * 24 * 3600 * 1000

/** Why a company declined people in the last twelve months. Each number leads to its people. */
export function DeclineReasons({ companyId }: { companyId: string }) {
  // From midnight, so that the answer is the same all day.
  const [from] = useState(() => new Date(new Date().setHours(0, 0, 0, 0) - year).toISOString())
  const { data, error, refetch } = useQuery(
    endpointQuery(getCompanyDeclinedReason, { query: { companyId: [companyId], from } }),
  )
  const most = Math.max(1, ...(data?.reasons ?? []).map(({ count }) => count), data?.noneGiven.count ?? 0)
  const bars = data && [
    ...data.reasons.map(({ reasonId, name, count, share }) => ({ key: reasonId, name, count, share })),
    ...(data.noneGiven.count > 0 ? [{ key: 'none', name: t`No reason`, ...data.noneGiven }] : []),
  ]
  return (
    <Section
      title={t`Decline reasons`}
      text={
        data && data.total > 0
          ? plural(data.total, {
              one: '# declined in the last 12 months',
              other: '# declined in the last 12 months',
            })
          : undefined
      }
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : !bars ? (
        <Skeleton height={80} />
      ) : bars.length === 0 ? (
        <p className={classes.none}>
          <Trans>No candidates were declined in the last 12 months.</Trans>
        </p>
      ) : (
        <ul className={classes.rows}>
          {bars.map(({ key, name, count, share }) => (
            <li key={key} className={classes.reason}>
              <span className={classes.line}>
                <span>{name}</span>
                <TextLink
                  to="/applications"
                  search={{
                    companyId: [companyId],
                    open: 'all',
                    disposition: ['declined_by_company'],
                    closedFrom: from,
                    reasonId: [key],
                  }}
                >
                  {formatNumber(count)}
                  <span className={classes.caption}> · {share === null ? '' : formatPercent(share)}</span>
                </TextLink>
              </span>
              <span className={classes.bar} style={{ width: `${(100 * count) / most}%` }} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
