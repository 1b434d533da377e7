import { t } from '@lingui/core/macro'
import { NumberInput } from '@mantine/core'
import type { Interval } from '@muster/contract/plans.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { type CardTerms, priceText } from './plan-labels.ts'
import classes from './plans-page.module.css'

export interface Purchase {
  interval: Interval
  /** Undefined for the number in use. */
  seats: number | undefined
}

interface PurchaseFieldsProps {
  terms: CardTerms
  purchase: Purchase
  /** The validation errors by field. */
  errors: Record<string, string>
  onChange: (purchase: Purchase) => void
}

/** Selects the interval, and the seats if the plan is sold per seat. */
export function PurchaseFields({ terms, purchase, errors, onChange }: PurchaseFieldsProps) {
  const { priceMonthlyMinor, priceYearlyMinor, currency, perSeat, limits } = terms
  const prices = [
    { value: 'month' as const, minor: priceMonthlyMinor },
    { value: 'year' as const, minor: priceYearlyMinor },
  ].flatMap(({ value, minor }) =>
    minor ? [{ value, label: priceText(minor, { currency, interval: value, perSeat }) }] : [],
  )
  if (prices.length < 2 && !perSeat) return null
  return (
    <div className={classes.form}>
      {prices.length > 1 && (
        <ChoiceButtons
          label={t`Billing period`}
          choices={prices}
          chosen={purchase.interval}
          onChoose={(interval) => onChange({ ...purchase, interval })}
        />
      )}
      {perSeat && (
        <NumberInput
          label={t`Seats`}
          description={t`For users and pending invitations`}
          min={1}
          max={limits.seats === 'unlimited' ? 100_000 : limits.seats}
          allowDecimal={false}
          value={purchase.seats ?? ''}
          error={errors.seats}
          onChange={(value) =>
            onChange({ ...purchase, seats: typeof value === 'number' && value > 0 ? value : undefined })
          }
        />
      )}
    </div>
  )
}

/** Returns the requested interval, or the only one on offer. */
export function intervalFor(terms: CardTerms, wished: Interval): Interval {
  if (wished === 'year') return terms.priceYearlyMinor === null ? 'month' : 'year'
  return terms.priceMonthlyMinor === null ? 'year' : 'month'
}
