import { t } from '#texts'
import { cleanCell, readNoValue } from './no-value.ts'
import { blank, quote, type Reading, refused, understood } from './reading.ts'

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
  const invalid = () => refused('invalid_url', t`${quote(text)} is not a profile address`)
  const [first = ''] = text.split(/[\s;,|<>]+/).filter((part) => part !== '')
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(first) ? first : `https://${first}`)
  if (!url || !/^https?:$/.test(url.protocol) || !/^[^.]+(?:\.[^.]+)+$/.test(url.hostname) || url.username)
    return invalid()
  const site = /(?:^|\.)(linkedin\.com|xing\.com|github\.com)$/.exec(url.hostname)?.[1]
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const address = site
    ? `https://www.${site}${decodePath(path).toLowerCase()}`.replace('www.github', 'github')
    : `https://${url.host}${path}`
  if (address.length > longest || (site && !/^\/[^/]+/.test(path))) return invalid()
  if (site === 'linkedin.com' && !/^\/(?:in|pub)\/[^/]+/i.test(path)) return invalid()
  return understood(site === 'linkedin.com' ? withoutLanguage(address) : address)
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
