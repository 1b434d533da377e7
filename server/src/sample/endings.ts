import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { Course } from './course.ts'
import { weighted } from './random.ts'

/** Reasons by who gives them, as often as recruiters hear them. */
export const reasonOf = {
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

/** Nobody does anything for weeks; then somebody tidies up. False: it goes nowhere. */
export function leaveLying(course: Course): false {
  if (course.pass(24 * (15 + course.random.int(35)))) {
    const [disposition, reason] = sweptTo[course.type]!
    course.close(disposition, reason, 'bulk', course.desk())
  }
  return false
}

/** Closes it by hand. False: it goes nowhere. */
export function end(course: Course, disposition: DispositionKind, reason: string | null): false {
  course.close(disposition, reason, 'close', course.desk())
  course.comment(0.08)
  return false
}
