import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { paymentsOf } from '../payments/payments-of.ts'
import { choosePlan } from './choose-plan.ts'
import { viewerOf } from './get-active-subscription.ts'
import { loadOffer } from './plan-offer.ts'
import { loadBillingStatus } from './present-billing-status.ts'

export const checkout = handler(contract.checkout, async ({ tx, actor, body, caller, services }) => {
  const { workspaceId, userId } = actor
  const offer = await loadOffer(tx, workspaceId, body, { includeHidden: false })
  const chooser = { userId, ip: caller.ip }
  const chosen = await choosePlan(tx, paymentsOf(services), workspaceId, offer, chooser)
  return { ...chosen, ...(await loadBillingStatus(tx, workspaceId, viewerOf(actor, services))) }
})
