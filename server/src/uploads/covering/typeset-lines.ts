import { DocumentRefused, type Line } from '../reading/read-document.ts'
import type { CoveringRequest } from './cover-document.ts'
import { bold, regular, startPdf, writable } from './covered-pdf.ts'
import { findContacts, findKnown, joinSpans, replaceSpans, type Span } from './find-contacts.ts'

const margin = 56
const bodySize = 10.5
const largestSize = 20
/** A line in larger letters is a heading. */
const headingSize = 12

/** Labels that stay behind when the contact data after them are gone. */
const label =
  /^(?:\W*\b(?:tel|telephone|phone|mobile|mob|cell|fax|e-?mail|mail|web|website|url|linked\s?in|git\s?hub|skype|telegram|whats\s?app|telefon|handy|homepage)\b\W*)+$/i

/** Removes what is covered, and the separators and labels that are left of it. */
function tidy(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts = replaceSpans(text, spans, '\u0000').split(/\s*[|•·●▪]\s*|\s{3,}|\t/)
  return parts
    .map((part) => (part.includes('\u0000') ? part.replaceAll('\u0000', '').trim() : part))
    .map((part) => part.replace(/^[\s,;:/-]+|[\s,;:/-]+$/g, ''))
    .filter((part) => part !== '' && !label.test(part))
    .join(' · ')
}

/** Returns the lines without contact data: within each line, and known ones also across lines. */
export function coverLines(lines: readonly Line[], { known, country }: CoveringRequest): Line[] {
  const whole = lines.map(({ text }) => text).join('\n')
  const acrossLines = joinSpans(findKnown(whole, known))
  let start = 0
  return lines.flatMap((line) => {
    const from = start
    const to = from + line.text.length
    start = to + 1
    const known = acrossLines
      .filter((span) => span.start < to && span.end > from)
      .map((span) => ({
        start: Math.max(0, span.start - from),
        end: Math.min(line.text.length, span.end - from),
      }))
    const text = tidy(
      line.text,
      joinSpans([...findContacts(line.text, { emails: [], phones: [], links: [] }, country), ...known]),
    )
    return text === '' ? [] : [{ ...line, text }]
  })
}

/**
 * Returns a PDF of the lines of a document without its contact data.
 * @throws DocumentRefused
 */
export async function typesetLines(
  lines: readonly Line[],
  request: CoveringRequest,
): Promise<{ pdf: Buffer; pages: number }> {
  const whole = lines.map(({ text }) => text).join('')
  if (whole.replace(/\s/g, '').length < 3) throw new DocumentRefused('no-text')
  if (whole.length - writable(whole).length > whole.length * 0.02) throw new DocumentRefused('unreadable')
  const { pdf, bytes } = startPdf({ size: 'A4', margin })
  pdf.addPage()
  let pages = 1
  pdf.on('pageAdded', () => {
    pages += 1
  })
  for (const { text, size, isItem } of coverLines(lines, request)) {
    const isHeading = size >= headingSize
    const fontSize = isHeading ? Math.min(size, largestSize) : bodySize
    if (isHeading) pdf.moveDown(0.5)
    pdf.font(isHeading ? bold : regular).fontSize(fontSize)
    pdf.text(isItem ? `•  ${writable(text)}` : writable(text), { indent: 0, paragraphGap: 3, lineGap: 1.5 })
  }
  pdf.end()
  return { pdf: await bytes, pages }
}
