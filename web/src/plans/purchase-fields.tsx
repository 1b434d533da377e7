import { t } from '@lingui/core/macro'
import { NumberInput } from '@mantine/core'
import type { Interval } from '@muster/contract/plans.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { type Sold, sayPrice } from './plan-words.ts'
import classes from './plans-page.module.css'

export interface Purchase {
  interval: Interval
  /** Undefined: as many as are in use. */
  seats: number | undefined
}

interface PurchaseFieldsProps {
  terms: Sold
  purchase: Purchase
  /** Why it cannot be had so, by field. */
  errors: Record<string, string>
  onChange: (purchase: Purchase) => void
}

/** How it is paid, and for how many seats where it is sold by the seat. */
export function PurchaseFields({ terms, purchase, errors, onChange }: PurchaseFieldsProps) {
  const { priceMonthlyMinor, priceYearlyMinor, currency, perSeat, limits } = terms
  const prices = [
    { value: 'month' as const, minor: priceMonthlyMinor },
    { value: 'year' as const, minor: priceYearlyMinor },
  ].flatMap(({ value, minor }) =>
    minor ? [{ value, label: sayPrice(minor, { currency, interval: value, perSeat }) }] : [],
  )
  if (prices.length < 2 && !perSeat) return null
  return (
    <div className={classes.form}>
      {prices.length > 1 && (
        <ChoiceButtons
          label={t`How it is paid`}
          choices={prices}
          chosen={purchase.interval}
          onChoose={(interval) => onChange({ ...purchase, interval })}
        />
      )}
      {perSeat && (
        <NumberInput
          label={t`Seats`}
          description={t`For colleagues and open invitations`}
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

/** The interval asked for, or the only one the plan is sold by. */
export function intervalFor(terms: Sold, wished: Interval): Interval {
  if (wished === 'year') return terms.priceYearlyMinor === null ? 'month' : 'year'
  return terms.priceMonthlyMinor === null ? 'year' : 'month'
}
