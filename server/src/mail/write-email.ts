import { plainLine } from '@muster/contract/names.ts'

/** An email in its two forms, which have the same words. */
export interface Email {
  subject: string
  text: string
  html: string
}

/** A link: the email's button with its address below, or words at the end. */
interface Link {
  label: string
  address: string
  isPlain?: true
}

/** Figures: the first column names the rows, and the last row is the total if it has one. */
export interface MailTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  hasTotal: boolean
}

export type MailPart = string | Link | MailTable

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes user-chosen names: none may become an element or another header line. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char]!)
}

const pageStyle =
  'margin:0;padding:24px 12px;background:#f6f6f4;color:#1c1c1a;font:15px/1.5 -apple-system,Segoe UI,sans-serif'
const cardStyle = 'margin:0 auto;padding:24px;background:#fff;border:1px solid #e4e4e0;border-radius:10px'
const buttonStyle =
  'display:inline-block;padding:10px 18px;background:#0b6b58;color:#fff;border-radius:6px;text-decoration:none;font-weight:600'

const cellStyle = 'padding:6px 8px;border-bottom:1px solid #e4e4e0'

function tableOf({ columns, rows, hasTotal }: MailTable): string {
  const align = (index: number) => (index === 0 ? 'left' : 'right')
  const cell = (tag: 'td' | 'th', text: string, index: number, isBold: boolean) =>
    `<${tag} align="${align(index)}" style="${cellStyle};font-weight:${isBold ? 600 : 400};text-align:${align(index)}">${escapeHtml(text)}</${tag}>`
  const head = columns.map((column, index) => cell('th', column, index, true)).join('')
  const body = rows.map((row, place) => {
    const isTotal = hasTotal && place === rows.length - 1
    return `<tr>${row.map((text, index) => cell('td', text, index, isTotal)).join('')}</tr>`
  })
  return `<div style="overflow-x:auto"><table role="table" cellspacing="0" style="border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums"><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** Each row is a line that begins with a dash, so that no name begins one. */
function textOf({ columns, rows }: MailTable): string {
  return [columns, ...rows].map((row) => `- ${row.join(' | ')}`).join('\n')
}

const isTable = (part: MailPart): part is MailTable => typeof part !== 'string' && 'rows' in part

function paragraphOf(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if (isTable(part)) return tableOf(part)
  const address = escapeHtml(part.address)
  if (part.isPlain) return `<p><a href="${address}" style="color:#0b6b58">${escapeHtml(part.label)}</a></p>`
  return `<p><a href="${address}" style="${buttonStyle}">${escapeHtml(part.label)}</a></p><p style="color:#6b6b66;font-size:13px;word-break:break-all">${address}</p>`
}

function textOfPart(part: MailPart): string {
  if (typeof part === 'string') return part
  if (isTable(part)) return textOf(part)
  return part.isPlain ? `${part.label}: ${part.address}` : part.address
}

function plainPart(part: MailPart): MailPart {
  if (typeof part === 'string') return plainLine(part)
  if (isTable(part))
    return { ...part, columns: part.columns.map(plainLine), rows: part.rows.map((row) => row.map(plainLine)) }
  return { ...part, label: plainLine(part.label) }
}

/**
 * Writes an email of paragraphs, tables and links, in the current language. Each part and each row of a table is one line, so
 * that no name can start a line of its own.
 */
export function writeEmail(title: string, paragraphs: readonly MailPart[]): Email {
  const subject = plainLine(title)
  const parts = paragraphs.map(plainPart)
  const text = parts.map(textOfPart).join('\n\n')
  const width = parts.some(isTable) ? 'max-width:720px' : 'max-width:480px'
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${pageStyle}"><div style="${width};${cardStyle}"><p style="font-weight:700">Muster</p>${parts.map(paragraphOf).join('')}</div></body></html>`
  return { subject, text, html }
}
