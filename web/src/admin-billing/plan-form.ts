import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { type Limit, type Limits, soldFields } from '@muster/contract/plan-limits.ts'
import type { createPlan } from '@muster/contract/plans.ts'
import type { CardTerms, Plan } from '../plans/plan-labels.ts'
import { digitsOf } from '../ui/money.ts'

/** The values of the form: prices in major units of the currency, empty if there is no such price. */
export type PlanValues = {
  name: string
  description: string
  state: Plan['state']
  priceMonthlyMinor: number | ''
  priceYearlyMinor: number | ''
  currency: string
  perSeat: boolean
  trialDays: number | ''
  limits: Record<keyof Limits, Limit | ''>
  /** One per line. */
  features: string
}

export type PlanField = keyof PlanValues

export const fieldLabels: Record<PlanField, MessageDescriptor> = {
  name: msg`Name`,
  description: msg`Description`,
  state: msg`State`,
  priceMonthlyMinor: msg`Monthly price`,
  priceYearlyMinor: msg`Yearly price`,
  currency: msg`Currency`,
  perSeat: msg`Per seat`,
  trialDays: msg`Trial days`,
  limits: msg`Limits`,
  features: msg`Features`,
}

const unlimited: Limits = {
  seats: 'unlimited',
  openPositions: 'unlimited',
  applicationsAMonth: 'unlimited',
  callMinutesAMonth: 'unlimited',
}

export function emptyPlan(currency: string): PlanValues {
  return {
    name: '',
    description: '',
    state: 'hidden',
    priceMonthlyMinor: '',
    priceYearlyMinor: '',
    currency,
    perSeat: false,
    trialDays: 0,
    limits: { ...unlimited },
    features: '',
  }
}

const major = (minor: number | null, currency: string) =>
  minor === null ? '' : minor / 10 ** digitsOf(currency)

export function toValues({ name, description, state, terms }: Plan): PlanValues {
  const { currency, perSeat, trialDays, limits, features } = terms
  return {
    name,
    description: description ?? '',
    state,
    priceMonthlyMinor: major(terms.priceMonthlyMinor, currency),
    priceYearlyMinor: major(terms.priceYearlyMinor, currency),
    currency,
    perSeat,
    trialDays,
    limits: { ...limits },
    features: features.join('\n'),
  }
}

/** Converts the values to the terms of the plan, for preview and saving. */
export function toCardTerms(values: PlanValues): CardTerms {
  const currency = /^[A-Z]{3}$/.test(values.currency) ? values.currency : 'USD'
  const minor = (price: number | '') => (price === '' ? null : Math.round(price * 10 ** digitsOf(currency)))
  const limits = Object.fromEntries(
    Object.entries(values.limits).map(([key, limit]) => [key, limit === '' ? 0 : limit]),
  ) as Limits
  return {
    priceMonthlyMinor: minor(values.priceMonthlyMinor),
    priceYearlyMinor: minor(values.priceYearlyMinor),
    currency,
    perSeat: values.perSeat,
    trialDays: values.trialDays || 0,
    limits,
    features: values.features
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }
}

export function toBody(values: PlanValues) {
  const { name, description, currency } = values
  return { ...toCardTerms(values), name, description, currency } satisfies Partial<
    CallOf<typeof createPlan>['body']
  >
}

/** Returns whether saving creates a new version of the terms. */
export function changesTerms(before: PlanValues, now: PlanValues): boolean {
  return soldFields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))
}
