const authPaths = [
  '/auth',
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/accept-invite',
  '/auth/confirm-email',
]

/** Opened from a mail, also by somebody who is signed in. */
export function isMailedPath(path: string): boolean {
  return ['/auth/reset-password', '/auth/accept-invite', '/auth/confirm-email'].includes(withoutSlash(path))
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1')
}

/** The pages before sign-in. They have an app of their own, so that it stays small. */
export function isAuthPath(path: string): boolean {
  return authPaths.includes(withoutSlash(path))
}

/** Which of the pages before sign-in a path opens; `/auth` opens the first. */
export function authPageOf(path: string): string {
  return withoutSlash(path) === '/auth' ? '/auth/login' : withoutSlash(path)
}

/** The sign-in page, remembering where the person was going. */
export function loginPath(from: { pathname: string; search: string; hash: string }): string {
  const target = from.pathname + from.search + from.hash
  return target === '/' || target === '/dashboard'
    ? '/auth/login'
    : `/auth/login?${new URLSearchParams({ redirect: target })}`
}
