import * as contract from '@muster/contract/admin-billing.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { lockPlan } from '../plans/lock-plan.ts'
import { announceBilling } from '../subscriptions/announce-billing.ts'
import { setFallbackPlan } from '../subscriptions/choose-plan.ts'
import { assertWorkspace, loadWorkspaceBillingStatus } from './workspace-billing-status.ts'

export const grantPlan = handler(
  contract.grantPlan,
  async ({ tx, actor, params: { id }, body: { planId }, caller, services }) => {
    await assertWorkspace(tx, id)
    const plan = await lockPlan(tx, planId)
    if (await setFallbackPlan(tx, id, { planId, terms: plan })) {
      await recordAudit(tx, {
        workspaceId: id,
        userId: actor.userId,
        action: 'plan.granted',
        ip: caller.ip,
        subject: { kind: 'plan', id: planId },
        details: { plan: plan.name, by: actor.name },
      })
      await announceBilling(tx, id, actor.userId)
    }
    return loadWorkspaceBillingStatus(tx, services, id)
  },
)
