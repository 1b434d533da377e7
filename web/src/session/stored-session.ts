import type { login } from '@muster/contract/auth.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getCurrentUser } from '@muster/contract/users.ts'
import { storeLanguage } from '../texts/language.ts'

export type CurrentUser = ResponseOf<typeof getCurrentUser>

export interface StoredTokens {
  accessToken: string | null
  tokenType: string
  refreshToken: string | null
}

const keys = {
  accessToken: 'auth_token',
  tokenType: 'token_type',
  refreshToken: 'refresh_token',
  user: 'user',
} as const

/** A random value for each sign-in, by which a tab distinguishes a later session of the same user. */
const markKey = 'session_mark'

/** In session storage: the session that the tab's drafts belong to. */
const ownerKey = 'session_owner'

/**
 * The browser settings that stay in local storage when a session ends. All other keys are cleared, so add new
 * settings here.
 */
const settings =
  /^(language|color_scheme|density|nav_collapsed|last_board|had_checklist|board_folds|board_lane_folds|applications_columns:.*)$/

/**
 * The token and user of an impersonation, for this tab only. They take precedence over the administrator's
 * own stored session.
 */
export const impersonationKeys = { accessToken: 'eyes_token', user: 'eyes_user' } as const

/** The session storage before the impersonation: the administrator's drafts. */
export const ownStorageKey = 'own_storage'

export function isImpersonating(): boolean {
  return sessionStorage.getItem(impersonationKeys.accessToken) !== null
}

/**
 * Returns to the administrator's own session and drafts. Nothing of the impersonation stays in memory or
 * session storage.
 */
export function leaveImpersonation() {
  const own: Record<string, string> = JSON.parse(sessionStorage.getItem(ownStorageKey) ?? '{}')
  sessionStorage.clear()
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value)
  window.location.assign('/admin/users')
}

const listeners = new Set<() => void>()

/** Calls the listener when the session is stored or cleared, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce() {
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  // The key is null for `localStorage.clear()`.
  if (event.key !== null && ![...Object.values<string>(keys), markKey].includes(event.key)) return
  claimTabStorage()
  announce()
})

/**
 * Identifies the stored session, across refreshes; null if nobody is signed in. An impersonation does not
 * change it.
 */
export function sessionOwner(): string | null {
  const user = parseUser(localStorage.getItem(keys.user))
  if (!user || !localStorage.getItem(keys.accessToken)) return null
  return `${user.id} ${localStorage.getItem(markKey) ?? ''}`
}

/**
 * Clears this tab's session storage, with its drafts, if it belongs to a session that has ended. Called when
 * a document starts, since the tab may have shown another site at that time, and when another tab changes the
 * session.
 */
export function claimTabStorage() {
  const owner = sessionOwner()
  if ((sessionStorage.getItem(ownerKey) ?? owner) !== owner || !owner) sessionStorage.clear()
  if (owner) sessionStorage.setItem(ownerKey, owner)
}

export function readTokens(): StoredTokens {
  const impersonationToken = sessionStorage.getItem(impersonationKeys.accessToken)
  // It cannot be refreshed.
  if (impersonationToken) return { accessToken: impersonationToken, tokenType: 'Bearer', refreshToken: null }
  return {
    accessToken: localStorage.getItem(keys.accessToken),
    tokenType: localStorage.getItem(keys.tokenType) || 'Bearer',
    refreshToken: localStorage.getItem(keys.refreshToken),
  }
}

let parsedUser: { text: string; user: CurrentUser | null } | undefined

function parseUser(text: string | null): CurrentUser | null {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    // Invalid or truncated: treated as not stored.
    return null
  }
}

/** Returns the stored user; the same object until it changes. */
export function readUser(): CurrentUser | null {
  const text = isImpersonating()
    ? sessionStorage.getItem(impersonationKeys.user)
    : localStorage.getItem(keys.user)
  if (!text) return null
  if (parsedUser?.text !== text) parsedUser = { text, user: parseUser(text) }
  return parsedUser.user
}

/** Stores the session of a sign-in, and clears what an earlier session left in this browser. */
export function storeNewSession(answer: ResponseOf<typeof login>) {
  clearStorage()
  localStorage.setItem(markKey, crypto.getRandomValues(new Uint32Array(4)).join('-'))
  storeUser(answer.user)
  storeTokens(answer)
  claimTabStorage()
}

export function storeTokens(tokens: { access_token: string; refresh_token: string; token_type?: string }) {
  localStorage.setItem(keys.tokenType, tokens.token_type || 'Bearer')
  localStorage.setItem(keys.refreshToken, tokens.refresh_token)
  localStorage.setItem(keys.accessToken, tokens.access_token)
  announce()
}

export function storeUser(user: CurrentUser) {
  if (isImpersonating()) {
    sessionStorage.setItem(impersonationKeys.user, JSON.stringify(user))
    return announce()
  }
  if (user.language) storeLanguage(user.language)
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

/** Clears the stored session with its drafts; during an impersonation, only the impersonation. */
export function clearStoredSession() {
  if (isImpersonating()) return leaveImpersonation()
  clearStorage()
  announce()
}

function clearStorage() {
  // First, since other tabs react to it.
  localStorage.removeItem(keys.accessToken)
  for (const key of Object.keys(localStorage)) if (!settings.test(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}
