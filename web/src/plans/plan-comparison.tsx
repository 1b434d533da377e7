import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Interval } from '@muster/contract/plans.ts'
import { getRouteApi } from '@tanstack/react-router'
import { usePermission } from '../session/session.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { LinkButton } from '../ui/link.tsx'
import { PlanCard } from './plan-card.tsx'
import { hasPrice, type Plan, priceOf, type Sold } from './plan-words.ts'
import classes from './plans-page.module.css'
import type { Standing } from './plans-query.ts'

interface PlanComparisonProps {
  plans: readonly Plan[]
  standing: Standing
  interval: Interval
  onInterval: (interval: Interval) => void
}

/** What stands below a card: the button, or why there is none. */
function Choice({ plan, standing, interval }: { plan: Plan; standing: Standing; interval: Interval }) {
  const route = getRouteApi('/plans')
  const search = route.useSearch()
  const { subscription, can, fallback } = standing
  const { id, name, terms, isCurrent } = plan
  if (!plan.can.buy || !can.change) return null
  // It comes by itself when what was cancelled ends.
  if (subscription?.cancelsAtPeriodEnd && id === fallback.id && !hasPrice(terms)) return null
  if (hasPrice(terms) && priceOf(terms, interval) === null) return null
  const bought = isCurrent && subscription
  // Those on older terms, or another interval, may still change to these.
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
      {same ? <Trans>Change seats…</Trans> : <Trans>Choose…</Trans>}
    </LinkButton>
  )
}

/** Those of the plan one has as they were bought; nobody is promised a second trial. */
function termsFor({ isCurrent, terms: sold }: Plan, { plan, hadTrial }: Standing): Sold {
  const terms = isCurrent ? plan.terms : sold
  return hadTrial ? { ...terms, trialDays: 0 } : terms
}

/** The plans beside one another, by the month or by the year; the workspace's own as it was bought. */
export function PlanComparison({ plans, standing, interval, onInterval }: PlanComparisonProps) {
  const mayPay = usePermission('billing:manage')
  const shown = plans.filter(({ state, isCurrent }) => state === 'public' || isCurrent)
  const yearly = shown.some(({ terms }) => (terms.priceYearlyMinor ?? 0) > 0)
  const monthly = shown.some(({ terms }) => (terms.priceMonthlyMinor ?? 0) > 0)
  const text = mayPay
    ? standing.subscription?.state === 'past_due'
      ? t`The plan can be changed once the open invoice is paid.`
      : undefined
    : t`Owners of the workspace can change the plan.`
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
              { value: 'month', label: t`By the month` },
              { value: 'year', label: t`By the year` },
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
            terms={termsFor(plan, standing)}
            interval={interval}
            current={plan.isCurrent}
          >
            <Choice plan={plan} standing={standing} interval={interval} />
          </PlanCard>
        ))}
      </div>
    </section>
  )
}
