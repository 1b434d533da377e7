import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldFacts, type StoredFacts } from './fold-facts.ts'
import { readRetell } from './providers/read-retell.ts'
import { readTwilio } from './providers/read-twilio.ts'
import { readVapi } from './providers/read-vapi.ts'
import type { VoiceFacts } from './voice-facts.ts'

const stored = (facts: VoiceFacts | null, place: number): StoredFacts => ({
  sha256: `sha-${place}`,
  facts: facts!,
})

const fold = (...facts: (VoiceFacts | null)[]) => foldFacts(facts.map(stored))

const retell = (event: string, call: object) => readRetell({ event, call: { call_id: 'r1', ...call } })

const hungUp = {
  disconnection_reason: 'user_hangup',
  start_timestamp: 1714608475945,
  end_timestamp: 1714608491736,
}

const dialogue = [
  { role: 'agent', content: 'Hello, this is Nova' },
  { role: 'user', content: 'Hello?' },
  { role: 'agent', content: 'Is it a good time?' },
  { role: 'user', content: 'It is' },
]

describe('foldFacts', () => {
  it('does not take a hang-up as proof that a person answered', () => {
    expect(
      fold(retell('call_ended', { ...hungUp, call_status: 'registered', transcript: '...' })),
    ).toMatchObject({
      lifecycle: 'completed',
      endReason: 'unknown',
      rawEndReason: 'user_hangup',
      durationSeconds: 16,
    })
    expect(
      fold(readTwilio({ CallSid: 'CA1', CallStatus: 'completed', CallDuration: '15' }, {})),
    ).toMatchObject({
      lifecycle: 'completed',
      endReason: 'unknown',
      durationSeconds: 15,
    })
  })

  it('trusts an analysis, answering machine detection and a dialogue', () => {
    const ended = retell('call_ended', hungUp)
    const analyzed = (inVoicemail: boolean) =>
      retell('call_analyzed', { ...hungUp, call_analysis: { in_voicemail: inVoicemail } })
    expect(fold(ended, analyzed(false)).endReason).toBe('human_conversation')
    expect(fold(ended, analyzed(true)).endReason).toBe('voicemail')
    const twilio = (AnsweredBy: string) =>
      readTwilio({ CallSid: 'CA1', CallStatus: 'completed', AnsweredBy }, {})
    expect(fold(twilio('human')).endReason).toBe('human_conversation')
    expect(fold(twilio('machine_end_beep')).endReason).toBe('voicemail')
    expect(fold(twilio('fax')).endReason).toBe('unknown')
    expect(fold(retell('call_ended', { ...hungUp, transcript_object: dialogue })).endReason).toBe(
      'human_conversation',
    )
    const greeting = [{ role: 'user', content: 'Leave a message after the tone' }, dialogue[0]]
    expect(fold(retell('call_ended', { ...hungUp, transcript_object: greeting })).endReason).toBe('unknown')
  })

  it('does not take a line that failed for a conversation, whoever spoke before', () => {
    const failed = { ...hungUp, disconnection_reason: 'moon_in_the_way', transcript_object: dialogue }
    expect(fold(retell('call_ended', failed)).endReason).toBe('unknown')
  })

  it('takes the wish not to be called for proof that a person answered', () => {
    const call_analysis = { custom_analysis_data: { do_not_call: true } }
    expect(fold(retell('call_analyzed', { ...hungUp, call_analysis }))).toMatchObject({
      endReason: 'human_conversation',
      suggestedOutcome: 'do_not_call',
    })
  })

  it('has a time to call back only with that outcome', () => {
    const analyzed = (outcome: string) => {
      const custom_analysis_data = { outcome, callback_at: '2030-01-07T15:30:00Z' }
      return fold(
        retell('call_analyzed', { ...hungUp, call_analysis: { in_voicemail: false, custom_analysis_data } }),
      ).callbackAt
    }
    expect([analyzed('callback'), analyzed('interested')]).toEqual(['2030-01-07T15:30:00.000Z', null])
  })

  it('goes by the analysis, though a report of the end is later', () => {
    const report = (event: string, event_timestamp: number, disconnection_reason: string) =>
      readRetell({ event, event_timestamp, call: { call_id: 'r1', ...hungUp, disconnection_reason } })
    const ended = report('call_ended', 1714608500000, 'user_hangup')
    const analyzed = report('call_analyzed', 1714608495000, 'voicemail_reached')
    expect(fold(ended, analyzed).endReason).toBe('voicemail')
  })

  it('has no end reason while it is under way, and no length if it ended before it began', () => {
    expect(fold(retell('call_started', { disconnection_reason: 'moon_in_the_way' }))).toMatchObject({
      lifecycle: 'in_progress',
      endReason: null,
    })
    const backwards = {
      ...hungUp,
      start_timestamp: hungUp.end_timestamp,
      end_timestamp: hungUp.start_timestamp,
    }
    expect(fold(retell('call_ended', backwards)).durationSeconds).toBeNull()
  })

  it('has an outcome for a conversation only', () => {
    const analyzed = (in_voicemail: boolean) =>
      fold(
        retell('call_analyzed', {
          ...hungUp,
          call_analysis: { in_voicemail, custom_analysis_data: { outcome: 'Interested' } },
        }),
      ).suggestedOutcome
    expect(analyzed(false)).toBe('interested')
    expect(analyzed(true)).toBeNull()
  })

  it('never reverts from an end', () => {
    expect(
      fold(
        readTwilio({ CallSid: 'CA1', CallStatus: 'busy', Timestamp: 'Tue, 31 Aug 2010 20:36:28 +0000' }, {}),
        readTwilio(
          { CallSid: 'CA1', CallStatus: 'ringing', Timestamp: 'Tue, 31 Aug 2010 20:46:28 +0000' },
          {},
        ),
      ),
    ).toMatchObject({ lifecycle: 'busy', endReason: 'busy' })
  })

  it('maps unknown values to unknown, and stores them', () => {
    expect(fold(retell('call_ended', { ...hungUp, disconnection_reason: 'moon_in_the_way' }))).toMatchObject({
      endReason: 'unknown',
      rawEndReason: 'moon_in_the_way',
      lifecycle: 'completed',
    })
  })

  it('uses the cost that its items add up to', () => {
    const report = (costs: number[]) =>
      readVapi({
        message: {
          type: 'end-of-call-report',
          cost: 0.15,
          call: { id: 'v1', cost: 0.45, costs: costs.map((cost) => ({ type: 'voice', cost })) },
        },
      })?.cost?.minor
    expect(report([0.1, 0.05])).toBe(15)
    expect(report([0.4, 0.05])).toBe(45)
    expect(report([0.1])).toBe(45)
  })

  it.each([
    ['RFC 2822', 'Tue, 31 Aug 2010 20:36:29 +0000'],
    ['ISO 8601', '2010-08-31T20:36:29Z'],
    ['ISO 8601 with an offset', '2010-08-31T22:36:29+02:00'],
    ['ISO 8601 without a zone', '2010-08-31 20:36:29'],
    ['seconds since 1970', 1283286989],
    ['milliseconds since 1970, as text', '1283286989000'],
  ])('reads a time as %s', (_, start) => {
    expect(fold(retell('call_started', { start_timestamp: start })).startedAt).toBe(
      '2010-08-31T20:36:29.000Z',
    )
  })

  it('derives the same from the same reports in any order, with repeats', () => {
    const lifecycle = fc.constantFrom(
      'queued',
      'ringing',
      'in-progress',
      'completed',
      'busy',
      'no-answer',
      'failed',
    )
    const twilio = fc
      .record({
        CallStatus: lifecycle,
        Timestamp: fc.option(fc.constantFrom('Tue, 31 Aug 2010 20:36:29 +0000', '1283286999', 'soon')),
        CallDuration: fc.constantFrom('', '15', '20.4', 'NaN', '-3'),
        AnsweredBy: fc.constantFrom('', 'human', 'machine_start', 'unknown'),
      })
      .map((fields) => readTwilio({ CallSid: 'CA1', ...fields }, {}))
    const retellReport = fc
      .record({
        event: fc.constantFrom('call_started', 'call_ended', 'call_analyzed'),
        disconnection_reason: fc.constantFrom('user_hangup', 'dial_busy', 'voicemail_reached', 'new_one'),
        in_voicemail: fc.constantFrom(true, false, null, 'maybe'),
        outcome: fc.constantFrom('interested', 'callback', 'do_not_call', 'whatever', null, 7),
        end_timestamp: fc.option(fc.constantFrom(1714608491736, '1714608491')),
      })
      .map(({ event, in_voicemail, outcome, ...call }) =>
        retell(event, { ...call, call_analysis: { in_voicemail, custom_analysis_data: { outcome } } }),
      )
    const reports = fc.oneof(fc.array(twilio, { minLength: 1 }), fc.array(retellReport, { minLength: 1 }))
    const shuffled = reports.chain((facts) => {
      const kept = facts.map((each) => ({ sha256: JSON.stringify(each), facts: each! }))
      return fc.tuple(
        fc.constant(kept),
        fc.array(fc.constantFrom(...kept)).chain((more) => {
          const all = [...kept, ...more]
          return fc.shuffledSubarray(all, { minLength: all.length })
        }),
      )
    })
    fc.assert(
      fc.property(shuffled, ([once, again]) => {
        expect(foldFacts(again)).toEqual(foldFacts(once))
      }),
      { numRuns: 500 },
    )
  })
})
