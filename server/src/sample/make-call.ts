import { describeContact } from '../calls/describe-contact.ts'
import { endReasons } from '../calls/end-reasons.ts'
import type { Course } from './course.ts'
import { fill, summaries, transcript } from './phrases.ts'
import { weighted } from './random.ts'
import type { CallOutcome, EndReason, StoryCall } from './story.ts'

const minute = 60_000

/** How a call to somebody may go; those with a person are told apart by what comes of them. */
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
  ['callback', 20],
  ['not_interested', 12],
  ['not_qualified', 7],
  ['wrong_number', 2],
  ['wrong_person', 1.2],
  ['do_not_call', 1.3],
  ['language_barrier', 1.5],
  ['already_applied', 1.5],
  ['dropped_early', 4.5],
])

/** Calls the applicant once; null when the call would end past the horizon. */
export function makeCall(course: Course, agent: number): StoryCall | null {
  const { random, world } = course
  const { kind, name, user } = world.staff.agents[agent]!
  const startedAt = course.at
  const endReason = (kind === 'voice' ? endReasonOfVoice : endReasonOfHuman)(random)
  const outcome = endReasons[endReason].conversation ? outcomeFor(course) : null
  const seconds = talkSeconds(course, endReason, outcome)
  const rings = endReason === 'no_answer' ? 28 : 4 + random.int(12)
  if (!course.passTo(startedAt + (rings + seconds) * 1000)) return null

  const callbackAt = outcome === 'callback' ? callbackTime(course) : null
  const overridden = kind === 'voice' && outcome === 'interested' && random.chance(0.18)
  const slots = { ...course.slots, agent: name }
  const call: StoryCall = {
    startedAt,
    endedAt: course.at,
    agent,
    lifecycle: endReasons[endReason].lifecycle,
    endReason,
    outcome,
    suggestedOutcome: kind === 'voice' ? (overridden ? 'qualified' : outcome) : null,
    callbackAt,
    seconds,
    summary: outcome ? fill(random.pick(summaries[outcome]), slots) : null,
    result: describeContact({ endReason, outcome, tries: course.countTry(outcome !== null) }),
    transcript:
      kind === 'voice' && outcome && !world.brief && random.chance(0.4)
        ? transcript(outcome, slots, random)
        : null,
  }
  course.log({ user, agent }, { kind: 'call', call })
  course.callbackAt = callbackAt
  if (outcome === 'do_not_call') course.doNotCall = true
  return call
}

/** Somebody who came back does not ask never to be called: they would be called by the other application. */
function outcomeFor(course: Course): CallOutcome {
  const outcome = outcomeOfConversation(course.random)
  return outcome === 'do_not_call' && course.applicant.returning ? 'not_interested' : outcome
}

function talkSeconds({ random }: Course, endReason: EndReason, outcome: CallOutcome | null): number {
  if (outcome === 'qualified' || outcome === 'interested') return 110 + Math.floor(random.exponential(150))
  if (outcome === 'callback' || outcome === 'not_qualified') return 35 + Math.floor(random.exponential(60))
  if (outcome !== null) return 9 + Math.floor(random.exponential(25))
  if (endReason === 'voicemail') return 18 + random.int(25)
  if (endReason === 'ivr' || endReason === 'timeout') return 20 + random.int(60)
  return 0
}

/** On the quarter of an hour, hours or days ahead, when people may be called. */
function callbackTime({ world, random, at }: Course): number {
  const wanted = at + (2 + random.exponential(60)) * 60 * minute
  const hours = { opens: 9, closes: 19, days: [false, true, true, true, true, true, false] }
  const settled = world.calendar.settle(wanted, hours, random)
  return Math.ceil(settled / (15 * minute)) * 15 * minute
}
