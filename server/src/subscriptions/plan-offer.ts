import type { Interval } from '@muster/contract/plans.ts'
import { plural, t } from '#texts'
import { conflict, invalid, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { countUse } from '../plans/count-use.ts'
import { presentTerms, type Terms, termsColumns } from '../plans/present-terms.ts'
import { isByAgreement } from '../policies/plan-policy.ts'
import { amountOf, unitPrice } from './pricing.ts'

/** A plan at the price a workspace would pay, by interval. */
export interface Offer {
  planId: string
  name: string
  terms: Terms
  interval: Interval
  /** Null unless priced per seat. */
  seats: number | null
  amountMinor: number
}

interface OfferRequest {
  planId: string
  interval: Interval
  seats?: number | undefined
}

/** Returns the current seats of the plan, else the seats in use. */
async function defaultSeats(tx: Database, workspaceId: string, planId: string): Promise<number> {
  const had = await tx
    .selectFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .where('state', 'in', ['trialing', 'active', 'past_due'])
    .select('seats')
    .executeTakeFirst()
  if (had?.seats) return had.seats
  const place = { workspaceId, timezone: 'UTC' }
  const { seats } = await tx.selectNoFrom(countUse.seats(place).as('seats')).executeTakeFirstOrThrow()
  return Math.max(seats, 1)
}

async function chooseSeats(
  tx: Database,
  workspaceId: string,
  terms: Terms,
  { planId, seats: request }: OfferRequest,
): Promise<number | null> {
  if (!terms.perSeat) return null
  const seats = request ?? (await defaultSeats(tx, workspaceId, planId))
  const maxSeats = terms.limits.seats
  if (maxSeats !== 'unlimited' && seats > maxSeats)
    throw invalid('seats', t`This plan has at most ${plural(maxSeats, { one: '# seat', other: '# seats' })}`)
  return seats
}

/**
 * Returns what a plan would cost a workspace. Only superadmins may offer hidden plans.
 * @throws NOT_FOUND, VALIDATION for too many seats, or CONFLICT for a plan that is not sold this way
 */
export async function loadOffer(
  tx: Database,
  workspaceId: string,
  asked: OfferRequest,
  { includeHidden }: { includeHidden: boolean },
): Promise<Offer> {
  const plan = await tx
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms'),
    )
    .where('plans.id', '=', asked.planId)
    .select(['plans.id', 'plans.name', 'plans.state'])
    .select(termsColumns)
    .executeTakeFirst()
  if (!plan || (plan.state === 'hidden' && !includeHidden)) throw notFound(t`Plan`)
  if (plan.state === 'archived') throw conflict(t`${plan.name} is no longer available`)
  if (isByAgreement(plan))
    throw conflict(t`${plan.name} has custom pricing. Contact the administrator of this installation.`)
  const terms = presentTerms(plan)
  const { interval } = asked
  if (unitPrice(terms, interval) === null)
    throw conflict(
      interval === 'month'
        ? t`${plan.name} is not available with monthly billing`
        : t`${plan.name} is not available with yearly billing`,
    )
  const seats = await chooseSeats(tx, workspaceId, terms, asked)
  return {
    planId: plan.id,
    name: plan.name,
    terms,
    interval,
    seats,
    amountMinor: amountOf(terms, interval, seats),
  }
}
