import { plainLine } from '@muster/contract/names.ts'

/** An email in its two forms, which have the same words. */
export interface Email {
  subject: string
  text: string
  html: string
}

/** The email's link, shown as a buttonStyle. */
interface Link {
  label: string
  address: string
}

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
const cardStyle =
  'max-width:480px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e4e4e0;border-radius:10px'
const buttonStyle =
  'display:inline-block;padding:10px 18px;background:#0b6b58;color:#fff;border-radius:6px;text-decoration:none;font-weight:600'

function paragraphOf(part: string | Link): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  const address = escapeHtml(part.address)
  return `<p><a href="${address}" style="${buttonStyle}">${escapeHtml(part.label)}</a></p><p style="color:#6b6b66;font-size:13px;word-break:break-all">${address}</p>`
}

/**
 * Writes an email of paragraphs and at most one link, in the current language. Each part is one line, so that no name
 * can start a line of its own.
 */
export function writeEmail(title: string, paragraphs: readonly (string | Link)[]): Email {
  const subject = plainLine(title)
  const parts = paragraphs.map((part) =>
    typeof part === 'string' ? plainLine(part) : { ...part, label: plainLine(part.label) },
  )
  const text = parts.map((part) => (typeof part === 'string' ? part : part.address)).join('\n\n')
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${pageStyle}"><div style="${cardStyle}"><p style="font-weight:700">Muster</p>${parts.map(paragraphOf).join('')}</div></body></html>`
  return { subject, text, html }
}
