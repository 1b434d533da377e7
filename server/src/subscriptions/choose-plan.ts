import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Payments, StartedPurchase } from '../payments/payments.ts'
import { announceBilling } from './announce-billing.ts'
import { type Change, decideChange } from './decide-change.ts'
import { hadTrial, type LoadedSubscription, loadLive, loadWaiting } from './load-subscription.ts'
import { lockBilling } from './lock-billing.ts'
import type { Offer } from './plan-offer.ts'

export interface Chooser {
  userId: string | null
  ip: string | null
}

export interface Chosen {
  outcome: StartedPurchase['outcome'] | 'changed' | 'scheduled' | 'free'
  url: string | null
  invoiceId: string | null
}

/**
 * Sets the plan that a workspace has without a live subscription.
 * @returns whether it changed
 */
export async function setFallbackPlan(
  tx: Database,
  workspaceId: string,
  offer: { planId: string; terms: { number: number } },
): Promise<boolean> {
  const changed = await tx
    .updateTable('workspaces')
    .set({ plan_id: offer.planId, plan_terms: offer.terms.number })
    .where('id', '=', workspaceId)
    .where(sql<boolean>`(plan_id, plan_terms) <> (${offer.planId}::uuid, ${offer.terms.number}::integer)`)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

const done = (outcome: Chosen['outcome'], invoiceId: string | null = null): Chosen => ({
  outcome,
  url: null,
  invoiceId,
})

async function execute(
  tx: Database,
  payments: Payments,
  workspaceId: string,
  offer: Offer,
  live: LoadedSubscription | null,
  change: Change,
): Promise<Chosen> {
  switch (change.effect) {
    case 'free':
      if (!(await setFallbackPlan(tx, workspaceId, offer)) && (!live || live.row.cancel_at_period_end))
        throw conflict(
          live
            ? t`The workspace is already switching to this plan`
            : t`The workspace is already on this plan`,
        )
      if (live) await payments.end(tx, live, 'period_end', null)
      return done('free')
    case 'none':
      if (!live!.next && !live!.row.cancel_at_period_end)
        throw conflict(t`The workspace is already on this plan`)
      await payments.cancelScheduledChange(tx, live!)
      return done('changed')
    case 'checkout':
      return payments.begin(tx, workspaceId, offer, change)
    case 'now':
      return done('changed', (await payments.changeNow(tx, live!, offer, change)).invoiceId)
    case 'period_end':
      await payments.scheduleChange(tx, live!, offer)
      return done('scheduled')
  }
}

/**
 * Chooses a plan for a workspace and executes what `decideChange` decides. Withdraws an unpaid checkout. `paymentsOf`
 * returns the payments of a provider; for null, those of a new subscription.
 * @throws CONFLICT if the workspace has it already, or an invoice is overdue
 */
export async function choosePlan(
  tx: Database,
  paymentsOf: (provider: string | null) => Payments,
  workspaceId: string,
  offer: Offer,
  chooser: Chooser,
): Promise<Chosen> {
  const now = await lockBilling(tx, workspaceId)
  const live = await loadLive(tx, workspaceId)
  if (live?.row.state === 'past_due')
    throw conflict(t`An invoice is overdue. Pay it before changing the plan.`)
  const change = decideChange(live, offer, { now, hadTrial: await hadTrial(tx, workspaceId) })
  const waiting = await loadWaiting(tx, workspaceId)
  if (waiting) await paymentsOf(waiting.row.provider).withdraw(tx, waiting)
  const payments = paymentsOf(live?.row.provider ?? null)
  const chosen = await execute(tx, payments, workspaceId, offer, live, change)
  await recordAudit(tx, {
    workspaceId,
    ...chooser,
    action: 'subscription.chosen',
    subject: { kind: 'plan', id: offer.planId },
    details: {
      plan: offer.name,
      interval: offer.interval,
      seats: offer.seats,
      amountMinor: offer.amountMinor,
      currency: offer.terms.currency,
      outcome: chosen.outcome,
    },
  })
  await announceBilling(tx, workspaceId, chooser.userId)
  return chosen
}
