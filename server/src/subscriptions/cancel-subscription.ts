import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { cancelLive } from './end-or-resume.ts'
import { viewerOf } from './get-active-subscription.ts'
import { loadBillingStatus } from './present-billing-status.ts'

export const cancelSubscription = handler(
  contract.cancelSubscription,
  async ({ tx, actor, body, caller, services }) => {
    const { workspaceId, userId } = actor
    const how = { when: 'period_end', reason: body.reason || null } as const
    await cancelLive(tx, services, workspaceId, how, { userId, ip: caller.ip })
    return loadBillingStatus(tx, workspaceId, viewerOf(actor, services))
  },
)
