import type { ParsedDocument } from '../reading/read-document.ts'
import type { KnownContacts } from './find-contacts.ts'

export interface CoveringRequest {
  known: KnownContacts
  /** Of phone numbers without a country code. */
  country: string
}

/**
 * Returns a PDF of a document without contact data. Of a PDF the pages are drawn; other documents are set anew from
 * their text.
 * @throws DocumentRefused
 */
export async function coverDocument(
  kind: 'pdf' | 'docx' | 'text',
  content: Buffer,
  request: CoveringRequest,
  read: () => Promise<ParsedDocument>,
): Promise<{ pdf: Buffer; pages: number }> {
  if (kind === 'pdf') return (await import('./cover-pdf.ts')).coverPdf(content, request)
  const { lines } = await read()
  return (await import('./typeset-lines.ts')).typesetLines(lines, request)
}
