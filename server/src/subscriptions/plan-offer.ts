import type { Interval } from '@muster/contract/plans.ts'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { conflict, invalid, notFound } from '../http/app-error.ts'
import { countUse } from '../plans/count-use.ts'
import { isByAgreement } from '../plans/plan-policy.ts'
import { presentTerms, type Terms, termsColumns } from '../plans/present-terms.ts'
import { amountOf, unitPrice } from './pricing.ts'

/** A plan as somebody would have it: what it costs them for each interval. */
export interface Offer {
  planId: string
  name: string
  terms: Terms
  interval: Interval
  /** Null where it is not sold by the seat. */
  seats: number | null
  amountMinor: number
}

interface Asked {
  planId: string
  interval: Interval
  seats?: number | undefined
}

/** As many as it has of the plan already, else as many as are in use. */
async function usualSeats(tx: Database, workspaceId: string, planId: string): Promise<number> {
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
  { planId, seats: asked }: Asked,
): Promise<number | null> {
  if (!terms.perSeat) return null
  const seats = asked ?? (await usualSeats(tx, workspaceId, planId))
  const most = terms.limits.seats
  if (most !== 'unlimited' && seats > most) throw invalid('seats', t`This plan has at most ${most} seats`)
  return seats
}

/**
 * What a plan would cost a workspace. Hidden plans are offered by whoever runs the installation alone.
 * @throws NOT_FOUND, VALIDATION for too many seats, or CONFLICT for a plan that is not sold like this
 */
export async function loadOffer(
  tx: Database,
  workspaceId: string,
  asked: Asked,
  { hiddenToo }: { hiddenToo: boolean },
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
  if (!plan || (plan.state === 'hidden' && !hiddenToo)) throw notFound(t`Plan`)
  if (plan.state === 'archived') throw conflict(t`${plan.name} is not for sale any more`)
  if (isByAgreement(plan))
    throw conflict(t`${plan.name} is sold by agreement. Ask whoever runs this installation.`)
  const terms = presentTerms(plan)
  const { interval } = asked
  if (unitPrice(terms, interval) === null)
    throw conflict(
      interval === 'month'
        ? t`${plan.name} is not sold by the month`
        : t`${plan.name} is not sold by the year`,
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
