/** A path as all screens have it. None needs escaping, so dots, backslashes and encoded characters never pass. */
const screenPath = /^(\/[\w-]+)+\/?$/

/** Servers and proxies refuse longer addresses. */
const longest = 8000

/**
 * Reads which address of this site `redirect` in a search string names, or null. Whether the app has a screen there is
 * for its router to say.
 */
export function readRedirect(search: string, origin = window.location.origin): string | null {
  const [target = '', ...others] = new URLSearchParams(search).getAll('redirect')
  const [path = ''] = target.split(/[?#]/, 1)
  // URL parsers drop tabs and line breaks, so what was checked would not be what is opened.
  const hasControls = /\p{Cc}/u.test(target)
  if (others.length > 0 || hasControls || !screenPath.test(path)) return null
  const url = URL.parse(target, origin)
  if (url?.origin !== origin || url.pathname !== path) return null
  const address = url.pathname + url.search + url.hash
  return address.length <= longest ? address : null
}

/**
 * Returns where sign-in leads: the address that `redirect` remembers if it is one of the app's screens, else the
 * dashboard. Every address that comes from outside and is followed goes through here.
 */
export async function pathAfterLogin(search: string): Promise<string> {
  const address = readRedirect(search)
  if (!address) return '/dashboard'
  try {
    // Loaded only now: the pages before sign-in do without a router.
    const { isScreen } = await import('../router.tsx')
    return isScreen(address) ? address : '/dashboard'
  } catch {
    return '/dashboard'
  }
}
