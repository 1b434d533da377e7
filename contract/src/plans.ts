import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, optionalText, text, timestamp, version } from './fields.ts'
import { computedPage, computedPageQuery, page, pageQuery } from './paging.ts'
import { limits } from './plan-limits.ts'
import { subscriptionStates } from './subscription-states.ts'

/** Public: for sale to every workspace. Hidden: only superadmins put a workspace on it. Archived: no longer sold. */
export const planStates = ['public', 'hidden', 'archived'] as const

/** How often a subscription is paid: once a month, or once a year. */
export const intervals = ['month', 'year'] as const

export type Interval = (typeof intervals)[number]

/** The largest amount of money, in minor units. */
export const maxMinor = 100_000_000_000

/** An amount of money in the currency's minor unit, such as cents; never a fraction. */
export const minor = z.int().min(0).max(maxMinor)

/** ISO 4217, upper case. */
export const currency = z.string().regex(/^[A-Z]{3}$/, /*i18n*/ 'Enter a three-letter code, such as USD')

const price = minor.nullable()

const soldTerms = {
  priceMonthlyMinor: price.describe(
    'For a month, in minor units of the currency; of each seat where `perSeat`. Null: not sold by the month',
  ),
  priceYearlyMinor: price.describe(
    'For a year, in minor units of the currency; of each seat where `perSeat`. Null: not sold by the year',
  ),
  currency,
  perSeat: z
    .boolean()
    .describe('The price is for each seat and the workspace says how many it takes; else it is for all'),
  trialDays: z
    .int()
    .min(0)
    .max(365)
    .describe('Days before the first payment, for a workspace that never had a trial'),
  limits,
  features: z.array(text(120, 1)).max(30).describe('What else it has, in words, in the order shown'),
}

/**
 * What a plan sells. Any change creates new, numbered terms; subscribers keep theirs. A plan with both prices null is
 * sold by agreement, one with 0 is free.
 */
export const planTerms = z.object({
  number: z.int().describe('1, 2, 3… within the plan'),
  ...soldTerms,
  features: z.array(z.string()),
  since: timestamp,
})

export const plan = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  state: z.enum(planStates),
  order: z.int().describe('Its place on the screen that compares plans, from 0'),
  isDefault: z.boolean().describe('What a new workspace has until it buys something; exactly one plan is'),
  terms: planTerms.describe('As sold now; who subscribed before may have others'),
  isCurrent: z.boolean().describe('The workspace of the caller is on it'),
  subscribers: z
    .int()
    .nullable()
    .describe('Workspaces that are on it, paid for or not; null for who does not run the installation'),
  can: z.object({ buy: z.boolean(), edit: z.boolean(), archive: z.boolean() }),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const listPlans = endpoint({
  name: 'listPlans',
  tag: 'Plans',
  summary: 'List plans',
  description:
    "Returns the plans that are for sale, and the workspace's own. Superadmins see all plans, unless `state` " +
    'filters them.',
  method: 'GET',
  path: '/plans/',
  permission: 'plans:read',
  query: pageQuery(['order', 'name', '-name']).extend({ state: list(z.enum(planStates)) }),
  response: page(plan),
})

export const getPlan = endpoint({
  name: 'getPlan',
  tag: 'Plans',
  summary: 'Get a plan',
  description:
    'Returns a plan with its current terms. A plan that is not for sale exists only for workspaces on it and ' +
    'for superadmins.',
  method: 'GET',
  path: '/plans/{id}/',
  permission: 'plans:read',
  params: idParams,
  response: plan,
})

export const createPlan = endpoint({
  name: 'createPlan',
  tag: 'Plans',
  summary: 'Create a plan',
  description:
    'Adds a plan at the end of the order. CONFLICT if another plan that is not archived has its name.',
  method: 'POST',
  path: '/plans/',
  permission: 'platform:manage',
  body: z.object({
    name: text(60, 1),
    description: optionalText(300),
    state: z.enum(['public', 'hidden']).default('hidden'),
    ...soldTerms,
  }),
  response: plan,
  status: 201,
  errors: ['CONFLICT'],
})

export const updatePlan = endpoint({
  name: 'updatePlan',
  tag: 'Plans',
  summary: 'Change a plan',
  description:
    'Changes a plan. Name, description and state change for everyone at once. Any change to its terms ' +
    'creates new terms, which only new subscribers get. `isDefault: true` makes it the default plan. ' +
    'CONFLICT for a stale `version`, if another plan has the name, or if the default plan would be archived ' +
    'or get a price.',
  method: 'PATCH',
  alsoPut: true,
  path: '/plans/{id}/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({
    name: text(60, 1).optional(),
    description: optionalText(300),
    state: z.enum(planStates).optional(),
    isDefault: z.literal(true).optional(),
    ...z.object(soldTerms).partial().shape,
    version: version.optional(),
  }),
  response: plan,
  errors: ['CONFLICT'],
})

export const archivePlan = endpoint({
  name: 'archivePlan',
  tag: 'Plans',
  summary: 'Archive a plan',
  description:
    'Archives a plan: nobody can buy it, its subscribers keep it, and it can be made public again. CONFLICT ' +
    'for the default plan.',
  method: 'DELETE',
  path: '/plans/{id}/',
  permission: 'platform:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const orderPlans = endpoint({
  name: 'orderPlans',
  tag: 'Plans',
  summary: 'Reorder the plans',
  description: 'Puts the plans in this order: all that are not archived, each once.',
  method: 'PUT',
  path: '/plans/order/',
  permission: 'platform:manage',
  body: z.object({ planIds: z.array(id).min(1).max(200) }),
  status: 204,
})

export const listPlanTerms = endpoint({
  name: 'listPlanTerms',
  tag: 'Plans',
  summary: "List a plan's terms",
  description: 'Returns all terms that a plan ever had, newest first, with how many workspaces are on each.',
  method: 'GET',
  path: '/plans/{id}/terms/',
  permission: 'platform:manage',
  params: idParams,
  response: z.object({
    items: z.array(planTerms.extend({ subscribers: z.int().describe('Workspaces on these terms') })),
  }),
})

export const listPlanWorkspaces = endpoint({
  name: 'listPlanWorkspaces',
  tag: 'Plans',
  summary: 'List the workspaces on a plan',
  description: 'Returns the workspaces on a plan, by name. `q` searches their names.',
  method: 'GET',
  path: '/plans/{id}/workspaces/',
  permission: 'platform:manage',
  params: idParams,
  query: computedPageQuery(['name', '-name']),
  response: computedPage(
    z.object({
      id,
      name: z.string(),
      terms: z.int().describe('The number of the terms it has'),
      state: z
        .enum(subscriptionStates)
        .nullable()
        .describe('Of its subscription; null where it has the plan without one'),
      interval: z.enum(intervals).nullable(),
      seats: z.int().nullable().describe('Bought; null where the plan is not sold by the seat'),
    }),
  ),
})

export const getUsage = endpoint({
  name: 'getUsage',
  tag: 'Plans',
  summary: 'Get the current use and the limits',
  description:
    "Returns the workspace's current use beside the limits of its plan. Each number is counted like the " +
    "limit's check; `plan-limits` has the definitions.",
  method: 'GET',
  path: '/usage/',
  permission: 'plans:read',
  response: z.object({
    seats: z.int().describe('Active colleagues and open invitations'),
    pendingInvitations: z.int().describe('The open invitations among the seats'),
    openPositions: z.int().describe('Positions that are open'),
    applicationsThisMonth: z.int().describe('Applications created since `monthBegan`, without deleted ones'),
    callMinutesThisMonth: z.int().describe('Minutes of calls begun since `monthBegan`, rounded up together'),
    monthBegan: timestamp.describe("The first of the month in the workspace's timezone"),
    monthEnds: timestamp,
    limits: limits.describe('Of the plan the workspace is on, with the seats it bought'),
  }),
})
