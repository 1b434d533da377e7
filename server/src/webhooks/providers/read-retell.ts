import { mapEndReason } from '../end-reason-table.ts'
import { readOutcome } from '../read-outcome.ts'
import {
  fieldsOf,
  pick,
  readCost,
  readFlag,
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
  registered: 'queued',
  not_connected: 'no_answer',
  ongoing: 'in_progress',
  ended: 'completed',
  error: 'failed',
}

/** Retell's status lags behind (an ended call may say `registered`), so the event's name takes precedence. */
function stageOf(event: string, status: string): VoiceFacts['stage'] {
  if (event === 'call_analyzed') return 'analyzed'
  if (event === 'call_ended') return 'ended'
  return ['ended', 'not_connected', 'error'].includes(status) ? 'ended' : 'started'
}

function readCallCost(value: unknown) {
  const cents = readNumber(pick(fieldsOf(value), 'combined_cost', 'total_cost'))
  return cents === null ? null : readCost(cents / 100)
}

/** Parses Retell's `call_started`, `call_ended` and `call_analyzed`; null for anything but a call. */
export function readRetell(payload: unknown): VoiceFacts | null {
  const body = fieldsOf(payload)
  const call = fieldsOf(pick(body, 'call', 'data') ?? payload)
  const callId = readText(pick(call, 'call_id'), 300)
  if (!callId) return null
  const event = readText(pick(body, 'event', 'event_type'), 60)?.toLowerCase() ?? ''
  const status = readText(pick(call, 'call_status'), 60)?.toLowerCase() ?? ''
  const stage = stageOf(event, status)
  const analysis = fieldsOf(pick(call, 'call_analysis'))
  const rawEndReason = readText(pick(call, 'disconnection_reason'), 200)
  const inVoicemail = readFlag(pick(analysis, 'in_voicemail'))
  const { outcome, callbackAt } = readOutcome(pick(analysis, 'custom_analysis_data'))
  const said = Object.hasOwn(lifecycles, status) ? lifecycles[status]! : null
  const startedAt = readTime(pick(call, 'start_timestamp'))
  const endedAt = readTime(pick(call, 'end_timestamp'))
  return {
    callId,
    stage,
    at: readTime(pick(body, 'event_timestamp', 'timestamp')) ?? endedAt ?? startedAt,
    agentId: readText(pick(call, 'agent_id'), 300),
    ...readMetadataIds(pick(call, 'metadata'), pick(call, 'retell_llm_dynamic_variables')),
    direction:
      pick(call, 'direction') === 'inbound' ? 'inbound' : pick(call, 'direction') ? 'outbound' : null,
    from: readText(pick(call, 'from_number'), 60),
    to: readText(pick(call, 'to_number'), 60),
    lifecycle:
      stage === 'started'
        ? event === 'call_started'
          ? 'in_progress'
          : said
        : said === 'no_answer' || said === 'failed'
          ? said
          : null,
    rawEndReason,
    endReason: rawEndReason ? mapEndReason('retell', rawEndReason) : null,
    answeredBy: inVoicemail === null ? null : inVoicemail ? 'machine' : 'human',
    ...readTurns(pick(call, 'transcript_object'), pick(call, 'transcript')),
    summary: readText(pick(analysis, 'call_summary'), 5000),
    outcome,
    callbackAt,
    startedAt,
    endedAt,
    durationSeconds: readSeconds(pick(call, 'duration_ms'), 'milliseconds'),
    cost: readCallCost(pick(call, 'call_cost')),
    recordingUrl: readWebAddress(pick(call, 'recording_url')),
  }
}
