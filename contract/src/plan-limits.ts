import { z } from 'zod'

/**
 * The limits of a plan, each with the definition that the check, the usage meter and the refusal share. Months are in
 * the workspace's timezone.
 */
export const planLimits = {
  seats: {
    name: /*i18n*/ 'Seats',
    definition: /*i18n*/ 'Active users and pending invitations',
  },
  openPositions: {
    name: /*i18n*/ 'Open positions',
    definition: /*i18n*/ 'Positions that are open now, excluding those on hold, closed or deleted',
  },
  applicationsAMonth: {
    name: /*i18n*/ 'Applications per month',
    definition: /*i18n*/ 'Applications created this month, excluding deleted applications and undone imports',
  },
  callMinutesAMonth: {
    name: /*i18n*/ 'Call minutes per month',
    definition: /*i18n*/ 'Total length of calls started this month, rounded up to the next minute',
  },
} as const

export type PlanLimit = keyof typeof planLimits

export const planLimitKeys = Object.keys(planLimits) as [PlanLimit, ...PlanLimit[]]

/** The maximum, or `unlimited`, which must be explicit. */
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

/** The fields of a plan's terms. Changing one creates new terms for new subscribers. */
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
  /** How many people, positions, applications or minutes (see `what`) the plan allows. */
  limit: number
  /** How many of these are in use. */
  used: number
  /** How many more were requested. */
  wanted: number
  /** The workspace's plan. */
  plan: string
  /** Whether the caller may change the plan. */
  mayChange: boolean
  /** The first five users who may, by name. */
  whoMayChange: string[]
}
