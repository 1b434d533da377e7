import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Interval } from '@muster/contract/plans.ts'
import { getRouteApi } from '@tanstack/react-router'
import { usePermission } from '../session/session.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { LinkButton } from '../ui/link.tsx'
import { PlanCard } from './plan-card.tsx'
import { type CardTerms, hasPrice, type Plan, priceOf } from './plan-labels.ts'
import classes from './plans-page.module.css'
import type { BillingStatus } from './plans-query.ts'

interface PlanComparisonProps {
  plans: readonly Plan[]
  billingStatus: BillingStatus
  interval: Interval
  onInterval: (interval: Interval) => void
}

/** The button below a card, or why there is none. */
function Choice({
  plan,
  billingStatus,
  interval,
}: {
  plan: Plan
  billingStatus: BillingStatus
  interval: Interval
}) {
  const route = getRouteApi('/plans')
  const search = route.useSearch()
  const { subscription, can, fallback } = billingStatus
  const { id, name, terms, isCurrent } = plan
  if (!plan.can.buy || !can.change) return null
  // The fallback plan starts by itself when the cancelled one ends.
  if (subscription?.cancelsAtPeriodEnd && id === fallback.id && !hasPrice(terms)) return null
  if (hasPrice(terms) && priceOf(terms, interval) === null) return null
  const bought = isCurrent && subscription
  // With other terms or another interval, the user may still change to these.
  const same = bought && subscription.terms.number === terms.number && subscription.interval === interval
  if (isCurrent && (!bought || (same && !terms.perSeat))) return null
  return (
    <LinkButton
      to="/plans"
      search={{ ...search, choose: id }}
      resetScroll={false}
      variant="default"
      aria-label={same ? t`Change the seats of ${name}…` : t`Choose ${name}…`}
    >
      {same ? <Trans>Change seats…</Trans> : <Trans>Choose plan…</Trans>}
    </LinkButton>
  )
}

/** Returns the terms to show: the workspace's own plan as bought, and no second trial. */
function termsFor({ isCurrent, terms: sold }: Plan, { plan, hadTrial }: BillingStatus): CardTerms {
  const terms = isCurrent ? plan.terms : sold
  return hadTrial ? { ...terms, trialDays: 0 } : terms
}

/** Compares the plans by month or year; the workspace's own as it was bought. */
export function PlanComparison({ plans, billingStatus, interval, onInterval }: PlanComparisonProps) {
  const mayPay = usePermission('billing:manage')
  const shown = plans.filter(({ state, isCurrent }) => state === 'public' || isCurrent)
  const yearly = shown.some(({ terms }) => (terms.priceYearlyMinor ?? 0) > 0)
  const monthly = shown.some(({ terms }) => (terms.priceMonthlyMinor ?? 0) > 0)
  const text = mayPay
    ? billingStatus.subscription?.state === 'past_due'
      ? t`You can change the plan once the open invoice is paid.`
      : undefined
    : t`Only workspace owners can change the plan.`
  return (
    <section className={classes.compare} aria-label={t`Compare plans`}>
      <header className={classes.compareHead}>
        <h2>
          <Trans>Compare plans</Trans>
        </h2>
        {text && <p>{text}</p>}
        {yearly && monthly && (
          <ChoiceButtons
            label={t`Prices`}
            choices={[
              { value: 'month', label: t`Monthly` },
              { value: 'year', label: t`Yearly` },
            ]}
            chosen={interval}
            onChoose={onInterval}
          />
        )}
      </header>
      <div className={classes.cards}>
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            name={plan.name}
            description={plan.description}
            terms={termsFor(plan, billingStatus)}
            interval={interval}
            current={plan.isCurrent}
          >
            <Choice plan={plan} billingStatus={billingStatus} interval={interval} />
          </PlanCard>
        ))}
      </div>
    </section>
  )
}
