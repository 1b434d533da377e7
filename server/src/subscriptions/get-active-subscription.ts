import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { usualProvider } from '../payments/payments-of.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { loadStanding, type Viewer } from './present-standing.ts'

export function viewerOf(actor: Actor, services: Services): Viewer {
  return { mayManage: actor.permissions.has('billing:manage'), payments: usualProvider(services) }
}

export const getActiveSubscription = handler(contract.getActiveSubscription, ({ tx, actor, services }) =>
  loadStanding(tx, actor.workspaceId, viewerOf(actor, services)),
)
