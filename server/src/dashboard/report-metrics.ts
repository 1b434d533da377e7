import { dispositionKeys, offerDispositions } from '@muster/contract/dispositions.ts'

/** What is counted, by the numbers that `report_events` in the database has for it. */
export const metric = {
  createdByType: 1,
  createdByReached: 2,
  entered: 3,
  moved: 4,
  daysToHire: 5,
  daysToFill: 6,
  ended: 7,
  stay: 8,
  left: 9,
  openNow: 10,
  due: 11,
  callback: 12,
  hiredNow: 13,
  attempts: 14,
  hoursToFirstCall: 15,
  callsByHour: 20,
  callEnds: 21,
  outcomes: 22,
  calls: 23,
  spokenWith: 30,
  called: 31,
  contactMade: 32,
  converted: 33,
} as const

export type MetricNumber = (typeof metric)[keyof typeof metric]

/** Which part of the calls `calls` and `callsByHour` count, as `a` has it. */
export const callParts = { placed: 0, answered: 1, conversations: 2 } as const

/** In `ended`, `b` has the type it was in, and this much more for an application that had an offer. */
export const hadOffer = 10

/** The `a` of `ended` for dispositions that decide an offer. */
export const offerDecisions: readonly number[] = offerDispositions.map((kind) =>
  dispositionKeys.indexOf(kind),
)

/** What `ref` has where there is none. */
export const nothing = '00000000-0000-0000-0000-000000000000'
