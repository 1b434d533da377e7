import type { invoice, party } from '@muster/contract/invoices.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { Invoices } from '../database/schema.generated.ts'
import type { InvoiceLine } from '../subscriptions/decide-change.ts'

export function selectInvoices(db: Database) {
  return db
    .selectFrom('invoices')
    .selectAll('invoices')
    .select(sql<boolean>`(invoices.state = 'open' and invoices.due_at <= now())`.as('is_overdue'))
}

type Row = Selectable<Invoices> & { is_overdue: boolean }

export function presentInvoice(row: Row): z.input<typeof invoice> {
  return {
    id: row.id,
    number: row.number,
    state: row.state as 'open' | 'paid' | 'void',
    provider: row.provider as 'manual' | 'stripe',
    lines: row.lines as unknown as InvoiceLine[],
    totalMinor: row.total_minor,
    currency: row.currency,
    billTo: row.bill_to as unknown as z.input<typeof party>,
    issuedAt: row.issued_at,
    updatedAt: row.changed_at,
    dueAt: row.due_at,
    paidAt: row.paid_at,
    voidedAt: row.voided_at,
    isOverdue: row.is_overdue,
    hostedUrl: row.hosted_url,
  }
}
