import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { endReasons } from '../calls/end-reasons.ts'
import { type KeptEvent, readEvent } from './read-event.ts'
import type { CallEndReason, CallLifecycle, CallOutcome, Turn, VoiceFacts } from './voice-facts.ts'

/** What all reports of a call together say, whatever the order they came in. */
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
  /** Null when no report told a time. */
  startedAt: string | null
  endedAt: string | null
  durationSeconds: number | null
  cost: { minor: number; currency: string } | null
  summary: string | null
  transcript: string | null
  recordingUrl: string | null
}

/** One report as it is kept. */
export interface KeptFacts {
  /** Of its bytes: what is said twice counts once, and orders what nothing else does. */
  sha256: string
  facts: VoiceFacts
}

/** What the reports of a call say, without those that cannot be read. */
export function factsOf(provider: VoiceProvider, events: readonly KeptEvent[]): KeptFacts[] {
  return events.flatMap((event) => {
    const facts = readEvent(provider, event)
    return facts ? [{ sha256: event.sha256, facts }] : []
  })
}

const stages: readonly VoiceFacts['stage'][] = ['started', 'ended', 'analyzed']

/** How far along a call is; of two ends that contradict one another, the one in which more happened. */
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

/** The same order for the same reports: by stage, then by the time they tell, then by what they say. */
function inOrder(reports: readonly KeptFacts[]): VoiceFacts[] {
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

/** A person and the agent took turns: a mailbox speaks once, whatever it is told. */
function isDialogue(turns: readonly Turn[]): boolean {
  const first = turns.findIndex(({ speaker }) => speaker === 'person')
  if (first === -1) return false
  const answer = turns.findIndex(({ speaker }, place) => place > first && speaker === 'agent')
  return answer !== -1 && turns.some(({ speaker }, place) => place > answer && speaker === 'person')
}

/** A hang-up alone does not prove that a person answered, nor does a line that was open for a while. */
function endReasonOf(
  said: CallEndReason | null,
  lifecycle: CallLifecycle,
  signs: { answeredBy: VoiceFacts['answeredBy']; turns: readonly Turn[]; asksToStop: boolean },
): CallEndReason | null {
  const hungUp = said === 'human_conversation' || said === 'unknown' || said === null
  if (!hungUp || (said === null && !isOver(lifecycle))) return said
  if (said === null && lifecycle !== 'completed')
    return lifecycle === 'failed' ? 'carrier_error' : (lifecycle as 'busy' | 'no_answer' | 'canceled')
  if (signs.answeredBy === 'machine') return 'voicemail'
  const person = signs.answeredBy === 'human' || isDialogue(signs.turns) || signs.asksToStop
  // A reason never seen may be the line's failure, whoever spoke before.
  if (said === 'unknown') return 'unknown'
  return person ? 'human_conversation' : 'unknown'
}

function lifecycleOf(
  reports: readonly VoiceFacts[],
  endReason: CallEndReason | null,
  signs: { seconds: number; turns: readonly Turn[] },
): CallLifecycle {
  const said = reports.map(({ lifecycle }) => lifecycle).filter((each) => each != null)
  const furthest = said.reduce<CallLifecycle | null>(
    (a, b) => (a === null || progress.indexOf(b) > progress.indexOf(a) ? b : a),
    null,
  )
  const ended = reports.some(({ stage }) => stage !== 'started')
  if (endReason && endReason !== 'unknown') {
    // The reason knows better than a status that only says it is over.
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

function writeDown(turns: readonly Turn[]): string {
  return turns
    .map(({ speaker, text }) => `${speakers[speaker]}: ${text.replace(/\s*\n\s*/g, ' ')}`)
    .join('\n')
}

/**
 * What a call is by all its reports. It depends on which reports there are, not on their order or how often each came,
 * so that repeats, disorder and missing ones need no rules of their own.
 */
export function foldFacts(reports: readonly KeptFacts[]): CallState {
  const ordered = inOrder(reports)
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
    transcript: turns.length > 0 ? writeDown(turns) : last('transcript'),
    recordingUrl: last('recordingUrl'),
  }
}
