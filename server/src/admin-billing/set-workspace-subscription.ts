import * as contract from '@muster/contract/admin-billing.ts'
import { t } from '#texts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { createManualPayments } from '../payments/manual-payments.ts'
import { choosePlan } from '../subscriptions/choose-plan.ts'
import { loadOffer } from '../subscriptions/plan-offer.ts'
import { assertWorkspace, loadWorkspaceStanding } from './workspace-standing.ts'

/** Always by an invoice made by hand: nobody but the owner can give Stripe a card. */
export const setWorkspaceSubscription = handler(
  contract.setWorkspaceSubscription,
  async ({ tx, actor, params: { id }, body, caller, services }) => {
    await assertWorkspace(tx, id)
    const offer = await loadOffer(tx, id, body, { hiddenToo: true })
    const manual = createManualPayments(services)
    const byHand = (provider: string | null) => {
      if (provider !== 'stripe') return manual
      throw conflict(t`Stripe has the subscription of this workspace: its owner changes it`)
    }
    await choosePlan(tx, byHand, id, offer, { userId: actor.userId, ip: caller.ip })
    return loadWorkspaceStanding(tx, services, id)
  },
)
