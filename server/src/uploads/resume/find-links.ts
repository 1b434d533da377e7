import { readProfileUrl } from '../../contact-formats/read-profile-url.ts'
import type { ParsedDocument } from '../reading/read-document.ts'
import type { Facts } from './find-facts.ts'
import { snippetOf } from './snippet.ts'

type Link = Facts['links'][number]

const maxFound = 10
const url = /(?:https?:\/\/|www\.)[^\s<>()[\]{}"'«»“”|,;]+/gi
/** Sites that people write without "https". */
const site =
  /(?<![@\w.-])(?:[a-z]{2,3}\.)?(?:linkedin\.com|github\.com|gitlab\.com|xing\.com|stackoverflow\.com|behance\.net|dribbble\.com|kaggle\.com|medium\.com|orcid\.org)\/[^\s<>()[\]{}"'«»“”|,;]+/gi

const kindOrder: Link['kind'][] = ['linkedin', 'github', 'other']

/** GitHub's own pages, which are not user names. */
const reservedNames =
  /^https:\/\/github\.com\/(?:about|features|orgs|topics|marketplace|sponsors|settings|login)(?:\/|$)/

function kindOf(address: string): Link['kind'] | null {
  const { hostname, pathname } = new URL(address)
  if (/(?:^|\.)linkedin\.com$/.test(hostname)) return 'linkedin'
  if (hostname !== 'github.com') return 'other'
  // Only a user's page counts. Pages below it are repositories, possibly somebody else's.
  return /^\/[\w-]+$/.test(pathname) && !reservedNames.test(address) ? 'github' : null
}

/** Returns profile and web page URLs: LinkedIn, then GitHub, then others, each in document order. */
export function findLinks({ lines, links }: ParsedDocument): Link[] {
  const found = new Map<string, Link>()
  const add = (written: string, foundIn: string) => {
    const { value } = readProfileUrl(written.replace(/[.:!?)»”']+$/, ''))
    // A URL that ends in a hyphen continues on the next line, and its end is unknown.
    const kind = value && !/-$/.test(written) ? kindOf(value) : null
    if (value && kind && !found.has(value)) found.set(value, { value, foundIn, kind })
  }
  for (const { text } of lines)
    for (const pattern of [url, site])
      for (const { 0: match, index } of text.matchAll(pattern))
        add(match, snippetOf(text, index, match.length))
  for (const { address, text } of links) if (/^https?:/i.test(address)) add(address, text || address)
  return [...found.values()]
    .sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))
    .slice(0, maxFound)
}
