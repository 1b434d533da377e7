import { callOutcomes } from '@muster/contract/calls.ts'
import { fieldsOf, pick, readFlag, readText, readTime } from './read-values.ts'
import type { CallOutcome } from './voice-facts.ts'

/** Other words that agents are configured to use. */
const synonyms: Record<string, CallOutcome> = {
  callback_requested: 'callback',
  callback_scheduled: 'callback',
  call_back: 'callback',
  call_back_later: 'callback',
  follow_up: 'callback',
  uninterested: 'not_interested',
  declined: 'not_interested',
  unqualified: 'not_qualified',
  disqualified: 'not_qualified',
  dnc: 'do_not_call',
  do_not_contact: 'do_not_call',
  opt_out: 'do_not_call',
  opted_out: 'do_not_call',
  language: 'language_barrier',
  duplicate: 'already_applied',
  hung_up: 'dropped_early',
  hung_up_early: 'dropped_early',
}

const known: ReadonlySet<string> = new Set(callOutcomes)

export function mapOutcome(raw: unknown): CallOutcome | null {
  const key = readText(raw, 60)
    ?.toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')
  if (!key) return null
  if (known.has(key)) return key as CallOutcome
  return Object.hasOwn(synonyms, key) ? synonyms[key]! : null
}

/**
 * Returns the outcome and the callback time from the data an agent was told to collect. The agent's own "successful" is
 * not an outcome.
 */
export function readOutcome(collected: unknown): { outcome: CallOutcome | null; callbackAt: string | null } {
  const fields = fieldsOf(collected)
  const named = mapOutcome(
    pick(fields, 'outcome', 'call_outcome', 'disposition', 'call_disposition', 'result'),
  )
  const stop = readFlag(pick(fields, 'do_not_call', 'dnc', 'opt_out')) === true
  const callbackAt = readTime(pick(fields, 'callback_at', 'callback_time', 'callback', 'call_back_at'))
  const later = readFlag(pick(fields, 'callback_requested', 'callback', 'call_back')) === true
  const outcome = stop ? 'do_not_call' : (named ?? (later || callbackAt ? 'callback' : null))
  return { outcome, callbackAt: outcome === 'do_not_call' ? null : callbackAt }
}
