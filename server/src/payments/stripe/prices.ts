import type { Interval } from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Database } from '../../database/connect.ts'
import { presentTerms, type Terms, termsColumns } from '../../plans/present-terms.ts'
import type { Offer } from '../../subscriptions/plan-offer.ts'
import { unitPrice } from '../../subscriptions/pricing.ts'
import { callStripe } from './stripe-client.ts'

const columns = { month: 'stripe_monthly_price', year: 'stripe_yearly_price' } as const

/** Returns the Stripe price of an offer. It is created on the first purchase and shared by all workspaces. */
export async function priceOf(tx: Database, stripe: Stripe, offer: Offer): Promise<string> {
  const { planId, name, terms, interval } = offer
  const column = columns[interval]
  const row = await tx
    .selectFrom('plan_terms')
    .where('plan_id', '=', planId)
    .where('number', '=', terms.number)
    .select(column)
    .executeTakeFirstOrThrow()
  const known = (row as Record<string, string | null>)[column]
  if (known) return known
  const price = await callStripe(
    stripe.prices.create(
      {
        currency: terms.currency.toLowerCase(),
        unit_amount: unitPrice(terms, interval)!,
        recurring: { interval },
        product_data: { name },
        metadata: { planId, terms: String(terms.number) },
      },
      // Two concurrent first purchases get the same price.
      { idempotencyKey: `price ${planId} ${terms.number} ${interval} ${name}` },
    ),
  )
  await tx
    .updateTable('plan_terms')
    .set({ [column]: price.id })
    .where('plan_id', '=', planId)
    .where('number', '=', terms.number)
    .execute()
  return price.id
}

export interface KnownPrice {
  planId: string
  planName: string
  terms: Terms
  interval: Interval
}

/** Returns the plan of each Stripe price. Prices created elsewhere are not included. */
export async function findPrices(
  db: Database,
  priceIds: readonly string[],
): Promise<Map<string, KnownPrice>> {
  const rows = await db
    .selectFrom('plan_terms')
    .innerJoin('plans', 'plans.id', 'plan_terms.plan_id')
    .where(
      sql<boolean>`(stripe_monthly_price = any(${priceIds}::text[]) or stripe_yearly_price = any(${priceIds}::text[]))`,
    )
    .select(termsColumns)
    .select(['plans.id', 'plans.name', 'stripe_monthly_price', 'stripe_yearly_price'])
    .execute()
  const found = new Map<string, KnownPrice>()
  for (const row of rows)
    for (const [interval, column] of Object.entries(columns) as [Interval, (typeof columns)[Interval]][])
      if (row[column])
        found.set(row[column], { planId: row.id, planName: row.name, terms: presentTerms(row), interval })
  return found
}
