import { t } from '#texts'
import { cleanCell, readNoValue } from './no-value.ts'
import { blank, doubtful, quote, type Reading, refused, understood } from './reading.ts'

const longest = 500
/** What is looked at of a cell; each address in it takes a while. */
const longestCell = 10_000

/**
 * A profile address in the one form by which people are matched: https, no slash at the end, no parameters that only
 * track visits; LinkedIn, Xing and GitHub without query, country or letter case, since theirs mean nothing.
 */
export function readProfileUrl(cell: string): Reading<string> {
  const text = cleanCell(cell)
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  const [first = '', ...more] = partsOf(text.slice(0, longestCell))
  const address = normaliseUrl(first)
  if (address === null) return refused('invalid_url', t`${quote(text)} is not a profile URL`)
  const others = new Set(more.map(normaliseUrl).filter((other) => other !== null && other !== address)).size
  return others === 0
    ? understood(address)
    : doubtful(
        address,
        'several_values',
        t`${quote(text)} contains ${others + 1} addresses. Only the first is used.`,
      )
}

/** The address and what is beside it, without a label such as "LinkedIn:". */
function partsOf(text: string): string[] {
  return text
    .replace(/^\p{L}{2,20}:\s+(?=\S+\.\S)/u, '')
    .split(/[\s;,|<>]+/)
    .filter((part) => part !== '')
}

function parseUrl(text: string): URL | null {
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
}

function siteOf({ hostname }: URL): string | undefined {
  return /(?:^|\.)(linkedin\.com|xing\.com|github\.com)$/.exec(hostname)?.[1]
}

/** Null for what is no address of a profile. */
function normaliseUrl(text: string): string | null {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || !/^[^.]+(?:\.[^.]+)+$/.test(url.hostname) || url.username)
    return null
  const site = siteOf(url)
  const page = identifyingQuery(url) + routeOf(url)
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const address = site
    ? `https://www.${site}${decodePath(path).toLowerCase()}`.replace('www.github', 'github')
    : `https://${url.host}${path || (page && '/')}${page}`
  if (address.length > longest || (site && !/^\/[^/]+/.test(path))) return null
  if (site === 'linkedin.com' && !/^\/(?:in|pub)\/[^/]+/i.test(path)) return null
  return site === 'linkedin.com' ? withoutLanguage(address) : address
}

/** What a cell says beside the address: words, and what of the address is not stored. */
export function profileUrlRemark(text: string): string {
  const [first = '', ...more] = partsOf(text)
  const url = parseUrl(first)
  const isStored = url && !siteOf(url)
  const dropped = url
    ? [isStored ? '' : identifyingQuery(url), url.hash !== routeOf(url) ? url.hash : '']
    : []
  return [...dropped, ...more].join(' ')
}

const tracking =
  /^(?:utm\w*|trk\w*|fbclid|gclid|msclkid|lipi|licu|mini_?profile\w*|original_?subdomain|ref|src)$/i

/** Elsewhere a query may be what tells people apart: "?id=17". */
function identifyingQuery({ searchParams }: URL): string {
  const kept = new URLSearchParams([...searchParams].filter(([name]) => !tracking.test(name)))
  return kept.size > 0 ? `?${kept}` : ''
}

/** "#/people/17" is the page; "#top" is a place on it. */
function routeOf(url: URL): string {
  return !siteOf(url) && /^#!?\//.test(url.hash) ? url.hash : ''
}

/** `/in/jane/de` is the German face of `/in/jane`. */
function withoutLanguage(address: string): string {
  return address.replace(/(\/in\/[^/]+)\/.*$/, '$1')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
