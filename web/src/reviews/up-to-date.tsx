import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listReviews } from '@muster/contract/reviews.ts'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { formatDateTime } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import { DecisionRows } from './decision-rows.tsx'
import { countsQuery } from './review-queries.ts'
import classes from './reviews.module.css'

const lastQuery = endpointQuery(listReviews, { query: { decided: 'true', limit: 5 } })

/** Shown when nobody awaits a decision: the last decisions, and when the agency last submitted somebody. */
export function UpToDate({ title }: { title: string }) {
  const agency = useCurrentUser().workspace.name
  const counts = useQuery(countsQuery)
  const last = useQuery(lastQuery)
  const at = counts.data?.lastSubmittedAt
  const time = at ? formatDateTime(at) : ''
  return (
    <div className={classes.upToDate} data-scrolls-to-top>
      <div className={classes.done}>
        <IconChecks size={28} stroke={1.4} aria-hidden />
        <h1 className={classes.doneTitle}>{title}</h1>
        <p className={classes.caption}>
          {!counts.data
            ? ''
            : at
              ? t`${agency} last submitted somebody on ${time}. You are notified when somebody new awaits your decision.`
              : t`${agency} has not submitted anybody yet. You are notified when somebody awaits your decision.`}
        </p>
      </div>
      {last.error && <ErrorState text={errorMessage(last.error)} onRetry={() => void last.refetch()} />}
      {last.data && last.data.items.length > 0 && (
        <section aria-labelledby="last-decisions">
          <h2 id="last-decisions" className={classes.sectionTitle}>
            <Trans>Last decisions</Trans>
          </h2>
          <DecisionRows items={last.data.items} />
        </section>
      )}
    </div>
  )
}
