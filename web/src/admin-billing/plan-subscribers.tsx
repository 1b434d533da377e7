import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listPlanTerms, listPlanWorkspaces } from '@muster/contract/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { endpointQuery } from '../api/query.ts'
import { pricesText, subscriptionStateLabels } from '../plans/plan-labels.ts'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Part } from '../ui/part.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './admin-billing.module.css'

/** Lists the versions with their number of subscribers. The newest is for sale. */
function Versions({ planId }: { planId: string }) {
  const { data } = useQuery(endpointQuery(listPlanTerms, { params: { id: planId } }))
  if (!data) return null
  return (
    <Part title={<Trans>Versions</Trans>}>
      <ul className={classes.plain}>
        {data.items.map((terms) => {
          const { number, since, subscribers } = terms
          const count = formatNumber(subscribers)
          const day = formatDay(since)
          return (
            <li key={number}>
              <Trans>
                Version {number}, since {day}
              </Trans>
              <span className={classes.caption}>
                {pricesText(terms)} ·{' '}
                {plural(subscribers, { one: `${count} workspace`, other: `${count} workspaces` })}
              </span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

/** Lists the subscribers of a plan with their versions. */
export function PlanSubscribers({ planId }: { planId: string }) {
  const pages = usePages(listPlanWorkspaces, { params: { id: planId } })
  return (
    <>
      <Versions planId={planId} />
      <Part title={<Trans>Workspaces on this plan</Trans>}>
        {pages.error ? <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} /> : null}
        {!pages.isPending && pages.rows.length === 0 && (
          <span className={classes.caption}>
            <Trans>None</Trans>
          </span>
        )}
        <ul className={classes.plain}>
          {pages.rows.map(({ id, name, terms, state }) => (
            <li key={id}>
              <TextLink to="/admin/workspaces" search={{ open: id }}>
                {name}
              </TextLink>
              <span className={classes.caption}>
                {t`version ${terms}`} · {state ? t(subscriptionStateLabels[state]) : t`without payment`}
              </span>
            </li>
          ))}
        </ul>
        <ShowMore pages={pages} variant="subtle" color="gray" />
      </Part>
    </>
  )
}
