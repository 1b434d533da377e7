import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { defaultProvider } from '../payments/payments-of.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { loadBillingStatus, type Viewer } from './present-billing-status.ts'

export function viewerOf(actor: Actor, services: Services): Viewer {
  return { mayManage: actor.permissions.has('billing:manage'), payments: defaultProvider(services) }
}

export const getActiveSubscription = handler(contract.getActiveSubscription, ({ tx, actor, services }) =>
  loadBillingStatus(tx, actor.workspaceId, viewerOf(actor, services)),
)
