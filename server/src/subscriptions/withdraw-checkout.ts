import * as contract from '@muster/contract/subscriptions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { paymentsOf } from '../payments/payments-of.ts'
import { announceBilling } from './announce-billing.ts'
import { viewerOf } from './get-active-subscription.ts'
import { loadWaiting } from './load-subscription.ts'
import { lockBilling } from './lock-billing.ts'
import { loadBillingStatus } from './present-billing-status.ts'

export const withdrawCheckout = handler(
  contract.withdrawCheckout,
  async ({ tx, actor, caller, services }) => {
    const { workspaceId } = actor
    await lockBilling(tx, workspaceId)
    const waiting = await loadWaiting(tx, workspaceId)
    if (waiting) {
      await paymentsOf(services)(waiting.row.provider).withdraw(tx, waiting)
      await recordAudit(tx, {
        ...actor,
        action: 'subscription.checkout_withdrawn',
        ip: caller.ip,
        subject: { kind: 'plan', id: waiting.row.plan_id },
        details: { plan: waiting.planName },
      })
      await announceBilling(tx, workspaceId, actor.userId)
    }
    return loadBillingStatus(tx, workspaceId, viewerOf(actor, services))
  },
)
