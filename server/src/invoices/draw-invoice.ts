import { createRequire } from 'node:module'
import type { invoice } from '@muster/contract/invoices.ts'
import PDFDocument from 'pdfkit'
import type { z } from 'zod'
import { t } from '#texts'
import type { InvoiceLine } from '../subscriptions/decide-change.ts'
import { formatDay, formatMoney, formatNumber } from '../texts/format.ts'
import type { Seller } from './open-invoice.ts'

const resolve = createRequire(import.meta.url).resolve
/** Embedded so that the invoice prints the same everywhere, with all letters of European names. */
const fonts = {
  latin: resolve('@fontsource/inter/files/inter-latin-400-normal.woff'),
  latinBold: resolve('@fontsource/inter/files/inter-latin-600-normal.woff'),
  extended: resolve('@fontsource/inter/files/inter-latin-ext-400-normal.woff'),
  extendedBold: resolve('@fontsource/inter/files/inter-latin-ext-600-normal.woff'),
  greek: resolve('@fontsource/inter/files/inter-greek-400-normal.woff'),
  greekBold: resolve('@fontsource/inter/files/inter-greek-600-normal.woff'),
  cyrillic: resolve('@fontsource/inter/files/inter-cyrillic-400-normal.woff'),
  cyrillicBold: resolve('@fontsource/inter/files/inter-cyrillic-600-normal.woff'),
} as const

type Font = keyof typeof fonts

type Document = InstanceType<typeof PDFDocument>
type Invoice = z.input<typeof invoice>

const margin = 56
const width = 595.28 - 2 * margin
const ink = '#1c1c1a'
const quiet = '#6b6b66'
const rule = '#d9d9d4'

/** Returns the font file with a character: Inter is split into parts. */
function fontOf(char: string, bold: boolean): Font {
  const code = char.codePointAt(0)!
  const family =
    code >= 0x370 && code < 0x400
      ? 'greek'
      : code >= 0x400 && code < 0x530
        ? 'cyrillic'
        : code >= 0x100 && code < 0x2000 && !(code >= 0x2b0 && code < 0x300)
          ? 'extended'
          : 'latin'
  return bold ? `${family}Bold` : family
}

/** Splits text by font. Spaces and digits stay with the preceding piece. */
function splitByFont(text: string, bold: boolean): { font: Font; text: string }[] {
  const found: { font: Font; text: string }[] = []
  for (const char of text) {
    const last = found.at(-1)
    const font = /[\s\d.,:;()&/-]/.test(char) && last ? last.font : fontOf(char, bold)
    if (last?.font === font) last.text += char
    else found.push({ font, text: char })
  }
  return found
}

interface Place {
  x: number
  y: number
  width: number
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

/** Writes text and returns the y position of the next line. */
function write(pdf: Document, text: string, place: Place): number {
  const { x, y, size = 9.5, bold = false, color = ink, align = 'left' } = place
  pdf.fontSize(size).fillColor(color)
  const all = splitByFont(text || ' ', bold)
  if (align === 'right') {
    const widths = all.map((piece) => pdf.font(piece.font).widthOfString(piece.text))
    let at = x + place.width - widths.reduce((sum, one) => sum + one, 0)
    all.forEach((piece, index) => {
      pdf.font(piece.font).text(piece.text, at, y, { lineBreak: false })
      at += widths[index]!
    })
    return y + size * 1.5
  }
  all.forEach((piece, index) => {
    const options = { width: place.width, lineGap: size * 0.3, continued: index < all.length - 1 }
    if (index === 0) pdf.font(piece.font).text(piece.text, x, y, options)
    else pdf.font(piece.font).text(piece.text, options)
  })
  return pdf.y
}

function nameOfLine(line: InvoiceLine): string {
  if (line.kind === 'other') return line.planName
  const plan = line.interval === 'month' ? t`${line.planName}, monthly` : t`${line.planName}, yearly`
  return line.kind === 'credit' ? t`Unused time on ${plan}` : plan
}

function timeOfLine({ from, to, interval }: InvoiceLine, timezone: string): string {
  if (from && to) return `${formatDay(from, timezone)} – ${formatDay(to, timezone)}`
  return interval === 'month' ? t`One month from the payment date` : t`One year from the payment date`
}

function drawParties(pdf: Document, { billTo }: Invoice, seller: Seller, top: number): number {
  const half = width / 2 - 12
  const draw = (title: string, { name, address, taxId, email }: Invoice['billTo'], x: number) => {
    let y = write(pdf, title, { x, y: top, width: half, size: 8.5, color: quiet })
    y = write(pdf, name, { x, y: y + 2, width: half, bold: true })
    for (const text of [address, taxId && t`Tax ID: ${taxId}`, email])
      if (text) y = write(pdf, text, { x, y: y + 2, width: half })
    return y
  }
  const left = draw(t`For`, billTo, margin)
  const right = seller.name ? draw(t`From`, seller, margin + width / 2 + 12) : top
  return Math.max(left, right)
}

function drawLine(
  pdf: Document,
  line: InvoiceLine,
  { currency }: Invoice,
  timezone: string,
  y: number,
): number {
  const money = (amount: number) => formatMoney(amount, currency)
  write(pdf, formatNumber(line.quantity), { x: margin + 265, y, width: 50, align: 'right' })
  write(pdf, money(line.unitMinor), { x: margin + 320, y, width: 75, align: 'right' })
  write(pdf, money(line.amountMinor), { x: margin + 400, y, width: width - 400, align: 'right' })
  const below = write(pdf, nameOfLine(line), { x: margin, y, width: 260 })
  return write(pdf, timeOfLine(line, timezone), { x: margin, y: below, width: 260, size: 8.5, color: quiet })
}

function drawRule(pdf: Document, y: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.6)
    .strokeColor(rule)
    .stroke()
}

function drawHead(pdf: Document, invoice: Invoice, timezone: string): number {
  write(pdf, t`Invoice`, { x: margin, y: margin, width: 260, size: 20, bold: true })
  let y = margin
  const facts: [string, string][] = [
    [t`Number`, invoice.number],
    [t`Date`, formatDay(invoice.issuedAt, timezone)],
    [t`Due`, formatDay(invoice.dueAt, timezone)],
  ]
  if (invoice.paidAt) facts.push([t`Paid`, formatDay(invoice.paidAt, timezone)])
  if (invoice.voidedAt) facts.push([t`Voided on`, formatDay(invoice.voidedAt, timezone)])
  for (const [name, value] of facts) {
    write(pdf, name, { x: margin + 240, y, width: 100, color: quiet })
    y = write(pdf, value, { x: margin + 345, y, width: width - 345, align: 'right' })
  }
  return Math.max(y, margin + 40)
}

/** Draws an invoice as an A4 PDF in the current language, with embedded fonts. */
export function drawInvoice(invoice: Invoice, seller: Seller, timezone: string): Document {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en',
    info: {
      Title: t`Invoice ${invoice.number}`,
      Author: seller.name,
      CreationDate: new Date(invoice.issuedAt),
    },
  })
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, file)
  let y = drawHead(pdf, invoice, timezone)
  y = drawParties(pdf, invoice, seller, y + 24) + 28
  write(pdf, t`Plan`, { x: margin, y, width: 260, size: 8.5, color: quiet })
  write(pdf, t`Quantity`, { x: margin + 265, y, width: 50, size: 8.5, color: quiet, align: 'right' })
  write(pdf, t`Price`, { x: margin + 320, y, width: 75, size: 8.5, color: quiet, align: 'right' })
  write(pdf, t`Amount`, { x: margin + 400, y, width: width - 400, size: 8.5, color: quiet, align: 'right' })
  y += 16
  for (const line of invoice.lines) {
    drawRule(pdf, y)
    y = drawLine(pdf, line, invoice, timezone, y + 8) + 8
  }
  drawRule(pdf, y)
  const total = { y: y + 10, size: 12, bold: true } as const
  write(pdf, t`Total`, { x: margin, width: 200, ...total })
  const sum = formatMoney(invoice.totalMinor, invoice.currency)
  y = write(pdf, sum, { x: margin + 250, width: width - 250, align: 'right', ...total }) + 24
  if (seller.paymentInstructions && invoice.state === 'open') {
    y = write(pdf, t`How to pay`, { x: margin, y, width, size: 8.5, color: quiet })
    write(pdf, seller.paymentInstructions, { x: margin, y: y + 2, width })
  }
  pdf.end()
  return pdf
}
