import { readProfileUrl } from '../../imports/meaning/read-profile-url.ts'
import type { ReadDocument } from '../reading/read-document.ts'
import type { Facts } from './find-facts.ts'
import { snippetOf } from './snippet.ts'

type Link = Facts['links'][number]

const mostFound = 10
const url = /(?:https?:\/\/|www\.)[^\s<>()[\]{}"'«»“”|,;]+/gi
/** Sites people name without "https". */
const site =
  /(?<![@\w.-])(?:[a-z]{2,3}\.)?(?:linkedin\.com|github\.com|gitlab\.com|xing\.com|stackoverflow\.com|behance\.net|dribbble\.com|kaggle\.com|medium\.com|orcid\.org)\/[^\s<>()[\]{}"'«»“”|,;]+/gi

const kindOrder: Link['kind'][] = ['linkedin', 'github', 'other']

/** GitHub's own pages, and what no person is called. */
const notPeople =
  /^https:\/\/github\.com\/(?:about|features|orgs|topics|marketplace|sponsors|settings|login)(?:\/|$)/

function kindOf(address: string): Link['kind'] | null {
  const { hostname, pathname } = new URL(address)
  if (/(?:^|\.)linkedin\.com$/.test(hostname)) return 'linkedin'
  if (hostname !== 'github.com') return 'other'
  // A person's page; what lies below it is one of their works, or somebody else's.
  return /^\/[\w-]+$/.test(pathname) && !notPeople.test(address) ? 'github' : null
}

/** Addresses of profiles and pages: LinkedIn first, then GitHub, then others, each in the order they are written. */
export function findLinks({ lines, links }: ReadDocument): Link[] {
  const found = new Map<string, Link>()
  const add = (written: string, foundIn: string) => {
    const { value } = readProfileUrl(written.replace(/[.:!?)»”']+$/, ''))
    // An address broken at a hyphen goes on in the next line, and nobody knows how far.
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
    .slice(0, mostFound)
}
