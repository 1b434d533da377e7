/**
 * Matches the paths of screens. None needs escaping, so dots, backslashes and encoded characters never pass.
 */
const screenPath = /^(\/[\w-]+)+\/?$/

/** Servers and proxies refuse longer addresses. */
const longest = 8000

/**
 * Returns the address in `redirect` of a search string if it belongs to this site, or null. The router
 * decides whether it is a screen.
 */
export function readRedirect(search: string, origin = window.location.origin): string | null {
  const [target = '', ...others] = new URLSearchParams(search).getAll('redirect')
  const [path = ''] = target.split(/[?#]/, 1)
  // URL parsers drop tabs and line breaks, so the checked address would differ from the opened one.
  const hasControls = /\p{Cc}/u.test(target)
  if (others.length > 0 || hasControls || !screenPath.test(path)) return null
  const url = URL.parse(target, origin)
  if (url?.origin !== origin || url.pathname !== path) return null
  const address = url.pathname + url.search + url.hash
  return address.length <= longest ? address : null
}
