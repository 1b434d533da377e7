import type { login } from '@muster/contract/auth.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { acceptInvitation } from '@muster/contract/invitations.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { loginWithSecondFactor } from '@muster/contract/second-factor.ts'
import { useSyncExternalStore } from 'react'
import { storeLanguage } from '../texts/language.ts'
import { loginPath } from './auth-paths.ts'
import {
  type CurrentUser,
  clearStoredSession,
  isImpersonating,
  leaveImpersonation,
  onSessionChange,
  readTokens,
  readUser,
  storeTokens,
  storeUser,
} from './stored-session.ts'

export type Credentials = CallOf<typeof login>['body']
type CodeCredentials = CallOf<typeof loginWithSecondFactor>['body']

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

/** Signs in and stores tokens and user. @throws ApiError with the server's message. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { postLogin } = await http()
  keepSession(await postLogin(credentials))
}

/** The second step of it, for whoever has a second factor. @throws ApiError with the server's message. */
export async function signInWithCode(code: CodeCredentials): Promise<void> {
  const { postCode } = await http()
  keepSession(await postCode(code))
}

let joined = false

/** Whether the session stored is that of an invitation accepted on this page. */
export function hasJustJoined(): boolean {
  return joined
}

/** Accepts an invitation and signs in by it; whoever was signed in here is not any more. @throws ApiError */
export async function acceptInvite(body: CallOf<typeof acceptInvitation>['body']): Promise<void> {
  const { postAcceptance } = await http()
  const answer = await postAcceptance(body)
  joined = true
  keepSession(answer)
}

/** Whether the workspace asks for a second factor before anything else. */
export function mustSetUpSecondFactor(): boolean {
  return readUser()?.mustSetUpSecondFactor === true
}

function keepSession(answer: ResponseOf<typeof login>) {
  // The page that opens next is in the language the person has chosen, on whatever device.
  if (answer.user.language) storeLanguage(answer.user.language)
  storeUser(answer.user)
  storeTokens(answer)
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

/** Leaves the app as soon as nobody is signed in any more: here, or in another tab. */
export function leaveWhenSignedOut(signal: AbortSignal) {
  const leave = () => {
    if (!readTokens().accessToken) window.location.replace(loginPath(window.location))
  }
  // Signing out opens the sign-in page by itself; a second way there would break off the first.
  const leaveUnlessOnTheWay = () => {
    if (!signingOut) leave()
  }
  signal.addEventListener('abort', onSessionChange(leaveUnlessOnTheWay))
  // The browser may bring the page back from memory, as it was before the sign-out.
  window.addEventListener('pageshow', leave, { signal })
}

let lastUser: CurrentUser | null = null

/** The signed-in person or, while a sign-out still navigates away, the one who just left. */
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
  return readUser()?.permissions.includes(permission) ?? false
}

/** `can` for components: renders again when the rights change. */
export function usePermission(permission: Permission): boolean {
  return useCurrentUser().permissions.includes(permission)
}

/** Whether the signed-in person is staff: client reviewers see no tags, sources and calls. */
export function useIsStaff(): boolean {
  return isStaff(useCurrentUser().role)
}
