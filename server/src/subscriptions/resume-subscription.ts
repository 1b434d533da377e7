import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { resumeLive } from './end-or-resume.ts'
import { viewerOf } from './get-active-subscription.ts'
import { loadBillingStatus } from './present-billing-status.ts'

export const resumeSubscription = handler(
  contract.resumeSubscription,
  async ({ tx, actor, caller, services }) => {
    const { workspaceId, userId } = actor
    await resumeLive(tx, services, workspaceId, { userId, ip: caller.ip })
    return loadBillingStatus(tx, workspaceId, viewerOf(actor, services))
  },
)
