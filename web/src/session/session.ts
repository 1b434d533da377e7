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

/** True when tokens and user are all stored: enough to try to restore the session. */
export function hasStoredSession(): boolean {
  const { accessToken, refreshToken } = readTokens()
  return Boolean(accessToken && (refreshToken || isImpersonating()) && readUser())
}

/** The HTTP layer, loaded when first needed: the sign-in page shows without it. */
const http = () => import('./session-calls.ts')

/**
 * Restores the session from what is stored: with tokens and user stored the person counts as signed in, and the
 * current user is loaded; when that fails, refreshes once and loads again; when that fails, clears what is
 * stored. Answers whether somebody is signed in.
 */
export async function restoreSession(): Promise<boolean> {
  if (!hasStoredSession()) return false
  const { loadCurrentUser } = await http()
  await loadCurrentUser()
  return hasStoredSession()
}

/** Whether the person signed in with a password they did not choose. */
export function mustChoosePassword(): boolean {
  return readUser()?.mustChoosePassword === true
}

/** Whether the workspace asks for a second factor before anything else. */
export function mustSetUpSecondFactor(): boolean {
  return readUser()?.mustSetUpSecondFactor === true
}

let signingOut = false

/** Whether somebody is on their way out: what the server says of the session's end is no news then. */
export function isSigningOut(): boolean {
  return signingOut
}

/** Ends the session on the server (a look through somebody's eyes goes back to one's own), forgets it here and in the other tabs, and opens the sign-in page. */
export async function signOut(): Promise<void> {
  signingOut = true
  const { endOnServer } = await http()
  await endOnServer(readTokens())
  if (isImpersonating()) return leaveImpersonation()
  clearStoredSession()
  window.location.assign('/auth/login')
}

/** Leaves the page as soon as its session ends or another takes its place: here, or in another tab. */
export function leaveWhenSignedOut() {
  const owner = sessionOwner()
  let leaving = false
  const leave = () => {
    const ended = !readTokens().accessToken
    // A second navigation would break off the first.
    if (leaving || (!ended && sessionOwner() === owner)) return
    leaving = true
    if (ended) window.location.replace(loginPath(window.location))
    else window.location.reload()
  }
  onSessionChange(() => {
    // Signing out opens the sign-in page by itself.
    if (!signingOut) leave()
  })
  // The browser may bring the page back from memory, as it was before the sign-out.
  window.addEventListener('pageshow', () => {
    leaving = false
    leave()
  })
}

let lastUser: CurrentUser | null = null

/** The signed-in person or, while the browser leaves for the sign-in page, the one whose session just ended. */
function currentUser(): CurrentUser | null {
  lastUser = readUser() ?? lastUser
  return lastUser
}

/** The signed-in person. Only for components within the layout, where somebody is always signed in. */
export function useCurrentUser(): CurrentUser {
  const user = useSyncExternalStore(onSessionChange, currentUser)
  if (!user) throw new Error('Nobody is signed in')
  return user
}

/** Whether the signed-in person holds a right. The server checks it again on every call. */
export function can(permission: Permission): boolean {
  return currentUser()?.permissions.includes(permission) ?? false
}

/** `can` for components: renders again when the rights change. */
export function usePermission(permission: Permission): boolean {
  return useCurrentUser().permissions.includes(permission)
}
