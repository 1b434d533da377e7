import { closeAbandoned, end, reasonOf } from './endings.ts'
import { Journey } from './journey.ts'
import { reachByMail, reachByPhone } from './reach.ts'
import { sourceYield } from './sources.ts'
import type { Applicant, Performer, Story, StoryContext } from './story.ts'

const nobody: Performer = { user: null, agent: null }

/**
 * Generates one application's history from its arrival: calls, moves, comments, and its outcome or current status. The
 * same applicant in the same context gets the same story.
 */
export function generateStory(
  context: StoryContext,
  applicant: Applicant,
  positionClosedAt: number | null,
): Story {
  const horizon = Math.min(context.calendar.asOf, positionClosedAt ?? Number.POSITIVE_INFINITY)
  const journey = new Journey(context, applicant, horizon)
  journey.log(nobody, { kind: 'created' })
  if (journey.random.chance(0.45)) assignOwner(journey)
  run(journey)
  if (journey.ended && journey.random.chance(0.02)) returnOnce(journey)
  if (!journey.ended && positionClosedAt !== null && positionClosedAt <= context.calendar.asOf) {
    journey.at = positionClosedAt
    journey.close('position_closed', null, 'bulk', { user: applicant.recruiter, agent: null })
  }
  return journey.tell()
}

/** Assigns the owner on the first day: mostly the position's recruiter, else the caller. */
function assignOwner(journey: Journey): void {
  const { staff } = journey.context
  journey.owner = journey.random.chance(0.3) ? staff.coordinator : journey.applicant.recruiter
}

function run(journey: Journey): void {
  if (journey.type === 'lead' || journey.type === 'contacted') {
    if (journey.applicant.hasPhone ? !reachByPhone(journey) : !reachByMail(journey)) return
  }
  if (journey.type === 'qualified' && !submit(journey)) return
  if (journey.type === 'submitted' && !decideByCompany(journey)) return
  if (journey.type === 'interview' && !interview(journey)) return
  if (journey.type === 'offer') offer(journey)
}

/** Reopens some applications that were closed by mistake, or whose candidate called back days later. */
function returnOnce(journey: Journey): void {
  if (
    journey.doNotCall ||
    journey.type === 'hired' ||
    !journey.advance(24 * (1 + journey.random.exponential(6)))
  )
    return
  journey.reopen(journey.handler())
  journey.comment(0.6)
  run(journey)
}

function submit(journey: Journey): boolean {
  const { random, applicant, source } = journey
  journey.comment(0.3)
  if (!journey.advance(22 + random.exponential(9))) return false
  journey.assign(applicant.recruiter, journey.handler())
  if (random.chance(0.012)) return closeAbandoned(journey)
  if (random.chance(Math.min(0.9, 0.53 * sourceYield(source)))) {
    journey.move('submitted', 'board', journey.handler())
    journey.comment(0.25)
    return true
  }
  return random.chance(0.6)
    ? end(journey, 'rejected_by_us', reasonOf.passedOver(random))
    : end(journey, 'withdrawn', reasonOf.lostInterest(random))
}

/**
 * Returns who decides for the company: its reviewer or hiring manager if there is one, else the recruiter passes the
 * decision on.
 */
function decider(journey: Journey): Performer {
  const { position } = journey.applicant
  const { staff } = journey.context
  if (position.company === staff.users[staff.reviewer]!.company) return { user: staff.reviewer, agent: null }
  return position.managed ? { user: staff.hiringManager, agent: null } : journey.handler()
}

function decideByCompany(journey: Journey): boolean {
  const { random, source } = journey
  // The client's reviewer takes some days, so that people await a decision at any time.
  const wait =
    decider(journey).user === journey.context.staff.reviewer
      ? 66 + random.exponential(10)
      : 58 + random.exponential(12)
  if (!journey.advance(wait)) return false
  if (random.chance(0.012)) return closeAbandoned(journey)
  const by = decider(journey)
  const cause = by.user === journey.context.staff.reviewer ? 'review' : 'board'
  if (random.chance(Math.min(0.9, 0.6 * sourceYield(source)))) {
    journey.move('interview', cause, by)
    journey.comment(0.45)
    return true
  }
  if (random.chance(0.12)) return end(journey, 'withdrawn', reasonOf.lostInterest(random))
  journey.close('declined_by_company', reasonOf.declined(random), cause === 'review' ? 'review' : 'close', by)
  return false
}

function interview(journey: Journey): boolean {
  const { random } = journey
  if (!journey.advance(90 + random.exponential(16))) return false
  journey.comment(0.3)
  if (random.chance(0.012)) return closeAbandoned(journey)
  if (random.chance(0.54)) {
    journey.move(
      'offer',
      'board',
      decider(journey).user === journey.context.staff.reviewer ? journey.handler() : decider(journey),
    )
    journey.comment(0.45)
    return true
  }
  if (random.chance(0.3))
    return end(journey, 'withdrawn', random.chance(0.6) ? 'Did not attend' : 'Took another job')
  return end(journey, 'declined_by_company', reasonOf.failedInterview(random))
}

function offer(journey: Journey): void {
  const { random } = journey
  if (!journey.advance(60 + random.exponential(14))) return
  if (random.chance(0.02)) {
    closeAbandoned(journey)
  } else if (random.chance(0.8)) {
    journey.close('hired', null, 'board', journey.handler())
    journey.comment(0.4)
  } else {
    end(journey, 'withdrawn', random.chance(0.5) ? 'Compensation' : 'Took another job')
  }
}
