import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { paymentsOf } from '../payments/payments-of.ts'
import { loadLive } from './load-subscription.ts'

export const openPortal = handler(contract.openPortal, async ({ tx, actor, services }) => {
  const live = await loadLive(tx, actor.workspaceId)
  const payments = paymentsOf(services)(live?.row.provider ?? null)
  return { url: await payments.portal(tx, actor.workspaceId) }
})
