import { describe, expect, it } from 'vitest'
import { changesTerms, emptyPlan, type PlanValues, toBody, toCardTerms, toValues } from './plan-form.ts'

const values = (more: Partial<PlanValues> = {}): PlanValues => ({
  ...emptyPlan('EUR'),
  name: 'Team',
  description: 'For teams',
  priceMonthlyMinor: 39.99,
  priceYearlyMinor: 390,
  limits: { seats: 5, openPositions: 'unlimited', applicationsAMonth: 1000, callMinutesAMonth: 0 },
  features: 'Boards\nReports',
  ...more,
})

describe('the form of a plan', () => {
  it('shows what is stored, and sends back the same', () => {
    const terms = toCardTerms(values({ perSeat: true, trialDays: 14 }))
    expect(terms).toMatchObject({
      priceMonthlyMinor: 3999,
      priceYearlyMinor: 39_000,
      perSeat: true,
      trialDays: 14,
    })
    const plan = { name: 'Team', description: null, state: 'offered', terms } as never
    const shown = toValues(plan)
    expect(shown).toMatchObject({ description: '', priceMonthlyMinor: 39.99, features: 'Boards\nReports' })
    expect(toCardTerms(shown)).toEqual(terms)
  })

  it('sends prices in the minor units of the currency, and none where none is entered', () => {
    expect(toCardTerms(values({ currency: 'JPY', priceMonthlyMinor: 500 })).priceMonthlyMinor).toBe(500)
    expect(toCardTerms(values({ priceMonthlyMinor: '' })).priceMonthlyMinor).toBeNull()
    expect(toCardTerms(values({ priceMonthlyMinor: 0 })).priceMonthlyMinor).toBe(0)
    expect(toCardTerms(values({ priceMonthlyMinor: 1.15 })).priceMonthlyMinor).toBe(115)
  })

  it('previews a currency that is half typed in dollars, and sends it as it is typed', () => {
    const half = values({ currency: 'EU' })
    expect(toCardTerms(half).currency).toBe('USD')
    expect(toBody(half).currency).toBe('EU')
    expect(toBody(values())).toMatchObject({ name: 'Team', description: 'For teams', currency: 'EUR' })
  })

  it('takes an empty limit and an empty trial for 0, and drops empty lines of features', () => {
    const limits = { ...values().limits, seats: '' as const }
    const terms = toCardTerms(values({ limits, trialDays: '', features: ' Boards \n\n  \nReports' }))
    expect([terms.limits.seats, terms.trialDays, terms.features]).toEqual([0, 0, ['Boards', 'Reports']])
  })

  it('makes a new version of the terms for what customers bought, not for names', () => {
    const before = values()
    for (const change of [
      { priceMonthlyMinor: 40 },
      { priceYearlyMinor: '' as const },
      { currency: 'USD' },
      { perSeat: true },
      { limits: { ...before.limits, seats: 6 } },
    ])
      expect(changesTerms(before, values(change)), JSON.stringify(change)).toBe(true)
    for (const change of [{}, { name: 'Crew' }, { description: 'Other' }, { state: 'hidden' as const }])
      expect(changesTerms(before, values(change)), JSON.stringify(change)).toBe(false)
  })
})
