import type { Limits } from '@muster/contract/plan-limits.ts'
import type { planTerms } from '@muster/contract/plans.ts'
import type { z } from 'zod'

/** The columns of `plan_terms` that the API returns. */
export const termsColumns = [
  'plan_terms.number',
  'plan_terms.price_monthly_minor',
  'plan_terms.price_yearly_minor',
  'plan_terms.currency',
  'plan_terms.per_seat',
  'plan_terms.trial_days',
  'plan_terms.limits',
  'plan_terms.features',
  'plan_terms.since',
] as const

export interface TermsRow {
  number: number
  price_monthly_minor: number | null
  price_yearly_minor: number | null
  currency: string
  per_seat: boolean
  trial_days: number
  limits: unknown
  features: unknown
  since: string
}

export type Terms = z.input<typeof planTerms>

export function presentTerms(row: TermsRow): Terms {
  return {
    number: row.number,
    priceMonthlyMinor: row.price_monthly_minor,
    priceYearlyMinor: row.price_yearly_minor,
    currency: row.currency,
    perSeat: row.per_seat,
    trialDays: row.trial_days,
    limits: row.limits as Limits,
    features: row.features as string[],
    since: row.since,
  }
}
