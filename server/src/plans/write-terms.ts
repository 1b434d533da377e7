import type { Limits } from '@muster/contract/plan-limits.ts'
import type { Database } from '../database/connect.ts'

/** The terms in the contract's form. */
export interface SoldTerms {
  priceMonthlyMinor: number | null
  priceYearlyMinor: number | null
  currency: string
  perSeat: boolean
  trialDays: number
  limits: Limits
  features: string[]
}

/** Adds terms to a plan. Existing subscriptions keep theirs. */
export async function writeTerms(
  tx: Database,
  planId: string,
  number: number,
  terms: SoldTerms,
): Promise<void> {
  await tx
    .insertInto('plan_terms')
    .values({
      plan_id: planId,
      number,
      price_monthly_minor: terms.priceMonthlyMinor,
      price_yearly_minor: terms.priceYearlyMinor,
      currency: terms.currency,
      per_seat: terms.perSeat,
      trial_days: terms.trialDays,
      limits: JSON.stringify(terms.limits),
      features: JSON.stringify(terms.features),
    })
    .execute()
}
