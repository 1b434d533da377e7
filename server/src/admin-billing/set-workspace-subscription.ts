import * as contract from '@muster/contract/admin-billing.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { createManualPayments } from '../payments/manual-payments.ts'
import { choosePlan } from '../subscriptions/choose-plan.ts'
import { loadOffer } from '../subscriptions/plan-offer.ts'
import { assertWorkspace, loadWorkspaceBillingStatus } from './workspace-billing-status.ts'

/** Sets a workspace's plan. It is always paid by manual invoice: only the owner can give Stripe a card. */
export const setWorkspaceSubscription = handler(
  contract.setWorkspaceSubscription,
  async ({ tx, actor, params: { id }, body, caller, services }) => {
    await assertWorkspace(tx, id)
    const offer = await loadOffer(tx, id, body, { includeHidden: true })
    const manual = createManualPayments(services)
    const manualPayments = (provider: string | null) => {
      if (provider !== 'stripe') return manual
      throw conflict(t`This workspace's subscription is managed in Stripe. Its owner can change it.`)
    }
    await choosePlan(tx, manualPayments, id, offer, { userId: actor.userId, ip: caller.ip })
    return loadWorkspaceBillingStatus(tx, services, id)
  },
)
