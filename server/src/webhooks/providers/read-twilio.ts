import {
  fieldsOf,
  pick,
  readCost,
  readNumber,
  readSeconds,
  readText,
  readTime,
  readWebAddress,
} from '../read-values.ts'
import type { CallEndReason, CallLifecycle, VoiceFacts } from '../voice-facts.ts'
import { readMetadataIds } from './read-metadata-ids.ts'

const lifecycles: Record<string, CallLifecycle> = {
  initiated: 'queued',
  queued: 'queued',
  ringing: 'ringing',
  'in-progress': 'in_progress',
  answered: 'in_progress',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
}

/** SIP codes for numbers that do not exist. */
const noSuchNumber: ReadonlySet<number> = new Set([404, 410, 484, 604])

function endReasonOf(lifecycle: CallLifecycle | null, sipCode: number | null): CallEndReason | null {
  switch (lifecycle) {
    case 'busy':
    case 'no_answer':
    case 'canceled':
      return lifecycle
    case 'failed':
      return sipCode !== null && noSuchNumber.has(sipCode) ? 'invalid_number' : 'carrier_error'
    default:
      // Completed: a person, a mailbox or a menu answered.
      return null
  }
}

function answeredByOf(value: unknown): VoiceFacts['answeredBy'] {
  const text = readText(value, 60)?.toLowerCase() ?? ''
  if (text === 'human') return 'human'
  return text.startsWith('machine') ? 'machine' : null
}

/** Parses Twilio's status callbacks, whose values are all strings, and its Call resource; null for anything else. */
export function readTwilio(payload: unknown, query: unknown): VoiceFacts | null {
  const call = fieldsOf(payload)
  const callId = readText(pick(call, 'call_sid', 'sid'), 300)
  if (!callId) return null
  const status = readText(pick(call, 'call_status', 'status'), 60)?.toLowerCase() ?? ''
  const lifecycle = Object.hasOwn(lifecycles, status) ? lifecycles[status]! : null
  const ended = lifecycle !== null && !['queued', 'ringing', 'in_progress'].includes(lifecycle)
  const direction = readText(pick(call, 'direction'), 40)
  const endedAt = readTime(pick(call, 'end_time'))
  return {
    callId,
    stage: ended ? 'ended' : 'started',
    at: readTime(pick(call, 'timestamp')) ?? endedAt,
    ...readMetadataIds(query, payload),
    direction: direction === null ? null : direction.startsWith('inbound') ? 'inbound' : 'outbound',
    from: readText(pick(call, 'from', 'caller'), 60),
    to: readText(pick(call, 'to', 'called'), 60),
    lifecycle,
    // Unknown statuses are stored too.
    rawEndReason: ended || !lifecycle ? status || null : null,
    endReason: endReasonOf(lifecycle, readNumber(pick(call, 'sip_response_code'))),
    answeredBy: answeredByOf(pick(call, 'answered_by')),
    startedAt: readTime(pick(call, 'start_time')),
    endedAt: endedAt ?? (ended ? readTime(pick(call, 'timestamp')) : null),
    durationSeconds: readSeconds(pick(call, 'call_duration', 'duration')),
    cost: readCost(pick(call, 'price'), pick(call, 'price_unit')),
    recordingUrl: readWebAddress(pick(call, 'recording_url')),
  }
}
