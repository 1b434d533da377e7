import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import type { Interval } from '@muster/contract/plans.ts'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPrice } from '../ui/money.ts'
import classes from './plan-card.module.css'
import { type CardTerms, hasPrice, limitKeys, limitText, priceOf } from './plan-labels.ts'

interface PlanCardProps {
  name: string
  description: string | null
  /** The terms for sale, or those that were bought. */
  terms: CardTerms
  interval: Interval
  current?: boolean
  /** Below the card: the button, or why there is none. */
  children?: ReactNode
}

function Price({ terms, interval }: Pick<PlanCardProps, 'terms' | 'interval'>) {
  const { currency, perSeat } = terms
  const price = priceOf(terms, interval)
  if (!hasPrice(terms))
    return (
      <p className={classes.price}>
        <b>{isFree(terms) ? <Trans>Free</Trans> : <Trans>Custom pricing</Trans>}</b>
      </p>
    )
  if (price === null)
    return (
      <p className={classes.price}>
        <b>—</b>
        <span>{interval === 'month' ? t`yearly billing only` : t`monthly billing only`}</span>
      </p>
    )
  const unit = perSeat
    ? interval === 'month'
      ? t`per seat per month`
      : t`per seat per year`
    : interval === 'month'
      ? t`per month`
      : t`per year`
  return (
    <p className={classes.price}>
      <b>{formatPrice(price, currency)}</b>
      <span>{unit}</span>
    </p>
  )
}

/** Returns whether the plan is free, rather than sold by agreement. */
function isFree({ priceMonthlyMinor, priceYearlyMinor }: CardTerms) {
  return priceMonthlyMinor === 0 || priceYearlyMinor === 0
}

/** Shows the discount of yearly billing, if any. */
function Saving({
  terms: { priceMonthlyMinor: month, priceYearlyMinor: year, currency },
}: {
  terms: CardTerms
}) {
  if (!month || !year || year >= month * 12) return null
  const amount = formatPrice(month * 12 - year, currency)
  return <Trans>Save {amount} compared to monthly billing</Trans>
}

/** The line below the price. */
function Aside({ terms, interval }: Pick<PlanCardProps, 'terms' | 'interval'>) {
  const { trialDays } = terms
  if (!hasPrice(terms))
    return isFree(terms) ? t`no time limit` : t`contact the administrator of this installation`
  if (interval === 'year') return <Saving terms={terms} />
  if (trialDays === 0) return null
  return plural(trialDays, { one: 'First day free', other: 'First # days free' })
}

/** A plan as customers see it: price, limits and features. */
export function PlanCard({ name, description, terms, interval, current, children }: PlanCardProps) {
  return (
    <article className={classes.card} aria-label={name} data-current={current || undefined}>
      <header className={classes.header}>
        <h3 className={classes.name}>{name}</h3>
        {current && (
          <Badge variant="light" size="sm">
            <Trans>Your plan</Trans>
          </Badge>
        )}
      </header>
      <p className={classes.description}>{description}</p>
      <Price terms={terms} interval={interval} />
      <p className={classes.aside}>
        <Aside terms={terms} interval={interval} />
      </p>
      <ul className={classes.lines}>
        {limitKeys.map((key) => (
          <li key={key}>
            <IconCheck size={16} stroke={1.6} aria-hidden />
            {limitText(key, terms.limits[key])}
          </li>
        ))}
        {terms.features.map((feature, index) => (
          // Lines may repeat while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key
          <li key={index}>
            <IconCheck size={16} stroke={1.6} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      {children && <footer className={classes.footer}>{children}</footer>}
    </article>
  )
}
