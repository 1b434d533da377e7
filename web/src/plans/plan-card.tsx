import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import type { Interval } from '@muster/contract/plans.ts'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPrice } from './money.ts'
import classes from './plan-card.module.css'
import { hasPrice, limitKeys, priceOf, type Sold, sayLimit } from './plan-words.ts'

interface PlanCardProps {
  name: string
  description: string | null
  /** What it sells, or what was bought of it. */
  terms: Sold
  interval: Interval
  current?: boolean
  /** Below: the button that chooses it, or why there is none. */
  children?: ReactNode
}

function Price({ terms, interval }: Pick<PlanCardProps, 'terms' | 'interval'>) {
  const { currency, perSeat } = terms
  const price = priceOf(terms, interval)
  if (!hasPrice(terms))
    return (
      <p className={classes.price}>
        <b>{isFree(terms) ? <Trans>Free</Trans> : <Trans>By agreement</Trans>}</b>
      </p>
    )
  if (price === null)
    return (
      <p className={classes.price}>
        <b>—</b>
        <span>{interval === 'month' ? t`only sold by the year` : t`only sold by the month`}</span>
      </p>
    )
  const unit = perSeat
    ? interval === 'month'
      ? t`a month for each seat`
      : t`a year for each seat`
    : interval === 'month'
      ? t`a month`
      : t`a year`
  return (
    <p className={classes.price}>
      <b>{formatPrice(price, currency)}</b>
      <span>{unit}</span>
    </p>
  )
}

/** Without a price, and not for want of one. */
function isFree({ priceMonthlyMinor, priceYearlyMinor }: Sold) {
  return priceMonthlyMinor === 0 || priceYearlyMinor === 0
}

/** What a year saves against twelve months, where it does. */
function Saving({ terms: { priceMonthlyMinor: month, priceYearlyMinor: year, currency } }: { terms: Sold }) {
  if (!month || !year || year >= month * 12) return null
  const amount = formatPrice(month * 12 - year, currency)
  return <Trans>{amount} less than by the month</Trans>
}

/** The line below the price. */
function Aside({ terms, interval }: Pick<PlanCardProps, 'terms' | 'interval'>) {
  const { trialDays } = terms
  if (!hasPrice(terms))
    return isFree(terms) ? t`for as long as you like` : t`ask whoever runs this installation`
  if (interval === 'year') return <Saving terms={terms} />
  if (trialDays === 0) return null
  return plural(trialDays, { one: 'The first day costs nothing', other: 'The first # days cost nothing' })
}

/** A plan as customers see it: what it costs, what it allows, what else it has. */
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
            {sayLimit(key, terms.limits[key])}
          </li>
        ))}
        {terms.features.map((feature, index) => (
          // The same words may stand there twice while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing else to be told apart by
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
