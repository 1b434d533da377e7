import { z } from 'zod'

/**
 * What a plan limits, each with the one definition that the check, the meter and the refusal share. Months are those of
 * the workspace's timezone.
 */
export const planLimits = {
  seats: {
    name: /*i18n*/ 'Seats',
    definition: /*i18n*/ 'Active colleagues and invitations that are still open',
  },
  openPositions: {
    name: /*i18n*/ 'Open positions',
    definition: /*i18n*/ 'Positions that are open now; those on hold, closed or deleted do not count',
  },
  applicationsAMonth: {
    name: /*i18n*/ 'Applications a month',
    definition: /*i18n*/ 'Applications created since the month began; deleted and undone ones do not count',
  },
  callMinutesAMonth: {
    name: /*i18n*/ 'Call minutes a month',
    definition:
      /*i18n*/ 'Length of the calls that began since the month did, rounded up to a whole minute together',
  },
} as const

export type PlanLimit = keyof typeof planLimits

export const planLimitKeys = Object.keys(planLimits) as [PlanLimit, ...PlanLimit[]]

/** How many at most, or `unlimited`, which is said and never meant by silence. */
export const limit = z.union([z.int().min(0).max(1_000_000_000), z.literal('unlimited')])

export type Limit = z.infer<typeof limit>

/** `seats` and `openPositions` count people and positions at a time, the others applications and minutes a month. */
export const limits = z.object({
  seats: limit,
  openPositions: limit,
  applicationsAMonth: limit,
  callMinutesAMonth: limit,
})

export type Limits = z.infer<typeof limits>

/** What of a plan is its terms: a change of these makes new ones, for who subscribes from then on. */
export const soldFields = [
  'priceMonthlyMinor',
  'priceYearlyMinor',
  'currency',
  'perSeat',
  'trialDays',
  'limits',
  'features',
] as const

/** The `details` of every PLAN_LIMIT. */
export interface PlanLimitDetails {
  what: PlanLimit
  /** How many the plan allows: people, positions, applications or minutes, as `what` says. */
  limit: number
  /** How many of these are in use. */
  used: number
  /** How many more were asked for. */
  wanted: number
  /** The plan the workspace is on. */
  plan: string
  /** Whether who asked may change the plan. */
  mayChange: boolean
  /** Colleagues who may, by name; the first five. */
  whoMayChange: string[]
}
