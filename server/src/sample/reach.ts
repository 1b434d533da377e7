import { hoursOf } from './calendar.ts'
import type { Course } from './course.ts'
import { end, leaveLying, reasonOf } from './endings.ts'
import { makeCall } from './make-call.ts'
import { emails, fill } from './phrases.ts'
import { isCampaign, sourceYield } from './sources.ts'
import type { StoryCall } from './story.ts'

function callerFor(course: Course): number {
  const { staff } = course.world
  const byVoice = isCampaign(course.source) ? 0.97 : 0.55
  if (course.random.chance(byVoice)) return course.random.pick(staff.voiceAgents)
  const own = staff.agents.findIndex((agent) => agent.user !== null && agent.user === course.owner)
  return own >= 0 ? own : course.random.pick(staff.humanAgents)
}

const hoursBetweenTries = [3, 20, 24, 40, 48] as const

/** Calls until somebody answers, or patience runs out. True once qualified. */
export function reachByPhone(course: Course): boolean {
  const { random } = course
  if (random.chance(0.05)) return leaveLying(course)
  const agent = callerFor(course)
  const { kind } = course.world.staff.agents[agent]!
  const hours = hoursOf(kind)
  if (!course.pass(random.exponential(kind === 'voice' ? 5 : 18), hours)) return false
  const mostTries = 3 + random.int(2)
  for (let tries = 1; ; tries += 1) {
    const call = makeCall(course, agent)
    if (!call) return false
    if (course.type === 'lead' && (call.outcome || random.chance(0.65)))
      course.move('contacted', 'call_outcome', { user: course.world.staff.agents[agent]!.user, agent })
    if (call.callbackAt !== null) {
      course.comment(0.15)
      // Most are called when they asked to be, some are forgotten for a day.
      const late = random.chance(0.7) ? random.exponential(0.2) : random.exponential(48)
      const asked = Math.max(call.callbackAt + late * 3_600_000, course.at + 1)
      if (!course.passTo(course.world.calendar.settle(asked, hours, random))) return false
      continue
    }
    const result = takeOutcome(course, call)
    if (result !== 'again') return result
    if (call.endReason === 'invalid_number') {
      if (!course.pass(random.exponential(8))) return false
      return end(course, 'unreachable', null)
    }
    if (tries >= mostTries) {
      if (random.chance(0.12)) return leaveLying(course)
      if (!course.pass(18 + random.exponential(30))) return false
      return end(course, 'unreachable', null)
    }
    if (!course.pass(random.exponential(hoursBetweenTries[Math.min(tries - 1, 4)]!), hours)) return false
  }
}

/** What follows from a call: true when qualified, false when it ended or stays, 'again' to try once more. */
function takeOutcome(course: Course, call: StoryCall): boolean | 'again' {
  switch (call.outcome) {
    case 'qualified':
      return qualify(course, call)
    case 'interested':
      course.comment(0.3)
      return followUp(course)
    case 'not_interested':
    case 'do_not_call':
      return end(course, 'withdrawn', 'Not interested')
    case 'not_qualified':
      return end(course, 'rejected_by_us', reasonOf.unfit(course.random))
    case 'wrong_number':
    case 'wrong_person':
      return end(course, 'unreachable', null)
    case 'language_barrier':
      return end(course, 'rejected_by_us', 'Language')
    case 'already_applied':
      return end(course, 'duplicate', null)
    default:
      return 'again'
  }
}

function qualify(course: Course, call: StoryCall | null): boolean {
  const by = call ? { user: course.world.staff.agents[call.agent]!.user, agent: call.agent } : course.desk()
  course.move('qualified', call ? 'call_outcome' : 'board', by)
  return true
}

/** Somebody interested thinks about it, and a recruiter about them. */
function followUp(course: Course): boolean {
  const { random, source } = course
  if (!course.pass(4 + random.exponential(32))) return false
  if (random.chance(0.07)) return leaveLying(course)
  if (random.chance(Math.min(0.9, 0.66 * sourceYield(source)))) {
    course.comment(0.35)
    return qualify(course, null)
  }
  return random.chance(0.5)
    ? end(course, 'rejected_by_us', reasonOf.unfit(random))
    : end(course, 'withdrawn', reasonOf.lostInterest(random))
}

/** Without a phone number there is only mail. True once qualified. */
export function reachByMail(course: Course): boolean {
  const { random } = course
  if (random.chance(0.15)) return leaveLying(course)
  for (let tries = 0; tries < 3; tries += 1) {
    if (!course.pass(random.exponential(tries === 0 ? 12 : 50))) return false
    course.log(course.desk(), { kind: 'email', body: fill(emails[tries]!, course.slots) })
    if (random.chance(0.4)) {
      if (!course.pass(2 + random.exponential(20))) return false
      course.move('contacted', 'board', course.desk())
      course.comment(0.3)
      return followUp(course)
    }
  }
  if (!course.pass(24 + random.exponential(60))) return false
  return end(course, random.chance(0.06) ? 'spam' : 'unreachable', null)
}
