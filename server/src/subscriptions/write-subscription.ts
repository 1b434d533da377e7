import type { SubscriptionState } from '@muster/contract/subscription-states.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { DB, Subscriptions } from '../database/schema.generated.ts'
import type { Offer } from './plan-offer.ts'

/** Columns that clear any change scheduled for the period's end. */
export const noScheduledChange = {
  next_plan_id: null,
  next_terms: null,
  next_interval: null,
  next_seats: null,
  cancel_at_period_end: false,
  cancel_reason: null,
} as const

export function planColumns({ planId, terms, interval, seats }: Omit<Offer, 'name' | 'amountMinor'>) {
  return { plan_id: planId, terms: terms.number, interval, seats }
}

type New = Omit<Insertable<Subscriptions>, 'workspace_id' | 'id' | 'plan_id' | 'terms' | 'interval' | 'seats'>

export async function insertSubscription(
  tx: Database,
  workspaceId: string,
  offer: Offer,
  more: New & { state: SubscriptionState | 'incomplete' },
  id = newId(),
): Promise<string> {
  await tx
    .insertInto('subscriptions')
    .values({ workspace_id: workspaceId, id, ...planColumns(offer), ...more })
    .execute()
  return id
}

export async function updateSubscription(
  tx: Database,
  { workspace_id, id }: { workspace_id: string; id: string },
  set: UpdateObject<DB, 'subscriptions'>,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

export async function endSubscription(
  tx: Database,
  subscription: { workspace_id: string; id: string },
  reason: 'canceled' | 'unpaid' | 'replaced' | 'withdrawn',
): Promise<void> {
  await updateSubscription(tx, subscription, {
    ...noScheduledChange,
    state: 'canceled',
    past_due_since: null,
    ended_at: sql<string>`clock_timestamp()`,
    end_reason: reason,
  })
}
