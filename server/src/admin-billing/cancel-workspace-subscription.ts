import * as contract from '@muster/contract/admin-billing.ts'
import { handler } from '../http/handler.ts'
import { cancelLive } from '../subscriptions/end-or-resume.ts'
import { assertWorkspace, loadWorkspaceBillingStatus } from './workspace-billing-status.ts'

export const cancelWorkspaceSubscription = handler(
  contract.cancelWorkspaceSubscription,
  async ({ tx, actor, params: { id }, body, caller, services }) => {
    await assertWorkspace(tx, id)
    await cancelLive(tx, services, id, body, { userId: actor.userId, ip: caller.ip })
    return loadWorkspaceBillingStatus(tx, services, id)
  },
)
