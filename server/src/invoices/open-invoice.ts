import type { party } from '@muster/contract/invoices.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { type InvoiceLine, sumOf } from '../subscriptions/decide-change.ts'
import { notifyPayers } from '../subscriptions/notify-payers.ts'
import { formatDay, formatMoney } from '../texts/format.ts'

type Party = z.input<typeof party>

/** The issuer's details on an invoice, with payment instructions. */
export interface Seller extends Party {
  paymentInstructions: string
}

export async function billTo(db: Database, workspaceId: string): Promise<Party> {
  const row = await db
    .selectFrom('workspaces')
    .leftJoin('billing_accounts', 'billing_accounts.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.name as workspace_name', 'billing_accounts.name', 'billing_accounts.address'])
    .select(['billing_accounts.tax_id', 'billing_accounts.email'])
    .executeTakeFirstOrThrow()
  return {
    name: row.name || row.workspace_name,
    address: row.address || null,
    taxId: row.tax_id || null,
    email: row.email || null,
  }
}

/** Returns the installation's next invoice number. A rolled back transaction takes none, so there are no gaps. */
async function nextInvoiceNumber(tx: Database) {
  const settings = await tx
    .updateTable('billing_settings')
    .set({ next_invoice: sql`next_invoice + 1` })
    .returningAll()
    .executeTakeFirstOrThrow()
  const seller: Seller = {
    name: settings.seller_name,
    address: settings.seller_address || null,
    taxId: settings.seller_tax_id || null,
    email: settings.seller_email || null,
    paymentInstructions: settings.payment_instructions,
  }
  const number = `INV-${String(settings.next_invoice - 1).padStart(6, '0')}`
  return { number, seller, daysUntilDue: settings.days_until_due }
}

interface NewInvoice {
  workspaceId: string
  subscriptionId: string
  lines: readonly InvoiceLine[]
  currency: string
}

/** Opens a manual invoice and emails it to the payers. Returns null if nothing is owed. */
export async function openInvoice(
  tx: Database,
  services: Mailing,
  { workspaceId, subscriptionId, lines, currency }: NewInvoice,
): Promise<string | null> {
  const total = sumOf(lines)
  if (total === 0) return null
  const id = newId()
  const { number, seller, daysUntilDue } = await nextInvoiceNumber(tx)
  const { due_at: dueAt } = await tx
    .insertInto('invoices')
    .values({
      workspace_id: workspaceId,
      id,
      subscription_id: subscriptionId,
      number,
      state: 'open',
      provider: 'manual',
      lines: JSON.stringify(lines),
      total_minor: total,
      currency,
      bill_to: JSON.stringify(await billTo(tx, workspaceId)),
      seller: JSON.stringify(seller),
      due_at: sql<string>`now() + make_interval(days => ${daysUntilDue})`,
    })
    .returning('due_at')
    .executeTakeFirstOrThrow()
  await recordAudit(tx, {
    workspaceId,
    userId: null,
    action: 'invoice.issued',
    ip: null,
    subject: { kind: 'invoice', id },
    details: { number, totalMinor: total, currency },
  })
  await notifyPayers(tx, services, workspaceId, (timezone) => {
    const amount = formatMoney(total, currency)
    const day = formatDay(dueAt, timezone)
    return {
      subject: t`Invoice ${number}`,
      paragraphs: [t`You have a new invoice for ${amount}. It is due on ${day}.`],
    }
  })
  return id
}
