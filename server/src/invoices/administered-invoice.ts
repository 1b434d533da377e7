import type { administeredInvoice } from '@muster/contract/invoices.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { presentInvoice, selectInvoices } from './present-invoice.ts'

export function selectAllInvoices(db: Database) {
  return selectInvoices(db)
    .innerJoin('workspaces', 'workspaces.id', 'invoices.workspace_id')
    .select('workspaces.name as workspace_name')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAllInvoices>['executeTakeFirstOrThrow']>>

export function presentAdministeredInvoice(row: Row): z.input<typeof administeredInvoice> {
  const isOurs = row.provider === 'manual' && row.state === 'open'
  return {
    ...presentInvoice(row),
    workspace: { id: row.workspace_id, name: row.workspace_name },
    note: row.note,
    can: { markPaid: isOurs, void: isOurs },
  }
}

export async function loadAdministeredInvoice(
  db: Database,
  id: string,
): Promise<z.input<typeof administeredInvoice>> {
  const row = await selectAllInvoices(db).where('invoices.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Invoice`)
  return presentAdministeredInvoice(row)
}

/**
 * Locks an open manual invoice and the billing of its workspace.
 * @throws NOT_FOUND, or CONFLICT for one that is not open or is Stripe's
 */
export async function lockOpenInvoice(tx: Database, id: string) {
  const place = await tx.selectFrom('invoices').where('id', '=', id).select('workspace_id').executeTakeFirst()
  if (!place) throw notFound(t`Invoice`)
  const now = await lockBilling(tx, place.workspace_id)
  const invoice = await tx
    .selectFrom('invoices')
    .where('workspace_id', '=', place.workspace_id)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  if (invoice.provider === 'stripe') throw conflict(t`This invoice is paid through Stripe`)
  if (invoice.state === 'paid') throw conflict(t`This invoice is already paid`)
  if (invoice.state === 'void') throw conflict(t`This invoice is already void`)
  return { invoice, now }
}
