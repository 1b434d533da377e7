import { describe, expect, it } from 'vitest'
import { limitsText, statusText } from './campaign-labels.ts'
import type { Campaign } from './campaign-queries.ts'

const campaign = {
  state: 'running',
  waits: null,
  pauseReason: null,
  pauseDetail: null,
  activeCalls: 0,
  maxConcurrent: 1,
  keptFree: 0,
  minutesPerDay: null,
  costPerDay: null,
  onlyWithConsent: true,
} as never as Campaign

describe('what a campaign is doing', () => {
  const text = (more: Partial<Campaign>) => statusText({ ...campaign, ...more })

  it('is calling, and why it places no more', () => {
    expect(text({})).toBe('Placing calls.')
    expect(text({ activeCalls: 1 })).toBe('1 call now.')
    expect(text({ activeCalls: 3, waits: 'calls_at_limit' })).toBe(
      '3 calls now. All lines are busy. The next call starts when one ends.',
    )
    expect(text({ waits: 'nobody_ready' })).toBe('Nobody is ready to be called right now.')
  })

  it('is nothing before it started, after it ended and while it is paused, whatever it waited for', () => {
    expect(text({ state: 'draft', waits: 'nobody_ready' })).toBe('Nobody is called before you start it.')
    expect(text({ state: 'ended', pauseReason: 'user' })).toBe('This campaign has ended.')
    expect(text({ state: 'paused', pauseReason: 'provider_refused', pauseDetail: 'No credit' })).toBe(
      'The provider refused the call. No credit',
    )
    expect(text({ state: 'paused' })).toBe('A user paused it.')
  })
})

describe('the limits of a campaign', () => {
  const text = (more: Partial<Campaign>) => limitsText({ ...campaign, ...more })

  it('name those that are set, and whether people without consent are called', () => {
    expect(text({})).toBe('1 call at a time · only people who gave consent')
    expect(text({ maxConcurrent: 3, minutesPerDay: 90, costPerDay: { minor: 2500, currency: 'USD' } })).toBe(
      'up to 3 calls at a time · 90 min a day · $25.00 a day · only people who gave consent',
    )
    expect(text({ onlyWithConsent: false })).toContain('also people without recorded consent')
  })

  it('are exact in minutes, and whole hours where they are', () => {
    const minutes = [45, 60, 119, 120, 1500].map((minutesPerDay) => text({ minutesPerDay }).split(' · ')[1])
    expect(minutes).toEqual(['45 min a day', '1 h a day', '119 min a day', '2 h a day', '1,500 min a day'])
  })
})
