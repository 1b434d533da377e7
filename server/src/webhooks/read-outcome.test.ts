import { callOutcomes } from '@muster/contract/calls.ts'
import { describe, expect, it } from 'vitest'
import { mapOutcome, readOutcome } from './read-outcome.ts'

const monday = '2026-01-05T10:00:00.000Z'

describe('the outcome that an agent names', () => {
  it.each(callOutcomes)('is %s by its own name', (outcome) => {
    expect(mapOutcome(outcome)).toBe(outcome)
  })

  it.each([
    ['Callback requested', 'callback'],
    ['callback_scheduled', 'callback'],
    ['call back', 'callback'],
    ['Call back later', 'callback'],
    ['follow-up', 'callback'],
    ['uninterested', 'not_interested'],
    ['declined', 'not_interested'],
    ['unqualified', 'not_qualified'],
    ['disqualified', 'not_qualified'],
    ['DNC', 'do_not_call'],
    ['do not contact', 'do_not_call'],
    ['opt-out', 'do_not_call'],
    ['(opted out)', 'do_not_call'],
    ['language', 'language_barrier'],
    ['duplicate', 'already_applied'],
    ['hung up', 'dropped_early'],
    ['hung_up_early', 'dropped_early'],
  ])('is read from "%s" as %s', (said, outcome) => {
    expect(mapOutcome(said)).toBe(outcome)
  })

  it.each(['successful', '', null, 'constructor', 'x'.repeat(70)])('is none for %j', (said) => {
    expect(mapOutcome(said)).toBeNull()
  })
})

describe('the data an agent collected', () => {
  it.each(['outcome', 'call_outcome', 'disposition', 'callDisposition', 'result'])(
    'names the outcome as %s',
    (name) => {
      expect(readOutcome({ [name]: 'interested' }).outcome).toBe('interested')
    },
  )

  it.each(['do_not_call', 'dnc', 'opt_out'])(
    'marks as do-not-call by %s, whatever else it states',
    (name) => {
      const collected = { [name]: 'yes', outcome: 'interested', callback_at: monday }
      expect(readOutcome(collected)).toEqual({ outcome: 'do_not_call', callbackAt: null })
      expect(readOutcome({ ...collected, [name]: 'no' })).toEqual({
        outcome: 'interested',
        callbackAt: monday,
      })
    },
  )

  it.each(['callback_at', 'callback_time', 'callback', 'call_back_at'])(
    'requests a callback by a time in %s',
    (name) => {
      expect(readOutcome({ [name]: monday })).toEqual({ outcome: 'callback', callbackAt: monday })
    },
  )

  it.each(['callback_requested', 'callback', 'call_back'])('requests a callback by %s', (name) => {
    expect(readOutcome({ [name]: true })).toEqual({ outcome: 'callback', callbackAt: null })
    expect(readOutcome({ [name]: false })).toEqual({ outcome: null, callbackAt: null })
  })

  it('prefers the named outcome to a callback request', () => {
    expect(readOutcome({ outcome: 'qualified', callback: 'yes' }).outcome).toBe('qualified')
  })
})
