import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import { billTo } from '../../invoices/open-invoice.ts'
import { type InvoiceLine, sumOf } from '../../subscriptions/decide-change.ts'
import { unitPrice } from '../../subscriptions/pricing.ts'
import { findPrices, type KnownPrice } from './prices.ts'
import { idOf } from './read-subscription.ts'

const asTime = (seconds: number) => new Date(seconds * 1000).toISOString()

function readLine(line: Stripe.InvoiceLineItem, prices: ReadonlyMap<string, KnownPrice>): InvoiceLine {
  const price = prices.get(idOf(line.pricing?.price_details?.price) ?? '')
  const quantity = line.quantity ?? 1
  const kind = line.amount < 0 ? 'credit' : 'plan'
  return {
    kind: price ? kind : 'other',
    planName: price?.planName ?? line.description ?? '',
    interval: price?.interval ?? 'month',
    quantity,
    unitMinor: price ? (unitPrice(price.terms, price.interval) ?? 0) : Math.abs(line.amount),
    amountMinor: line.amount,
    from: asTime(line.period.start),
    to: asTime(line.period.end),
  }
}

/** Adds a line for what Stripe adds or deducts itself, so that the lines sum to the total. */
function withRemainder(lines: InvoiceLine[], total: number): InvoiceLine[] {
  const rest = total - sumOf(lines)
  if (rest === 0) return lines
  const other = { kind: 'other', planName: '', interval: 'month', quantity: 1 } as const
  return [...lines, { ...other, unitMinor: Math.abs(rest), amountMinor: rest, from: null, to: null }]
}

function readState(invoice: Stripe.Invoice) {
  const { paid_at, voided_at, marked_uncollectible_at } = invoice.status_transitions
  if (invoice.status === 'paid')
    return { state: 'paid', paid_at: asTime(paid_at ?? invoice.created), voided_at: null }
  if (invoice.status === 'void' || invoice.status === 'uncollectible')
    return {
      state: 'void',
      paid_at: null,
      voided_at: asTime(voided_at ?? marked_uncollectible_at ?? invoice.created),
    }
  return { state: 'open', paid_at: null, voided_at: null }
}

/** Stores Stripe's invoices as they are. Drafts have no number yet and are skipped. */
export async function syncInvoices(
  tx: Database,
  workspaceId: string,
  invoices: readonly Stripe.Invoice[],
): Promise<void> {
  const numbered = invoices.filter(({ status, number }) => status !== 'draft' && number !== null)
  if (numbered.length === 0) return
  const priceIds = numbered.flatMap(({ lines }) =>
    lines.data.flatMap((line) => idOf(line.pricing?.price_details?.price) ?? []),
  )
  const prices = await findPrices(tx, priceIds)
  const known = await tx
    .selectFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('provider_id', 'is not', null)
    .select(['id', 'provider_id'])
    .execute()
  const subscriptions = new Map(known.map((row) => [row.provider_id, row.id]))
  const bill_to = JSON.stringify(await billTo(tx, workspaceId))
  for (const invoice of numbered) {
    const subscriptionId = subscriptions.get(idOf(invoice.parent?.subscription_details?.subscription))
    if (!subscriptionId) continue
    const lines = withRemainder(
      invoice.lines.data.map((line) => readLine(line, prices)),
      invoice.total,
    )
    const columns = {
      ...readState(invoice),
      lines: JSON.stringify(lines),
      total_minor: invoice.total,
      hosted_url: invoice.hosted_invoice_url ?? null,
    }
    await tx
      .insertInto('invoices')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        subscription_id: subscriptionId,
        number: invoice.number!,
        provider: 'stripe',
        provider_id: invoice.id!,
        currency: invoice.currency.toUpperCase(),
        bill_to,
        seller: '{}',
        issued_at: asTime(invoice.created),
        due_at: asTime(invoice.due_date ?? invoice.created),
        ...columns,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'provider_id'])
          .where(sql<boolean>`provider_id is not null`)
          .doUpdateSet(columns),
      )
      .execute()
  }
}
