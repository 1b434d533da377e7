import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listReviews } from '@muster/contract/reviews.ts'
import { IconChecks } from '@tabler/icons-react'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { DecisionRows } from './decision-rows.tsx'
import classes from './reviews.module.css'

/** All decisions of a client company, the last first. */
export function DecidedPage() {
  const pages = usePages(listReviews, { query: { decided: 'true' } })
  const { rows, error, retry, isPending } = pages
  return (
    <div className={classes.page} data-scrolls-to-top>
      <title>{`${t`Decided`} · Muster`}</title>
      <h1 className={classes.pageTitle}>
        <Trans>Decided</Trans>
      </h1>
      {error ? (
        <ErrorState text={errorMessage(error)} onRetry={retry} />
      ) : isPending ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconChecks} title={t`No decisions yet`} text={t`Your decisions are listed here.`} />
      ) : (
        <DecisionRows items={rows} />
      )}
      <ShowMore pages={pages} />
    </div>
  )
}
