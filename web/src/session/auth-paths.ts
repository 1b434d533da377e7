const authPaths = [
  '/auth',
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/accept-invite',
  '/auth/confirm-email',
  '/auth/unsubscribe',
]

/** Returns whether a path is opened from an email, possibly by a signed-in user. */
export function isMailedPath(path: string): boolean {
  return ['/auth/reset-password', '/auth/accept-invite', '/auth/confirm-email', '/auth/unsubscribe'].includes(
    withoutSlash(path),
  )
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1')
}

/** Returns whether a path is a page before sign-in. These have a separate app, so that it stays small. */
export function isAuthPath(path: string): boolean {
  return authPaths.includes(withoutSlash(path))
}

/** Returns the page before sign-in that a path opens; `/auth` opens the first. */
export function authPageOf(path: string): string {
  return withoutSlash(path) === '/auth' ? '/auth/login' : withoutSlash(path)
}

/** Returns the sign-in path with the address to return to. */
export function loginPath(from: { pathname: string; search: string; hash: string }): string {
  const target = from.pathname + from.search + from.hash
  return target === '/' || target === '/dashboard'
    ? '/auth/login'
    : `/auth/login?${new URLSearchParams({ redirect: target })}`
}
