import type { Database } from '../database/connect.ts'
import type { Change } from '../subscriptions/decide-change.ts'
import type { LoadedSubscription } from '../subscriptions/load-subscription.ts'
import type { Offer } from '../subscriptions/plan-offer.ts'

export interface StartedPurchase {
  outcome: 'redirect' | 'invoice' | 'trial'
  url: string | null
  invoiceId: string | null
}

/**
 * How workspaces pay: by manual invoice or through Stripe. Each method runs in the caller's transaction, which holds
 * the workspace's billing lock.
 */
export interface Payments {
  readonly provider: 'manual' | 'stripe'
  /** Begins a first purchase. A trial starts at once; otherwise the subscription starts with the payment. */
  begin(tx: Database, workspaceId: string, offer: Offer, change: Change): Promise<StartedPurchase>
  withdraw(tx: Database, waiting: LoadedSubscription): Promise<void>
  /** Changes the plan now, with an invoice for the difference. */
  changeNow(
    tx: Database,
    live: LoadedSubscription,
    offer: Offer,
    change: Change,
  ): Promise<{ invoiceId: string | null }>
  scheduleChange(tx: Database, live: LoadedSubscription, offer: Offer): Promise<void>
  /** Cancels any change scheduled for the period's end. */
  cancelScheduledChange(tx: Database, live: LoadedSubscription): Promise<void>
  end(
    tx: Database,
    live: LoadedSubscription,
    when: 'now' | 'period_end',
    reason: string | null,
  ): Promise<void>
  /** Returns the URL where the workspace manages cards and addresses; null if there is none. */
  portal(tx: Database, workspaceId: string): Promise<string | null>
}
