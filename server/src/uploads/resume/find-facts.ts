import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { readResume } from '@muster/contract/uploads.ts'
import type { ParsedDocument } from '../reading/read-document.ts'
import { findEmails } from './find-emails.ts'
import { findLinks } from './find-links.ts'
import { findName } from './find-name.ts'
import { findPhones } from './find-phones.ts'

export type Facts = ResponseOf<typeof readResume>

const minLetters = 20

/**
 * Returns the facts a document states about its candidate, each with the text it was found in. Anything not stated
 * stays empty.
 */
export function findFacts(
  document: ParsedDocument,
  { fileName, country }: { fileName: string; country: string },
): Facts {
  const letters = document.lines.reduce((count, { text }) => count + text.length, 0)
  const emails = findEmails(document)
  const links = findLinks(document)
  return {
    name: findName(document, { emails, links, fileName }),
    emails,
    phones: findPhones(document, country),
    links,
    hasText: letters >= minLetters,
  }
}
