import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { CallEndReason } from './voice-facts.ts'

/** Here `human_conversation` means only that somebody hung up. Other signs tell whether it was a person. */
const exact: Record<VoiceProvider, Record<string, CallEndReason>> = {
  twilio: {},
  retell: {
    user_hangup: 'human_conversation',
    agent_hangup: 'human_conversation',
    call_transfer: 'transferred',
    transfer_bridged: 'transferred',
    voicemail_reached: 'voicemail',
    ivr_reached: 'ivr',
    dial_no_answer: 'no_answer',
    dial_busy: 'busy',
    user_declined: 'declined',
    invalid_destination: 'invalid_number',
    marked_as_spam: 'blocked',
    scam_detected: 'blocked',
    inactivity: 'timeout',
    max_duration_reached: 'timeout',
    manual_stopped: 'canceled',
    dial_failed: 'carrier_error',
    sip_routing_error: 'carrier_error',
    concurrency_limit_reached: 'carrier_error',
    no_valid_payment: 'carrier_error',
  },
  vapi: {
    'customer-ended-call': 'human_conversation',
    'assistant-ended-call': 'human_conversation',
    'assistant-said-end-call-phrase': 'human_conversation',
    'assistant-ended-call-after-message-spoken': 'human_conversation',
    'assistant-ended-call-with-hangup-task': 'human_conversation',
    'assistant-forwarded-call': 'transferred',
    voicemail: 'voicemail',
    'customer-did-not-answer': 'no_answer',
    'customer-busy': 'busy',
    'twilio-reported-customer-misdialed': 'invalid_number',
    'vonage-rejected': 'blocked',
    'silence-timed-out': 'timeout',
    'exceeded-max-duration': 'timeout',
    'manually-canceled': 'canceled',
    'scheduled-call-deleted': 'canceled',
    'twilio-failed-to-connect-call': 'carrier_error',
    'vonage-failed-to-connect-call': 'carrier_error',
  },
  generic: {
    user_hangup: 'human_conversation',
    hangup: 'human_conversation',
    customer_ended_call: 'human_conversation',
    agent_hangup: 'human_conversation',
    transfer: 'transferred',
    answering_machine: 'voicemail',
    machine: 'voicemail',
    menu: 'ivr',
    noanswer: 'no_answer',
    unanswered: 'no_answer',
    rejected: 'declined',
    spam: 'blocked',
    cancelled: 'canceled',
    error: 'system_error',
  },
}

/** Patterns of reasons; the first match counts. */
const families: Record<VoiceProvider, readonly [RegExp, CallEndReason][]> = {
  twilio: [],
  retell: [
    [/^telephony_provider_/, 'carrier_error'],
    [/^error_/, 'system_error'],
  ],
  vapi: [
    [/-failed-to-connect-call$/, 'carrier_error'],
    [/^pipeline-error-/, 'system_error'],
    [/^call\..*\.error-/, 'system_error'],
  ],
  generic: [],
}

/** Returns our end reason for a provider's; `unknown` for one never seen. */
export function mapEndReason(provider: VoiceProvider, raw: string): CallEndReason {
  const key = raw.trim().toLowerCase()
  if (Object.hasOwn(exact[provider], key)) return exact[provider][key]!
  return families[provider].find(([pattern]) => pattern.test(key))?.[1] ?? 'unknown'
}
