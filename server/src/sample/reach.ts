import { hoursOf } from './calendar.ts'
import { closeAbandoned, end, reasonOf } from './endings.ts'
import type { Journey } from './journey.ts'
import { makeCall } from './make-call.ts'
import { emails, fill } from './phrases.ts'
import { isCampaign, sourceYield } from './sources.ts'
import type { StoryCall } from './story.ts'

function callerFor(journey: Journey): number {
  const { staff } = journey.context
  const byVoice = isCampaign(journey.source) ? 0.97 : 0.55
  if (journey.random.chance(byVoice)) return journey.random.pick(staff.voiceAgents)
  const own = staff.agents.findIndex((agent) => agent.user !== null && agent.user === journey.owner)
  return own >= 0 ? own : journey.random.pick(staff.humanAgents)
}

const hoursBetweenTries = [2, 4, 6, 6, 6] as const

/** Calls until somebody answers or the attempts are used up. Returns true once qualified. */
export function reachByPhone(journey: Journey): boolean {
  const { random } = journey
  if (random.chance(0.006)) return closeAbandoned(journey)
  const agent = callerFor(journey)
  const { kind } = journey.context.staff.agents[agent]!
  const hours = hoursOf(kind)
  if (!journey.advance(random.exponential(kind === 'voice' ? 4 : 7), hours)) return false
  const maxTries = 3 + random.int(2)
  for (let tries = 1; ; tries += 1) {
    const call = makeCall(journey, agent)
    if (!call) return false
    if (journey.type === 'lead' && (call.outcome || random.chance(0.65)))
      journey.move('contacted', 'call_outcome', { user: journey.context.staff.agents[agent]!.user, agent })
    if (call.callbackAt !== null) {
      journey.comment(0.15)
      // Most are called when they asked to be, some a day late.
      const late = random.chance(0.85) ? random.exponential(0.2) : random.exponential(3)
      const asked = Math.max(call.callbackAt + late * 3_600_000, journey.at + 1)
      if (!journey.advanceTo(journey.context.calendar.settle(asked, hours, random))) return false
      continue
    }
    const result = applyOutcome(journey, call)
    if (result !== 'again') return result
    if (call.endReason === 'invalid_number') {
      if (!journey.advance(random.exponential(8))) return false
      return end(journey, 'unreachable', null)
    }
    if (tries >= maxTries) {
      if (random.chance(0.04)) return closeAbandoned(journey)
      if (!journey.advance(2 + random.exponential(5))) return false
      return end(journey, 'unreachable', null)
    }
    if (!journey.advance((0.5 + random.next()) * hoursBetweenTries[Math.min(tries - 1, 4)]!, hours))
      return false
  }
}

/** Applies a call's outcome: true when qualified, false when closed or waiting, 'again' to retry. */
function applyOutcome(journey: Journey, call: StoryCall): boolean | 'again' {
  switch (call.outcome) {
    case 'qualified':
      return qualify(journey, call)
    case 'interested':
      journey.comment(0.3)
      return followUp(journey)
    case 'not_interested':
    case 'do_not_call':
      return end(journey, 'withdrawn', 'Not interested')
    case 'not_qualified':
      return end(journey, 'rejected_by_us', reasonOf.unfit(journey.random))
    case 'wrong_number':
    case 'wrong_person':
      return end(journey, 'unreachable', null)
    case 'language_barrier':
      return end(journey, 'rejected_by_us', 'Language')
    case 'already_applied':
      return end(journey, 'duplicate', null)
    default:
      return 'again'
  }
}

function qualify(journey: Journey, call: StoryCall | null): boolean {
  const by = call
    ? { user: journey.context.staff.agents[call.agent]!.user, agent: call.agent }
    : journey.handler()
  journey.move('qualified', call ? 'call_outcome' : 'board', by)
  return true
}

/** The person considers the offer, and a recruiter considers them. */
function followUp(journey: Journey): boolean {
  const { random, source } = journey
  if (!journey.advance(8 + random.exponential(8))) return false
  if (random.chance(0.012)) return closeAbandoned(journey)
  if (random.chance(Math.min(0.9, 0.66 * sourceYield(source)))) {
    journey.comment(0.35)
    return qualify(journey, null)
  }
  return random.chance(0.5)
    ? end(journey, 'rejected_by_us', reasonOf.unfit(random))
    : end(journey, 'withdrawn', reasonOf.lostInterest(random))
}

/** Emails people without a phone number. Returns true once qualified. */
export function reachByMail(journey: Journey): boolean {
  const { random } = journey
  if (random.chance(0.05)) return closeAbandoned(journey)
  for (let tries = 0; tries < 3; tries += 1) {
    if (!journey.advance(random.exponential(tries === 0 ? 6 : 16))) return false
    journey.log(journey.handler(), { kind: 'email', body: fill(emails[tries]!, journey.slots) })
    if (random.chance(0.4)) {
      if (!journey.advance(2 + random.exponential(8))) return false
      journey.move('contacted', 'board', journey.handler())
      journey.comment(0.3)
      return followUp(journey)
    }
  }
  if (!journey.advance(6 + random.exponential(12))) return false
  return end(journey, random.chance(0.06) ? 'spam' : 'unreachable', null)
}
