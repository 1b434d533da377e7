import * as contract from '@muster/contract/subscriptions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { billTo } from '../invoices/open-invoice.ts'
import { lockBilling } from './lock-billing.ts'

async function loadDetails(db: Database, workspaceId: string) {
  const { name, address, taxId, email } = await billTo(db, workspaceId)
  return { name, address: address ?? '', taxId: taxId ?? '', email: email ?? '' }
}

export const getBillingDetails = handler(contract.getBillingDetails, ({ tx, actor }) =>
  loadDetails(tx, actor.workspaceId),
)

export const updateBillingDetails = handler(
  contract.updateBillingDetails,
  async ({ tx, actor, body, caller }) => {
    const { workspaceId } = actor
    await lockBilling(tx, workspaceId)
    const { name, address, taxId, email } = body
    await tx
      .updateTable('billing_accounts')
      .set({ name, address, tax_id: taxId, email })
      .where('workspace_id', '=', workspaceId)
      .execute()
    await recordAudit(tx, { ...actor, action: 'billing.details_changed', ip: caller.ip })
    return loadDetails(tx, workspaceId)
  },
)
