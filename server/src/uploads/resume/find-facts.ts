import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { readResume } from '@muster/contract/uploads.ts'
import type { ReadDocument } from '../reading/read-document.ts'
import { findEmails } from './find-emails.ts'
import { findLinks } from './find-links.ts'
import { findName } from './find-name.ts'
import { findPhones } from './find-phones.ts'

export type Facts = ResponseOf<typeof readResume>

const fewestLetters = 20

/** What a document says of its person, each with the words it was found in; what is not written there stays empty. */
export function findFacts(
  document: ReadDocument,
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
    hasText: letters >= fewestLetters,
  }
}
