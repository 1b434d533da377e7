import { mapEndReason } from '../end-reason-table.ts'
import { readOutcome } from '../read-outcome.ts'
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
import type { CallLifecycle, VoiceFacts } from '../voice-facts.ts'
import { readMetadataIds } from './read-metadata-ids.ts'
import { readTurns } from './read-turns.ts'

const lifecycles: Record<string, CallLifecycle> = {
  scheduled: 'queued',
  queued: 'queued',
  ringing: 'ringing',
  'in-progress': 'in_progress',
  forwarding: 'in_progress',
}

const over: ReadonlySet<string> = new Set(['ended', 'not-found', 'deletion-failed'])

function sumItems(costs: unknown): number | null {
  if (!Array.isArray(costs)) return null
  const parts = costs.map((each) => readNumber(pick(fieldsOf(each), 'cost')))
  return parts.length > 0 && parts.every((part) => part !== null)
    ? parts.reduce((sum, part) => sum + part, 0)
    : null
}

/**
 * Returns the cost. If two stated costs disagree, uses the one that the items add up to, else the higher, so that no
 * call looks cheaper than it was.
 */
function readReportCost(stated: readonly unknown[], items: readonly unknown[]) {
  const amounts = stated.map(readNumber).filter((amount) => amount !== null)
  const sums = items.map(sumItems).filter((sum) => sum !== null)
  if (amounts.length === 0) return sums.length > 0 ? readCost(Math.max(...sums)) : null
  const confirmed = amounts.find((amount) => sums.some((sum) => Math.abs(sum - amount) < 0.0005))
  return readCost(confirmed ?? Math.max(...amounts))
}

/** Parses Vapi's `end-of-call-report`, `status-update` and any other message about a call; null for the rest. */
export function readVapi(payload: unknown): VoiceFacts | null {
  const message = fieldsOf(pick(fieldsOf(payload), 'message') ?? payload)
  const call = fieldsOf(pick(message, 'call'))
  const callId = readText(pick(call, 'id') ?? pick(message, 'call_id'), 300)
  if (!callId) return null
  const artifact = fieldsOf(pick(message, 'artifact') ?? pick(call, 'artifact'))
  const analysis = fieldsOf(pick(message, 'analysis') ?? pick(call, 'analysis'))
  const assistant = fieldsOf(pick(message, 'assistant') ?? pick(call, 'assistant'))
  const both = (name: string) => pick(message, name) ?? pick(call, name)
  const type = readText(pick(message, 'type'), 60)?.toLowerCase() ?? ''
  const status = readText(both('status'), 60)?.toLowerCase() ?? ''
  const rawEndReason = readText(both('ended_reason'), 300)
  const isReport = type === 'end-of-call-report'
  const isOver = isReport || over.has(status)
  const kind = readText(pick(call, 'type'), 60)?.toLowerCase() ?? ''
  const phone = fieldsOf(pick(message, 'phone_number') ?? pick(call, 'phone_number'))
  const ours = readText(pick(phone, 'number'), 60)
  const theirs = readText(
    pick(fieldsOf(pick(call, 'customer')), 'number') ?? pick(fieldsOf(pick(message, 'customer')), 'number'),
    60,
  )
  const direction = kind.startsWith('inbound') ? 'inbound' : kind ? 'outbound' : null
  const collected = pick(analysis, 'structured_data') ?? pick(message, 'structured_data')
  const recording = fieldsOf(pick(artifact, 'recording'))
  return {
    callId,
    stage: isReport ? 'analyzed' : isOver ? 'ended' : 'started',
    at: readTime(pick(message, 'timestamp')) ?? readTime(both('ended_at')) ?? readTime(both('started_at')),
    agentId: readText(pick(call, 'assistant_id') ?? pick(assistant, 'id'), 300),
    ...readMetadataIds(
      pick(message, 'metadata'),
      pick(call, 'metadata'),
      pick(assistant, 'metadata'),
      pick(fieldsOf(pick(call, 'assistant_overrides')), 'metadata'),
      pick(fieldsOf(pick(call, 'assistant_overrides')), 'variable_values'),
    ),
    direction,
    from: direction === 'inbound' ? theirs : ours,
    to: direction === 'inbound' ? ours : theirs,
    lifecycle: !isOver && Object.hasOwn(lifecycles, status) ? lifecycles[status]! : null,
    rawEndReason,
    endReason: rawEndReason ? mapEndReason('vapi', rawEndReason) : null,
    ...readTurns(
      pick(artifact, 'messages'),
      pick(message, 'messages'),
      both('transcript'),
      pick(artifact, 'transcript'),
    ),
    summary: readText(pick(analysis, 'summary') ?? both('summary'), 5000),
    ...readOutcome(collected),
    startedAt: readTime(both('started_at')),
    endedAt: readTime(both('ended_at')),
    durationSeconds: readSeconds(pick(message, 'duration_seconds') ?? both('duration')),
    cost: readReportCost(
      [pick(message, 'cost'), pick(call, 'cost')],
      [pick(message, 'costs'), pick(call, 'costs')],
    ),
    recordingUrl: readWebAddress(
      both('recording_url') ?? pick(artifact, 'recording_url') ?? pick(recording, 'url', 'stereo_url'),
    ),
  }
}
