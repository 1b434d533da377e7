import type { DispositionKind } from '@muster/contract/dispositions.ts'
import { callingHours } from './calendar.ts'
import { Course } from './course.ts'
import { makeCall, spokeWithPerson } from './make-call.ts'
import { emails, fill } from './phrases.ts'
import { weighted } from './random.ts'
import { isCampaign, sourceYield } from './sources.ts'
import type { Applicant, Doer, Story, StoryCall, StoryWorld } from './story.ts'

const nobody: Doer = { user: null, agent: null }

/** Reasons by who gives them, as often as recruiters hear them. */
const reasonOf = {
  unfit: weighted([
    ['Lacks qualifications', 30],
    ['Lacks experience', 25],
    ['Location', 18],
    ['Failed assessment', 7],
    ['Other', 3],
  ]),
  passedOver: weighted([
    ['Another candidate preferred', 45],
    ['No longer receiving', 20],
    ['Lacks experience', 20],
    ['Location', 8],
  ]),
  lostInterest: weighted([
    ['Took another job', 35],
    ['Compensation', 25],
    ['Not available', 22],
    ['Not interested', 15],
    ['Other', 3],
  ]),
  declined: weighted<string | null>([
    ['Experience', 24],
    ['Chose another', 21],
    ['Skills', 12],
    ['Availability', 12],
    ['Language', 6],
    ['Rate', 6],
    ['Culture', 3],
    ['Position cancelled', 3],
    ['No feedback', 5],
    [null, 4],
  ]),
  failedInterview: weighted<string | null>([
    ['Failed company interview', 50],
    ['Chose another', 25],
    ['Skills', 10],
    ['Culture', 8],
    [null, 3],
  ]),
} as const

/** What becomes of an application that was left lying, by where it lies. */
const sweptTo: Readonly<Record<string, readonly [DispositionKind, string | null]>> = {
  lead: ['unreachable', null],
  contacted: ['unreachable', null],
  qualified: ['rejected_by_us', 'No longer receiving'],
  submitted: ['declined_by_company', 'No feedback'],
  interview: ['declined_by_company', 'No feedback'],
  offer: ['withdrawn', 'Not available'],
}

/**
 * Plays one application through from the day it arrived: calls, moves, words, and how it ended or where it stands
 * now. The same applicant in the same world has the same story.
 */
export function tellStory(world: StoryWorld, applicant: Applicant, positionClosedAt: number | null): Story {
  const horizon = Math.min(world.calendar.asOf, positionClosedAt ?? Number.POSITIVE_INFINITY)
  const course = new Course(world, applicant, horizon)
  course.log(nobody, { kind: 'created' })
  if (course.random.chance(0.45)) giveToSomebody(course)
  run(course)
  if (course.ended && course.random.chance(0.02)) returnOnce(course)
  if (!course.ended && positionClosedAt !== null && positionClosedAt <= world.calendar.asOf) {
    course.at = positionClosedAt
    course.close('position_closed', null, 'bulk', { user: applicant.recruiter, agent: null })
  }
  return course.tell()
}

/** The owner from the first day: mostly the position's recruiter, else the one who calls. */
function giveToSomebody(course: Course): void {
  const { staff } = course.world
  course.owner = course.random.chance(0.3) ? staff.coordinator : course.applicant.recruiter
}

function run(course: Course): void {
  if (course.type === 'lead' || course.type === 'contacted') {
    if (course.applicant.hasPhone ? !reachByPhone(course) : !reachByMail(course)) return
  }
  if (course.type === 'qualified' && !submit(course)) return
  if (course.type === 'submitted' && !hearFromCompany(course)) return
  if (course.type === 'interview' && !interview(course)) return
  if (course.type === 'offer') offer(course)
}

/** Nobody does anything for weeks; then somebody tidies up. */
function leaveLying(course: Course): false {
  if (course.pass(24 * (16 + course.random.int(24)))) {
    const [disposition, reason] = sweptTo[course.type]!
    course.close(disposition, reason, 'bulk', course.desk())
  }
  return false
}

function end(course: Course, disposition: DispositionKind, reason: string | null): false {
  course.close(disposition, reason, 'close', course.desk())
  course.comment(0.08)
  return false
}

/** Somebody closed by mistake or who called back some days later gets another go. */
function returnOnce(course: Course): void {
  if (course.doNotCall || course.type === 'hired' || !course.pass(24 * (1 + course.random.exponential(6))))
    return
  course.reopen(course.desk())
  course.comment(0.6)
  run(course)
}

function callerFor(course: Course): number {
  const { staff } = course.world
  const byVoice = isCampaign(course.source) ? 0.97 : 0.55
  if (course.random.chance(byVoice)) return course.random.pick(staff.voiceAgents)
  const own = staff.agents.findIndex((agent) => agent.user !== null && agent.user === course.owner)
  return own >= 0 ? own : course.random.pick(staff.humanAgents)
}

const hoursBetweenTries = [3, 20, 26, 48, 70] as const

/** Calls until somebody answers, or patience runs out. True once qualified. */
function reachByPhone(course: Course): boolean {
  const { random } = course
  if (random.chance(0.04)) return leaveLying(course)
  const agent = callerFor(course)
  const voice = course.world.staff.agents[agent]!.kind === 'voice'
  if (!course.pass(random.exponential(voice ? 3 : 11), voice ? callingHours : undefined)) return false
  const mostTries = 3 + random.int(3)
  for (let tries = 1; ; tries += 1) {
    const call = makeCall(course, agent)
    if (!call) return false
    if (course.type === 'lead' && (call.outcome || random.chance(0.65)))
      course.move('contacted', 'call_outcome', { user: course.world.staff.agents[agent]!.user, agent })
    if (call.callbackAt !== null) {
      course.comment(0.15)
      // Most are called when they asked to be, some are forgotten for a day.
      const late = random.chance(0.75) ? random.exponential(0.2) : random.exponential(22)
      const at = course.world.calendar.settle(call.callbackAt + late * 3_600_000, callingHours, random)
      if (!course.passTo(at)) return false
      continue
    }
    const result = takeOutcome(course, call)
    if (result !== 'again') return result
    if (call.endReason === 'invalid_number') {
      if (!course.pass(random.exponential(8))) return false
      return end(course, 'unreachable', null)
    }
    if (tries >= mostTries) {
      if (random.chance(0.1)) return leaveLying(course)
      if (!course.pass(24 + random.exponential(40))) return false
      return end(course, 'unreachable', null)
    }
    if (!course.passForCall(random.exponential(hoursBetweenTries[Math.min(tries - 1, 4)]!))) return false
  }
}

/** What follows from a call: true when qualified, false when it ended or stays, 'again' to try once more. */
function takeOutcome(course: Course, call: StoryCall): boolean | 'again' {
  if (!spokeWithPerson(call.endReason)) return 'again'
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
  if (!course.pass(2 + random.exponential(26))) return false
  if (random.chance(0.08)) return leaveLying(course)
  if (random.chance(Math.min(0.9, 0.6 * sourceYield(source)))) {
    course.comment(0.35)
    return qualify(course, null)
  }
  return random.chance(0.5)
    ? end(course, 'rejected_by_us', reasonOf.unfit(random))
    : end(course, 'withdrawn', reasonOf.lostInterest(random))
}

/** Without a phone number there is only mail. True once qualified. */
function reachByMail(course: Course): boolean {
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

function submit(course: Course): boolean {
  const { random, applicant, source } = course
  course.comment(0.3)
  if (!course.pass(1 + random.exponential(22))) return false
  course.assign(applicant.recruiter, course.desk())
  if (random.chance(0.07)) return leaveLying(course)
  if (random.chance(Math.min(0.9, 0.53 * sourceYield(source)))) {
    course.move('submitted', 'board', course.desk())
    course.comment(0.25)
    return true
  }
  return random.chance(0.6)
    ? end(course, 'rejected_by_us', reasonOf.passedOver(random))
    : end(course, 'withdrawn', reasonOf.lostInterest(random))
}

/** Who decides for the company: its reviewer or hiring manager where there is one, else the recruiter passes it on. */
function decider(course: Course): Doer {
  const { position } = course.applicant
  const { staff } = course.world
  if (position.company === staff.users[staff.reviewer]!.company) return { user: staff.reviewer, agent: null }
  return position.managed ? { user: staff.hiringManager, agent: null } : course.desk()
}

function hearFromCompany(course: Course): boolean {
  const { random, source } = course
  if (!course.pass(8 + random.exponential(66))) return false
  if (random.chance(0.04)) return leaveLying(course)
  const by = decider(course)
  const cause = by.user === course.world.staff.reviewer ? 'review' : 'board'
  if (random.chance(Math.min(0.9, 0.6 * sourceYield(source)))) {
    course.move('interview', cause, by)
    course.comment(0.45)
    return true
  }
  if (random.chance(0.12)) return end(course, 'withdrawn', reasonOf.lostInterest(random))
  course.close('declined_by_company', reasonOf.declined(random), cause === 'review' ? 'review' : 'close', by)
  return false
}

function interview(course: Course): boolean {
  const { random } = course
  if (!course.pass(24 + random.exponential(72))) return false
  course.comment(0.3)
  if (random.chance(0.03)) return leaveLying(course)
  if (random.chance(0.54)) {
    course.move(
      'offer',
      'board',
      decider(course).user === course.world.staff.reviewer ? course.desk() : decider(course),
    )
    course.comment(0.45)
    return true
  }
  if (random.chance(0.3))
    return end(course, 'withdrawn', random.chance(0.6) ? 'Did not attend' : 'Took another job')
  return end(course, 'declined_by_company', reasonOf.failedInterview(random))
}

function offer(course: Course): void {
  const { random } = course
  if (!course.pass(6 + random.exponential(48))) return
  if (random.chance(0.04)) {
    leaveLying(course)
  } else if (random.chance(0.8)) {
    course.close('hired', null, 'board', course.desk())
    course.comment(0.4)
  } else {
    end(course, 'withdrawn', random.chance(0.5) ? 'Compensation' : 'Took another job')
  }
}
