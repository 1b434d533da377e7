import * as contract from '@muster/contract/invoices.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceBilling } from '../subscriptions/announce-billing.ts'
import { settleInvoice } from '../subscriptions/settle-invoice.ts'
import { loadAdministeredInvoice, lockOpenInvoice } from './administered-invoice.ts'

export const voidInvoice = handler(
  contract.voidInvoice,
  async ({ tx, actor, params: { id }, body: { reason }, caller }) => {
    const { invoice, now } = await lockOpenInvoice(tx, id)
    const { workspace_id: workspaceId, number } = invoice
    await tx
      .updateTable('invoices')
      .set({ state: 'void', voided_at: now, note: reason })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await settleInvoice(tx, invoice, 'void', now)
    await recordAudit(tx, {
      workspaceId,
      userId: actor.userId,
      action: 'invoice.voided',
      ip: caller.ip,
      subject: { kind: 'invoice', id },
      details: { number, reason, by: actor.name },
    })
    await announceBilling(tx, workspaceId, actor.userId)
    return loadAdministeredInvoice(tx, id)
  },
)
