import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { type Limit, type Limits, soldFields } from '@muster/contract/plan-limits.ts'
import type { createPlan } from '@muster/contract/plans.ts'
import { digitsOf } from '../plans/money.ts'
import type { Plan, Sold } from '../plans/plan-words.ts'

/** As fields hold it: prices in whole units of the currency, empty where it is not sold so. */
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
  /** One a line. */
  features: string
}

export type PlanField = keyof PlanValues

export const fieldLabels: Record<PlanField, MessageDescriptor> = {
  name: msg`Name`,
  description: msg`Description`,
  state: msg`State`,
  priceMonthlyMinor: msg`Price a month`,
  priceYearlyMinor: msg`Price a year`,
  currency: msg`Currency`,
  perSeat: msg`For each seat`,
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

/** What is sold, as typed so far: for the preview and for saving. */
export function toSold(values: PlanValues): Sold {
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
  return { ...toSold(values), name, description, currency } satisfies Partial<
    CallOf<typeof createPlan>['body']
  >
}

/** Whether saving makes new terms. */
export function changesTerms(before: PlanValues, now: PlanValues): boolean {
  return soldFields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))
}
