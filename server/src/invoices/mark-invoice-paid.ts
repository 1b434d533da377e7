import * as contract from '@muster/contract/invoices.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceBilling } from '../subscriptions/announce-billing.ts'
import { settleInvoice } from '../subscriptions/settle-invoice.ts'
import { loadAdministeredInvoice, lockOpenInvoice } from './administered-invoice.ts'

export const markInvoicePaid = handler(
  contract.markInvoicePaid,
  async ({ tx, actor, params: { id }, body: { note }, caller }) => {
    const { invoice, now } = await lockOpenInvoice(tx, id)
    const { workspace_id: workspaceId, number, total_minor: totalMinor, currency } = invoice
    await tx
      .updateTable('invoices')
      .set({ state: 'paid', paid_at: now, note: note || null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await settleInvoice(tx, invoice, 'paid', now)
    await recordAudit(tx, {
      workspaceId,
      userId: actor.userId,
      action: 'invoice.paid',
      ip: caller.ip,
      subject: { kind: 'invoice', id },
      details: { number, totalMinor, currency, by: actor.name, ...(note ? { note } : {}) },
    })
    await announceBilling(tx, workspaceId, actor.userId)
    return loadAdministeredInvoice(tx, id)
  },
)
