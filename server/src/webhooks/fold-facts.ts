import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { endReasons } from '../calls/end-reasons.ts'
import { readEvent, type StoredEvent } from './read-event.ts'
import type { CallEndReason, CallLifecycle, CallOutcome, Turn, VoiceFacts } from './voice-facts.ts'

/** What all reports of a call state together, in whatever order they arrived. */
export interface CallState {
  agentId: string | null
  applicationId: string | null
  workspaceId: string | null
  direction: 'inbound' | 'outbound'
  from: string | null
  to: string | null
  lifecycle: CallLifecycle
  endReason: CallEndReason | null
  rawEndReason: string | null
  suggestedOutcome: CallOutcome | null
  callbackAt: string | null
  /** Null if no report has a time. */
  startedAt: string | null
  endedAt: string | null
  durationSeconds: number | null
  cost: { minor: number; currency: string } | null
  summary: string | null
  transcript: string | null
  recordingUrl: string | null
}

/** One stored report. */
export interface StoredFacts {
  /** A hash of its bytes: it deduplicates reports and is the last sort key. */
  sha256: string
  facts: VoiceFacts
}

/** Parses the stored reports of a call. Unreadable ones are skipped. */
export function factsOf(provider: VoiceProvider, events: readonly StoredEvent[]): StoredFacts[] {
  return events.flatMap((event) => {
    const facts = readEvent(provider, event)
    return facts ? [{ sha256: event.sha256, facts }] : []
  })
}

const stages: readonly VoiceFacts['stage'][] = ['started', 'ended', 'analyzed']

/** Lifecycles by progress. Of two contradicting ends, the later in this list counts. */
const progress: readonly CallLifecycle[] = [
  'queued',
  'ringing',
  'in_progress',
  'canceled',
  'no_answer',
  'busy',
  'failed',
  'completed',
]

export function isOver(lifecycle: CallLifecycle): boolean {
  return progress.indexOf(lifecycle) > progress.indexOf('in_progress')
}

const compare = <Value>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts reports deterministically: by stage, then by their time, then by content. */
function sortReports(reports: readonly StoredFacts[]): VoiceFacts[] {
  const unique = new Map(reports.map((report) => [report.sha256, report]))
  return [...unique.values()]
    .sort(
      (a, b) =>
        compare(stages.indexOf(a.facts.stage), stages.indexOf(b.facts.stage)) ||
        compare(a.facts.at ?? '', b.facts.at ?? '') ||
        compare(a.sha256, b.sha256),
    )
    .map(({ facts }) => facts)
}

/** Returns whether a person and the agent took turns. A voicemail speaks only once. */
function isDialogue(turns: readonly Turn[]): boolean {
  const first = turns.findIndex(({ speaker }) => speaker === 'person')
  if (first === -1) return false
  const answer = turns.findIndex(({ speaker }, place) => place > first && speaker === 'agent')
  return answer !== -1 && turns.some(({ speaker }, place) => place > answer && speaker === 'person')
}

/** Returns the end reason. Neither a hang-up nor a line that was open for a while proves that a person answered. */
function endReasonOf(
  reported: CallEndReason | null,
  lifecycle: CallLifecycle,
  signs: { answeredBy: VoiceFacts['answeredBy']; turns: readonly Turn[]; asksToStop: boolean },
): CallEndReason | null {
  const hungUp = reported === 'human_conversation' || reported === 'unknown' || reported === null
  if (!hungUp || (reported === null && !isOver(lifecycle))) return reported
  if (reported === null && lifecycle !== 'completed')
    return lifecycle === 'failed' ? 'carrier_error' : (lifecycle as 'busy' | 'no_answer' | 'canceled')
  if (signs.answeredBy === 'machine') return 'voicemail'
  const person = signs.answeredBy === 'human' || isDialogue(signs.turns) || signs.asksToStop
  // An unknown reason may be a failure of the line, whoever spoke before.
  if (reported === 'unknown') return 'unknown'
  return person ? 'human_conversation' : 'unknown'
}

function lifecycleOf(
  reports: readonly VoiceFacts[],
  endReason: CallEndReason | null,
  signs: { seconds: number; turns: readonly Turn[] },
): CallLifecycle {
  const lifecycles = reports.map(({ lifecycle }) => lifecycle).filter((each) => each != null)
  const furthest = lifecycles.reduce<CallLifecycle | null>(
    (a, b) => (a === null || progress.indexOf(b) > progress.indexOf(a) ? b : a),
    null,
  )
  const ended = reports.some(({ stage }) => stage !== 'started')
  if (endReason && endReason !== 'unknown') {
    // The reason is more precise than a status that only says the call is over.
    if (!furthest || !isOver(furthest) || ended) return endReasons[endReason].lifecycle
  }
  if (furthest && (isOver(furthest) || !ended)) return furthest
  if (!ended) return 'queued'
  return endReason === null || signs.seconds > 0 || signs.turns.length > 0 ? 'completed' : 'failed'
}

function secondsBetween(startedAt: string | null, endedAt: string | null): number | null {
  if (!startedAt || !endedAt) return null
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)
  return seconds >= 0 && seconds <= 86_400 ? seconds : null
}

function startOf(startedAt: string | null, endedAt: string | null, seconds: number | null): string | null {
  if (startedAt || !endedAt) return startedAt ?? null
  return new Date(Date.parse(endedAt) - (seconds ?? 0) * 1000).toISOString()
}

const speakers: Record<Turn['speaker'], string> = { agent: 'Agent', person: 'Person' }

function formatTranscript(turns: readonly Turn[]): string {
  return turns
    .map(({ speaker, text }) => `${speakers[speaker]}: ${text.replace(/\s*\n\s*/g, ' ')}`)
    .join('\n')
}

/**
 * Derives a call from all its reports. The result depends only on which reports there are, not on their order or
 * repetition, so duplicates, disorder and missing reports need no rules of their own.
 */
export function foldFacts(reports: readonly StoredFacts[]): CallState {
  const ordered = sortReports(reports)
  const newest = ordered.toReversed()
  const last = <Key extends keyof VoiceFacts>(key: Key): NonNullable<VoiceFacts[Key]> | null => {
    for (const facts of newest) if (facts[key] != null) return facts[key]
    return null
  }
  const turns = last('turns') ?? []
  const endedAt = last('endedAt')
  const startedAt = startOf(
    last('startedAt'),
    endedAt ?? (newest[0]?.stage === 'started' ? null : last('at')),
    last('durationSeconds'),
  )
  const durationSeconds = last('durationSeconds') ?? secondsBetween(startedAt, endedAt)
  const said = last('endReason')
  const outcome = last('outcome')
  const lifecycle = lifecycleOf(ordered, said, { seconds: durationSeconds ?? 0, turns })
  const endReason = endReasonOf(said, lifecycle, {
    answeredBy: last('answeredBy'),
    turns,
    asksToStop: outcome === 'do_not_call',
  })
  const spoken = endReason !== null && endReasons[endReason].conversation
  return {
    agentId: last('agentId'),
    applicationId: last('applicationId'),
    workspaceId: last('workspaceId'),
    direction: last('direction') ?? 'outbound',
    from: last('from'),
    to: last('to'),
    lifecycle,
    endReason: isOver(lifecycle) ? endReason : null,
    rawEndReason: last('rawEndReason'),
    suggestedOutcome: spoken ? outcome : null,
    callbackAt: spoken && outcome === 'callback' ? last('callbackAt') : null,
    startedAt: startedAt ?? last('at'),
    endedAt,
    durationSeconds,
    cost: last('cost'),
    summary: last('summary'),
    transcript: turns.length > 0 ? formatTranscript(turns) : last('transcript'),
    recordingUrl: last('recordingUrl'),
  }
}
