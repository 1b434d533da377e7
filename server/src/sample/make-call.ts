import { describeContact } from '../calls/describe-contact.ts'
import { endReasons } from '../calls/end-reasons.ts'
import type { Journey } from './journey.ts'
import { fill, summaries, transcript } from './phrases.ts'
import { weighted } from './random.ts'
import type { CallOutcome, EndReason, StoryCall } from './story.ts'

const minute = 60_000

/** End reasons of calls by their weight; conversations differ by their outcome. */
const endReasonOfHuman = weighted<EndReason>([
  ['human_conversation', 40],
  ['voicemail', 25],
  ['no_answer', 20],
  ['busy', 5],
  ['declined', 6],
  ['invalid_number', 1.5],
  ['ivr', 1],
  ['carrier_error', 0.5],
])

const endReasonOfVoice = weighted<EndReason>([
  ['human_conversation', 35],
  ['transferred', 2],
  ['voicemail', 26],
  ['no_answer', 19],
  ['busy', 4.5],
  ['declined', 5.5],
  ['invalid_number', 1.8],
  ['ivr', 2],
  ['timeout', 1.5],
  ['blocked', 0.6],
  ['carrier_error', 1.2],
  ['system_error', 0.7],
  ['canceled', 0.5],
])

const outcomeOfConversation = weighted<CallOutcome>([
  ['qualified', 30],
  ['interested', 27],
  ['callback', 30],
  ['not_interested', 12],
  ['not_qualified', 7],
  ['wrong_number', 2],
  ['wrong_person', 1.2],
  ['do_not_call', 1.3],
  ['language_barrier', 1.5],
  ['already_applied', 1.5],
  ['dropped_early', 4.5],
])

/** Simulates a call to the applicant; null if it would end after the horizon. */
export function makeCall(journey: Journey, agent: number): StoryCall | null {
  const { random, context } = journey
  const { kind, name, user } = context.staff.agents[agent]!
  const startedAt = journey.at
  const endReason = (kind === 'voice' ? endReasonOfVoice : endReasonOfHuman)(random)
  const outcome = endReasons[endReason].conversation ? outcomeFor(journey) : null
  const seconds = talkSeconds(journey, endReason, outcome)
  const rings = endReason === 'no_answer' ? 28 : 4 + random.int(12)
  if (!journey.advanceTo(startedAt + (rings + seconds) * 1000)) return null

  const callbackAt = outcome === 'callback' ? callbackTime(journey) : null
  const overridden = kind === 'voice' && outcome === 'interested' && random.chance(0.18)
  const callback = callbackAt === null ? '' : context.calendar.say(callbackAt, journey.at)
  const slots = { ...journey.slots, agent: name, callback }
  const call: StoryCall = {
    startedAt,
    endedAt: journey.at,
    agent,
    lifecycle: endReasons[endReason].lifecycle,
    endReason,
    outcome,
    suggestedOutcome: kind === 'voice' ? (overridden ? 'qualified' : outcome) : null,
    callbackAt,
    seconds,
    summary: outcome ? fill(random.pick(summaries[outcome]), slots) : null,
    result: describeContact({ endReason, outcome, tries: journey.countTry(outcome !== null) }),
    transcript:
      kind === 'voice' && outcome && !context.brief && random.chance(0.4)
        ? transcript(outcome, slots, random)
        : null,
  }
  journey.log({ user, agent }, { kind: 'call', call })
  journey.callbackAt = callbackAt
  if (outcome === 'do_not_call') journey.doNotCall = true
  return call
}

/**
 * A returning person never asks not to be called: the other application would call them. Whoever asked for a callback decides
 * when it comes.
 */
function outcomeFor(journey: Journey): CallOutcome {
  let outcome = outcomeOfConversation(journey.random)
  while (outcome === 'callback' && journey.callbackAt !== null)
    outcome = outcomeOfConversation(journey.random)
  return outcome === 'do_not_call' && journey.applicant.returning ? 'not_interested' : outcome
}

function talkSeconds({ random }: Journey, endReason: EndReason, outcome: CallOutcome | null): number {
  if (outcome === 'qualified' || outcome === 'interested') return 110 + Math.floor(random.exponential(150))
  if (outcome === 'callback' || outcome === 'not_qualified') return 35 + Math.floor(random.exponential(60))
  if (outcome !== null) return 9 + Math.floor(random.exponential(25))
  if (endReason === 'voicemail') return 18 + random.int(25)
  if (endReason === 'ivr' || endReason === 'timeout') return 20 + random.int(60)
  return 0
}

/** Returns a callback time on the quarter of an hour, hours or days ahead, within calling hours. */
function callbackTime({ context, random, at }: Journey): number {
  const wanted = at + ((random.chance(0.3) ? 20 : 3) + random.exponential(9)) * 60 * minute
  const hours = { opens: 9, closes: 19, days: [false, true, true, true, true, true, true] }
  const settled = context.calendar.settle(wanted, hours, random)
  return Math.ceil(settled / (15 * minute)) * 15 * minute
}
