import { Course } from './course.ts'
import { end, leaveLying, reasonOf } from './endings.ts'
import { reachByMail, reachByPhone } from './reach.ts'
import { sourceYield } from './sources.ts'
import type { Applicant, Doer, Story, StoryWorld } from './story.ts'

const nobody: Doer = { user: null, agent: null }

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

/** Somebody closed by mistake or who called back some days later gets another go. */
function returnOnce(course: Course): void {
  if (course.doNotCall || course.type === 'hired' || !course.pass(24 * (1 + course.random.exponential(6))))
    return
  course.reopen(course.desk())
  course.comment(0.6)
  run(course)
}

function submit(course: Course): boolean {
  const { random, applicant, source } = course
  course.comment(0.3)
  if (!course.pass(4 + random.exponential(32))) return false
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
  if (!course.pass(20 + random.exponential(66))) return false
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
  if (!course.pass(30 + random.exponential(84))) return false
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
  if (!course.pass(12 + random.exponential(60))) return
  if (random.chance(0.04)) {
    leaveLying(course)
  } else if (random.chance(0.8)) {
    course.close('hired', null, 'board', course.desk())
    course.comment(0.4)
  } else {
    end(course, 'withdrawn', random.chance(0.5) ? 'Compensation' : 'Took another job')
  }
}
