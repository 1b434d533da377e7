import { isStaff } from '@muster/contract/client-access.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { useSyncExternalStore } from 'react'
import { loginPath } from './auth-paths.ts'
import {
  type CurrentUser,
  clearStoredSession,
  isImpersonating,
  leaveImpersonation,
  onSessionChange,
  readTokens,
  readUser,
  sessionOwner,
} from './stored-session.ts'

/** Returns whether tokens and user are stored, so that the session can be restored. */
export function hasStoredSession(): boolean {
  const { accessToken, refreshToken } = readTokens()
  return Boolean(accessToken && (refreshToken || isImpersonating()) && readUser())
}

/** The HTTP layer loads on demand: the sign-in page renders without it. */
const http = () => import('./session-calls.ts')

/**
 * Restores the stored session. With stored tokens and user, the user counts as signed in while the current
 * user is loaded. If that fails, refreshes once and retries; if that fails too, clears the stored session.
 * Returns whether somebody is signed in.
 */
export async function restoreSession(): Promise<boolean> {
  if (!hasStoredSession()) return false
  const { loadCurrentUser } = await http()
  await loadCurrentUser()
  return hasStoredSession()
}

/** Returns whether the user signed in with a password that somebody else set. */
export function mustChoosePassword(): boolean {
  return readUser()?.mustChoosePassword === true
}

/** Returns whether the user must set up 2FA before anything else. */
export function mustSetUpSecondFactor(): boolean {
  return readUser()?.mustSetUpSecondFactor === true
}

let signingOut = false

/** Returns whether a sign-out is in progress, during which the end of the session is expected. */
export function isSigningOut(): boolean {
  return signingOut
}

/**
 * Ends the session on the server, clears it here and in other tabs, and opens the sign-in page. An
 * impersonation returns to the administrator's own session instead.
 */
export async function signOut(): Promise<void> {
  signingOut = true
  const { endOnServer } = await http()
  await endOnServer(readTokens())
  if (isImpersonating()) return leaveImpersonation()
  clearStoredSession()
  window.location.assign('/auth/login')
}

/** Navigates away as soon as the session ends or another replaces it, here or in another tab. */
export function leaveWhenSignedOut() {
  const owner = sessionOwner()
  let leaving = false
  const leave = () => {
    const ended = !readTokens().accessToken
    // A second navigation would abort the first.
    if (leaving || (!ended && sessionOwner() === owner)) return
    leaving = true
    if (ended) window.location.replace(loginPath(window.location))
    else window.location.reload()
  }
  onSessionChange(() => {
    // `signOut` itself opens the sign-in page.
    if (!signingOut) leave()
  })
  // The browser may restore the page from its cache as it was before the sign-out.
  window.addEventListener('pageshow', () => {
    leaving = false
    leave()
  })
}

let lastUser: CurrentUser | null = null

/**
 * Returns the signed-in user or, while the browser navigates to the sign-in page, the one whose session just
 * ended.
 */
function currentUser(): CurrentUser | null {
  lastUser = readUser() ?? lastUser
  return lastUser
}

/** Returns the signed-in user. Only for components within the layout, where somebody is always signed in. */
export function useCurrentUser(): CurrentUser {
  const user = useSyncExternalStore(onSessionChange, currentUser)
  if (!user) throw new Error('Nobody is signed in')
  return user
}

/** Returns whether the signed-in user has a permission. The server checks it on every request. */
export function can(permission: Permission): boolean {
  return currentUser()?.permissions.includes(permission) ?? false
}

/** Returns whether the signed-in user works for a client and not for the workspace. */
export function isClient(): boolean {
  const user = currentUser()
  return user !== null && !isStaff(user.role)
}

/** `can` for components: rerenders when permissions change. */
export function usePermission(permission: Permission): boolean {
  return useCurrentUser().permissions.includes(permission)
}
