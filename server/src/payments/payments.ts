import type { Database } from '../database/connect.ts'
import type { Change } from '../subscriptions/decide-change.ts'
import type { LoadedSubscription } from '../subscriptions/load-subscription.ts'
import type { Offer } from '../subscriptions/plan-offer.ts'

export interface Begun {
  outcome: 'redirect' | 'invoice' | 'trial'
  /** Where to pay. */
  url: string | null
  invoiceId: string | null
}

/**
 * How workspaces pay: by invoices made by hand, or at Stripe. Each does what was decided, in the caller's transaction,
 * which holds the billing of the workspace.
 */
export interface Payments {
  readonly provider: 'manual' | 'stripe'
  /** Begins a first purchase: with a trial at once, else the subscription follows the payment. */
  begin(tx: Database, workspaceId: string, offer: Offer, change: Change): Promise<Begun>
  /** Withdraws one that was not paid. */
  withdraw(tx: Database, waiting: LoadedSubscription): Promise<void>
  /** Changes to another plan at once, with an invoice for the difference. */
  changeNow(
    tx: Database,
    live: LoadedSubscription,
    offer: Offer,
    change: Change,
  ): Promise<{ invoiceId: string | null }>
  /** Changes to another plan when the period ends. */
  changeAtEnd(tx: Database, live: LoadedSubscription, offer: Offer): Promise<void>
  /** Takes back whatever waits for the period's end. */
  goOn(tx: Database, live: LoadedSubscription): Promise<void>
  /** Ends it, now or when the period does. */
  end(
    tx: Database,
    live: LoadedSubscription,
    when: 'now' | 'period_end',
    reason: string | null,
  ): Promise<void>
  /** Where the workspace looks after its cards and addresses; null where there is no such place. */
  portal(tx: Database, workspaceId: string): Promise<string | null>
}
