import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { Journey } from './journey.ts'
import { weighted } from './random.ts'

/** Reasons by party, weighted by frequency. */
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

/** Where an abandoned application is → its disposition and reason. */
const abandonedOutcomes: Readonly<Record<string, readonly [DispositionKind, string | null]>> = {
  lead: ['unreachable', null],
  contacted: ['unreachable', null],
  qualified: ['rejected_by_us', 'No longer receiving'],
  submitted: ['declined_by_company', 'No feedback'],
  interview: ['declined_by_company', 'No feedback'],
  offer: ['withdrawn', 'Not available'],
}

/** Leaves the application for some days until somebody closes it. Returns false: it does not continue. */
export function closeAbandoned(journey: Journey): false {
  if (journey.advance(24 * (1 + journey.random.int(3)))) {
    const [disposition, reason] = abandonedOutcomes[journey.type]!
    journey.close(disposition, reason, 'bulk', journey.handler())
  }
  return false
}

/** Closes the application by hand. Returns false: it does not continue. */
export function end(journey: Journey, disposition: DispositionKind, reason: string | null): false {
  journey.close(disposition, reason, 'close', journey.handler())
  journey.comment(0.08)
  return false
}
