import * as contract from '@muster/contract/admin-billing.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'

async function loadSettings(db: Database) {
  const row = await db.selectFrom('billing_settings').selectAll().executeTakeFirstOrThrow()
  return {
    sellerName: row.seller_name,
    sellerAddress: row.seller_address,
    sellerTaxId: row.seller_tax_id,
    sellerEmail: row.seller_email,
    paymentInstructions: row.payment_instructions,
    daysUntilDue: row.days_until_due,
    graceDays: row.grace_days,
  }
}

export const getBillingSettings = handler(contract.getBillingSettings, ({ tx }) => loadSettings(tx))

export const updateBillingSettings = handler(
  contract.updateBillingSettings,
  async ({ tx, actor, body, caller }) => {
    await tx
      .updateTable('billing_settings')
      .set({
        seller_name: body.sellerName,
        seller_address: body.sellerAddress,
        seller_tax_id: body.sellerTaxId,
        seller_email: body.sellerEmail,
        payment_instructions: body.paymentInstructions,
        days_until_due: body.daysUntilDue,
        grace_days: body.graceDays,
      })
      .execute()
    await recordAudit(tx, { ...actor, action: 'billing.settings_changed', ip: caller.ip, details: body })
    return loadSettings(tx)
  },
)
