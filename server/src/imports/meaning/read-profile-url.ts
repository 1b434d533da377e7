import { t } from '#texts'
import { cleanCell, readNoValue } from './no-value.ts'
import { blank, doubtful, quote, type Reading, refused, understood } from './reading.ts'

const longest = 500

/**
 * A profile address in the one form by which people are matched: https, no query, no fragment, no slash at the
 * end; LinkedIn, Xing and GitHub without country or letter case, since theirs mean nothing.
 */
export function readProfileUrl(cell: string): Reading<string> {
  const text = cleanCell(cell)
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  const [first = '', ...more] = text.split(/[\s;,|<>]+/).filter((part) => part !== '')
  const address = normaliseUrl(first)
  if (address === null) return refused('invalid_url', t`${quote(text)} is not a profile address`)
  const others = new Set(more.map(normaliseUrl).filter((other) => other !== null && other !== address)).size
  return others === 0
    ? understood(address)
    : doubtful(address, 'several_values', t`${quote(text)} holds ${others + 1} addresses; the first is taken`)
}

/** Null for what is no address of a profile. */
function normaliseUrl(text: string): string | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || !/^[^.]+(?:\.[^.]+)+$/.test(url.hostname) || url.username)
    return null
  const site = /(?:^|\.)(linkedin\.com|xing\.com|github\.com)$/.exec(url.hostname)?.[1]
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const address = site
    ? `https://www.${site}${decodePath(path).toLowerCase()}`.replace('www.github', 'github')
    : `https://${url.host}${path}`
  if (address.length > longest || (site && !/^\/[^/]+/.test(path))) return null
  if (site === 'linkedin.com' && !/^\/(?:in|pub)\/[^/]+/i.test(path)) return null
  return site === 'linkedin.com' ? withoutLanguage(address) : address
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
