import { describe, expect, it } from 'vitest'
import { mapEndReason } from '../end-reason-table.ts'
import { isProgressMessage, workspaceInUrl } from '../read-event.ts'
import { readGeneric } from './read-generic.ts'
import { readRetell } from './read-retell.ts'
import { readTurns } from './read-turns.ts'
import { readTwilio } from './read-twilio.ts'
import { readVapi } from './read-vapi.ts'

const application = '01900000-0000-7000-8000-00000000000a'
const workspace = '01900000-0000-7000-8000-00000000000b'
const placed = '01900000-0000-7000-8000-000000000003'

describe('a report of Twilio', () => {
  const read = (fields: object, query: object = {}) => readTwilio({ CallSid: 'CA1', ...fields }, query)

  it.each([
    ['initiated', 'queued', 'started', null],
    ['ringing', 'ringing', 'started', null],
    ['answered', 'in_progress', 'started', null],
    ['completed', 'completed', 'ended', null],
    ['busy', 'busy', 'ended', 'busy'],
    ['no-answer', 'no_answer', 'ended', 'no_answer'],
    ['canceled', 'canceled', 'ended', 'canceled'],
    ['failed', 'failed', 'ended', 'carrier_error'],
  ])('that says %s is %s', (CallStatus, lifecycle, stage, endReason) => {
    expect(read({ CallStatus })).toMatchObject({ lifecycle, stage, endReason })
  })

  it('of a number that does not exist is told from a failed line by the SIP code', () => {
    const reason = (SipResponseCode: string) => read({ CallStatus: 'failed', SipResponseCode })?.endReason
    expect(['404', '484', '604', '486', '503'].map(reason)).toEqual([
      ...['invalid_number', 'invalid_number', 'invalid_number', 'carrier_error', 'carrier_error'],
    ])
  })

  it('ends at its timestamp only once it has ended', () => {
    const Timestamp = 'Tue, 31 Aug 2010 20:36:28 +0000'
    expect(read({ CallStatus: 'ringing', Timestamp })?.endedAt).toBeNull()
    expect(read({ CallStatus: 'completed', Timestamp })?.endedAt).toBe('2010-08-31T20:36:28.000Z')
  })

  it('names our application in its URL, before what its body says', () => {
    const query = { applicationId: application.toUpperCase(), workspace }
    expect(read({ ApplicationId: placed }, query)).toMatchObject({
      applicationId: application,
      workspaceId: workspace,
    })
    expect(readTwilio({ CallStatus: 'busy' }, query)).toBeNull()
  })

  it('is inbound only if it says so, and costs what was booked, without its sign', () => {
    expect(read({ Direction: 'inbound', Price: '-0.03', PriceUnit: 'eur' })).toMatchObject({
      direction: 'inbound',
      cost: { minor: 3, currency: 'EUR' },
    })
    expect([read({ Direction: 'outbound-dial' })?.direction, read({})?.direction]).toEqual(['outbound', null])
  })
})

describe('a report of Retell', () => {
  const read = (event: string, call: object = {}) => readRetell({ event, call: { call_id: 'r1', ...call } })

  it('is as far as its event says, as its status lags behind', () => {
    expect(read('call_ended', { call_status: 'registered' })).toMatchObject({
      stage: 'ended',
      lifecycle: null,
    })
    expect(read('call_started', { call_status: 'registered' })).toMatchObject({
      stage: 'started',
      lifecycle: 'in_progress',
    })
    expect(read('', { call_status: 'ended' })?.stage).toBe('ended')
    expect(read('call_analyzed', { call_status: 'not_connected' })).toMatchObject({
      stage: 'analyzed',
      lifecycle: 'no_answer',
    })
    expect(read('call_ended', { call_status: 'ended' })?.lifecycle).toBeNull()
  })

  it('has its length in milliseconds, its cost in cents and the answer of its analysis', () => {
    const call = { duration_ms: 61_400, call_cost: { combined_cost: 42.4 } }
    expect(read('call_ended', call)).toMatchObject({
      durationSeconds: 61,
      cost: { minor: 42 },
      answeredBy: null,
    })
    const analyzed = (in_voicemail: boolean) => read('call_analyzed', { call_analysis: { in_voicemail } })
    expect([analyzed(true)?.answeredBy, analyzed(false)?.answeredBy]).toEqual(['machine', 'human'])
  })

  it('names our ids in its metadata, else in the variables of its agent', () => {
    const variables = { application_id: placed, muster_call_id: placed }
    expect(
      read('call_started', {
        metadata: { application_id: application },
        retell_llm_dynamic_variables: variables,
      }),
    ).toMatchObject({ applicationId: application, placedCallId: placed })
    expect(read('call_started', { metadata: { application_id: '17' } })?.applicationId).toBeNull()
  })
})

describe('a report of Vapi', () => {
  const read = (message: object, call: object = {}) =>
    readVapi({ message: { call: { id: 'v1', ...call }, ...message } })

  it('has our number and theirs by the direction of the call', () => {
    const numbers = { customer: { number: '+1312' }, phoneNumber: { number: '+1720' } }
    expect(read({}, { ...numbers, type: 'inboundPhoneCall' })).toMatchObject({
      ...{ direction: 'inbound', from: '+1312', to: '+1720' },
    })
    expect(read({}, { ...numbers, type: 'outboundPhoneCall' })).toMatchObject({
      ...{ direction: 'outbound', from: '+1720', to: '+1312' },
    })
    expect(read({}, numbers)?.direction).toBeNull()
  })

  it('is analyzed by its report, ended by its status, and otherwise under way', () => {
    expect(read({ type: 'end-of-call-report' })?.stage).toBe('analyzed')
    expect(read({ type: 'status-update', status: 'ended' })).toMatchObject({
      stage: 'ended',
      lifecycle: null,
    })
    expect(read({ type: 'status-update', status: 'ringing' })).toMatchObject({
      ...{ stage: 'started', lifecycle: 'ringing' },
    })
  })

  it('costs the higher of two amounts that no item confirms, or what its items add up to', () => {
    const cost = (message: object, call: object = {}) => read(message, call)?.cost?.minor
    expect(cost({ cost: 0.1 }, { cost: 0.3 })).toBe(30)
    expect(cost({ cost: 0.3 }, { cost: 0.1, costs: [{ cost: 0.04 }, { cost: 0.06 }] })).toBe(10)
    expect(cost({ costs: [{ cost: 0.2 }, { cost: 0.05 }] })).toBe(25)
    expect(cost({ costs: [{ cost: 0.2 }, { cost: 'free' }] })).toBeUndefined()
  })

  it('finds our ids wherever they were put', () => {
    const overrides = (name: string) =>
      read({}, { assistantOverrides: { [name]: { applicationId: application } } })
    expect(overrides('metadata')?.applicationId).toBe(application)
    expect(overrides('variableValues')?.applicationId).toBe(application)
    expect(read({ metadata: { workspaceId: workspace } })?.workspaceId).toBe(workspace)
  })
})

describe('a report in the documented format', () => {
  const read = (more: object) => readGeneric({ callId: 'g1', ...more })

  it('has ended by its event, its reason, its end or its status', () => {
    const stages = [
      ...[{}, { status: 'in-progress' }, { event: 'call_ended' }, { endReason: 'busy' }],
      ...[{ endedAt: '2026-01-05T10:00:00Z' }, { status: 'no-answer' }, { event: 'call_analyzed' }],
    ].map((each) => read(each)?.stage)
    expect(stages).toEqual([...['started', 'started', 'ended', 'ended'], ...['ended', 'ended', 'analyzed']])
  })

  it('was answered by a person only if it says so in our own words', () => {
    expect(read({ endReason: 'human_conversation' })?.answeredBy).toBe('human')
    expect(read({ endReason: 'user_hangup' })?.answeredBy).toBeNull()
    expect(read({ answeredBy: 'voicemail', endReason: 'human_conversation' })?.answeredBy).toBe('machine')
  })

  it('costs its minor units if it has them, else its amount', () => {
    expect(read({ costMinor: 12, currency: 'EUR', cost: 5 })?.cost).toEqual({ minor: 12, currency: 'EUR' })
    expect(read({ cost: { amount: 0.5, currency: 'EUR' }, currency: 'USD' })?.cost).toEqual({
      ...{ minor: 50, currency: 'EUR' },
    })
    expect(read({ cost: 0.5 })?.cost).toEqual({ minor: 50, currency: 'USD' })
  })
})

describe('what was said in a call', () => {
  it('leaves out the instructions of the agent and unknown speakers', () => {
    const list = [
      { role: 'system', content: 'You are Nova' },
      { role: 'bot', message: 'Hello' },
      { role: 'tool', content: '{}' },
      { role: 'User', text: 'Hi' },
    ]
    expect(readTurns(list).turns).toEqual([
      { speaker: 'agent', text: 'Hello' },
      { speaker: 'person', text: 'Hi' },
    ])
  })

  it('is the first value with turns, else the first text with words', () => {
    expect(readTurns('...', 'AI: Hello\nUser: Hi').turns).toHaveLength(2)
    expect(readTurns('...', 'They talked', 'Later')).toEqual({ turns: null, transcript: 'They talked' })
    expect(readTurns('...')).toEqual({ turns: null, transcript: null })
  })
})

describe('the reason of an end', () => {
  it('is found by its name, then by its family, of that provider only', () => {
    expect(mapEndReason('retell', ' Dial_Busy ')).toBe('busy')
    expect(mapEndReason('retell', 'telephony_provider_unavailable')).toBe('carrier_error')
    expect(mapEndReason('retell', 'error_llm')).toBe('system_error')
    expect(mapEndReason('vapi', 'pipeline-error-openai')).toBe('system_error')
    expect(mapEndReason('vapi', 'twilio-failed-to-connect-call')).toBe('carrier_error')
    expect(mapEndReason('vapi', 'dial_busy')).toBe('unknown')
    expect(mapEndReason('generic', 'constructor')).toBe('unknown')
  })
})

describe('the workspace in a URL', () => {
  it('is one, none, or an invalid one, which belongs to nobody', () => {
    expect(workspaceInUrl({ workspace: workspace.toUpperCase() })).toEqual({
      names: true,
      workspaceId: workspace,
    })
    expect(workspaceInUrl({ workspace: 'x' })).toEqual({ names: true, workspaceId: null })
    expect(workspaceInUrl({ workspace: [workspace, application] })).toEqual({
      names: true,
      workspaceId: null,
    })
    expect(workspaceInUrl({})).toEqual({ names: false, workspaceId: null })
  })
})

describe('a message about progress', () => {
  it('is ignored for the providers that send them, and no other', () => {
    expect(isProgressMessage('vapi', { message: { type: 'Transcript' } })).toBe(true)
    expect(isProgressMessage('retell', { event: 'transcript_updated' })).toBe(true)
    expect(isProgressMessage('generic', { event: 'transcript' })).toBe(false)
    expect(isProgressMessage('vapi', { message: { type: 'status-update' } })).toBe(false)
  })
})
