import type { invoice } from '@muster/contract/invoices.ts'
import type { z } from 'zod'
import { currentLanguage, t } from '#texts'
import { PdfWriter } from '../pdf/pdf-writer.ts'
import type { InvoiceLine } from '../subscriptions/decide-change.ts'
import { formatDay, formatMoney, formatNumber } from '../texts/format.ts'
import type { Seller } from './open-invoice.ts'

type Invoice = z.input<typeof invoice>

const margin = 56
const width = 595.28 - 2 * margin
const quiet = '#6b6b66'
const rule = '#d9d9d4'

function nameOfLine(line: InvoiceLine): string {
  if (line.kind === 'other') return line.planName
  const plan = line.interval === 'month' ? t`${line.planName}, monthly` : t`${line.planName}, yearly`
  return line.kind === 'credit' ? t`Unused time on ${plan}` : plan
}

function timeOfLine({ from, to, interval }: InvoiceLine, timezone: string): string {
  if (from && to) return `${formatDay(from, timezone)} – ${formatDay(to, timezone)}`
  return interval === 'month' ? t`One month from the payment date` : t`One year from the payment date`
}

function drawParties(pdf: PdfWriter, { billTo }: Invoice, seller: Seller, top: number): number {
  const half = width / 2 - 12
  const draw = (title: string, { name, address, taxId, email }: Invoice['billTo'], x: number) => {
    let y = pdf.write(title, { x, y: top, width: half, size: 8.5, color: quiet })
    y = pdf.write(name, { x, y: y + 2, width: half, bold: true })
    for (const text of [address, taxId && t`Tax ID: ${taxId}`, email])
      if (text) y = pdf.write(text, { x, y: y + 2, width: half })
    return y
  }
  const left = draw(t`For`, billTo, margin)
  const right = seller.name ? draw(t`From`, seller, margin + width / 2 + 12) : top
  return Math.max(left, right)
}

function drawLine(
  pdf: PdfWriter,
  line: InvoiceLine,
  { currency }: Invoice,
  timezone: string,
  y: number,
): number {
  const money = (amount: number) => formatMoney(amount, currency)
  pdf.write(formatNumber(line.quantity), { x: margin + 265, y, width: 50, align: 'right' })
  pdf.write(money(line.unitMinor), { x: margin + 320, y, width: 75, align: 'right' })
  pdf.write(money(line.amountMinor), { x: margin + 400, y, width: width - 400, align: 'right' })
  const below = pdf.write(nameOfLine(line), { x: margin, y, width: 260 })
  return pdf.write(timeOfLine(line, timezone), { x: margin, y: below, width: 260, size: 8.5, color: quiet })
}

function drawHead(pdf: PdfWriter, invoice: Invoice, timezone: string): number {
  pdf.write(t`Invoice`, { x: margin, y: margin, width: 260, size: 20, bold: true })
  let y = margin
  const facts: [string, string][] = [
    [t`Number`, invoice.number],
    [t`Date`, formatDay(invoice.issuedAt, timezone)],
    [t`Due`, formatDay(invoice.dueAt, timezone)],
  ]
  if (invoice.paidAt) facts.push([t`Paid`, formatDay(invoice.paidAt, timezone)])
  if (invoice.voidedAt) facts.push([t`Voided on`, formatDay(invoice.voidedAt, timezone)])
  for (const [name, value] of facts) {
    pdf.write(name, { x: margin + 240, y, width: 100, color: quiet })
    y = pdf.write(value, { x: margin + 345, y, width: width - 345, align: 'right' })
  }
  return Math.max(y, margin + 40)
}

/** Draws an invoice as an A4 PDF in the current language, with embedded fonts. */
export function drawInvoice(
  invoice: Invoice,
  seller: Seller,
  { timezone, fontFiles }: { timezone: string; fontFiles: readonly string[] },
): PdfWriter['pdf'] {
  const pdf = new PdfWriter({
    title: t`Invoice ${invoice.number}`,
    author: seller.name,
    created: new Date(invoice.issuedAt),
    language: currentLanguage(),
    margin,
    fontFiles,
  })
  let y = drawHead(pdf, invoice, timezone)
  y = drawParties(pdf, invoice, seller, y + 24) + 28
  pdf.write(t`Plan`, { x: margin, y, width: 260, size: 8.5, color: quiet })
  pdf.write(t`Quantity`, { x: margin + 265, y, width: 50, size: 8.5, color: quiet, align: 'right' })
  pdf.write(t`Price`, { x: margin + 320, y, width: 75, size: 8.5, color: quiet, align: 'right' })
  pdf.write(t`Amount`, { x: margin + 400, y, width: width - 400, size: 8.5, color: quiet, align: 'right' })
  y += 16
  for (const line of invoice.lines) {
    pdf.rule(y, rule)
    y = drawLine(pdf, line, invoice, timezone, y + 8) + 8
  }
  pdf.rule(y, rule)
  const total = { y: y + 10, size: 12, bold: true } as const
  pdf.write(t`Total`, { x: margin, width: 200, ...total })
  const sum = formatMoney(invoice.totalMinor, invoice.currency)
  y = pdf.write(sum, { x: margin + 250, width: width - 250, align: 'right', ...total }) + 24
  if (seller.paymentInstructions && invoice.state === 'open') {
    y = pdf.write(t`How to pay`, { x: margin, y, width, size: 8.5, color: quiet })
    pdf.write(seller.paymentInstructions, { x: margin, y: y + 2, width })
  }
  pdf.pdf.end()
  return pdf.pdf
}
