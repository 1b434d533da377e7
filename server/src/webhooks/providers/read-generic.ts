import { callEndReasons, callLifecycles } from '@muster/contract/calls.ts'
import { mapEndReason } from '../end-reason-table.ts'
import { mapOutcome, readOutcome } from '../read-outcome.ts'
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
import { readTurns } from './read-turns.ts'

const ourLifecycles: ReadonlySet<string> = new Set(callLifecycles)
const ourEndReasons: ReadonlySet<string> = new Set(callEndReasons)

function lifecycleOf(value: unknown): CallLifecycle | null {
  const key = readText(value, 60)?.toLowerCase().replaceAll('-', '_')
  if (!key) return null
  return ourLifecycles.has(key) ? (key as CallLifecycle) : key === 'ended' ? 'completed' : null
}

function endReasonOf(raw: string | null): CallEndReason | null {
  if (!raw) return null
  const key = raw.toLowerCase().replaceAll('-', '_')
  return ourEndReasons.has(key) ? (key as CallEndReason) : mapEndReason('generic', key)
}

/**
 * Returns who answered: stated explicitly, or implied by one of our own end reasons, which claims more than a hang-up.
 */
function answeredByOf(said: unknown, rawEndReason: string | null): VoiceFacts['answeredBy'] {
  const text = readText(said, 60)?.toLowerCase() ?? ''
  if (/^(machine|voicemail|answering)/.test(text)) return 'machine'
  if (/^(human|person)/.test(text)) return 'human'
  return rawEndReason?.toLowerCase() === 'human_conversation' ? 'human' : null
}

/** Parses the documented format (docs/voice-webhooks.md), for providers without their own parser. */
export function readGeneric(payload: unknown): VoiceFacts | null {
  const body = fieldsOf(payload)
  const call = { ...fieldsOf(pick(body, 'call', 'data')), ...body }
  const callId = readText(pick(call, 'call_id', 'id'), 300)
  if (!callId) return null
  const event = readText(pick(body, 'event', 'type'), 60)?.toLowerCase() ?? ''
  const lifecycle = lifecycleOf(pick(call, 'lifecycle', 'status'))
  const rawEndReason = readText(pick(call, 'end_reason', 'ended_reason'), 200)
  const endedAt = readTime(pick(call, 'ended_at'))
  const isOver =
    /ended|completed|analyzed/.test(event) ||
    rawEndReason !== null ||
    endedAt !== null ||
    (lifecycle !== null && !['queued', 'ringing', 'in_progress'].includes(lifecycle))
  const costs = fieldsOf(pick(call, 'cost'))
  const found = readOutcome(pick(call, 'analysis', 'data_collected') ?? {})
  const minor = readNumber(pick(call, 'cost_minor'))
  return {
    callId,
    stage: event.includes('analyzed') ? 'analyzed' : isOver ? 'ended' : 'started',
    at: readTime(pick(call, 'at', 'timestamp', 'event_timestamp')) ?? endedAt,
    agentId: readText(pick(call, 'agent_id'), 300),
    ...readMetadataIds(pick(call, 'metadata'), call),
    direction:
      pick(call, 'direction') === 'inbound' ? 'inbound' : pick(call, 'direction') ? 'outbound' : null,
    from: readText(pick(call, 'from', 'from_number'), 60),
    to: readText(pick(call, 'to', 'to_number'), 60),
    lifecycle,
    rawEndReason,
    endReason: endReasonOf(rawEndReason),
    answeredBy: answeredByOf(pick(call, 'answered_by'), rawEndReason),
    ...readTurns(pick(call, 'transcript', 'turns', 'messages')),
    summary: readText(pick(call, 'summary'), 5000),
    outcome: mapOutcome(pick(call, 'outcome')) ?? found.outcome,
    callbackAt: readTime(pick(call, 'callback_at')) ?? found.callbackAt,
    startedAt: readTime(pick(call, 'started_at')),
    endedAt,
    durationSeconds: readSeconds(pick(call, 'duration_seconds', 'duration')),
    cost:
      minor !== null && Math.abs(minor) < 1e8
        ? { minor: Math.round(Math.abs(minor)), currency: readText(pick(call, 'currency'), 3) ?? 'USD' }
        : readCost(
            pick(costs, 'amount') ?? pick(call, 'cost'),
            pick(costs, 'currency') ?? pick(call, 'currency'),
          ),
    recordingUrl: readWebAddress(pick(call, 'recording_url')),
  }
}
