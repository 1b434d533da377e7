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

/**
 * While a superadmin looks through somebody's eyes: that person's token and user, of this tab alone. It covers the
 * session of their own, which stays stored beneath it.
 */
const eyesKeys = { accessToken: 'eyes_token', user: 'eyes_user' } as const

export function isImpersonating(): boolean {
  return sessionStorage.getItem(eyesKeys.accessToken) !== null
}

export function storeImpersonation(answer: { access_token: string; user: CurrentUser }) {
  sessionStorage.setItem(eyesKeys.user, JSON.stringify(answer.user))
  sessionStorage.setItem(eyesKeys.accessToken, answer.access_token)
}

/** Back to one's own session, with nothing of the other person left in memory. */
export function leaveImpersonation() {
  for (const key of Object.values(eyesKeys)) sessionStorage.removeItem(key)
  window.location.assign('/admin/users')
}

const listeners = new Set<() => void>()

/** Calls the listener whenever the session is stored or cleared, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce() {
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  // A key of null is `localStorage.clear()`.
  if (event.key === null || Object.values<string>(keys).includes(event.key)) announce()
})

export function readTokens(): StoredTokens {
  const eyes = sessionStorage.getItem(eyesKeys.accessToken)
  // Nothing renews it.
  if (eyes) return { accessToken: eyes, tokenType: 'Bearer', refreshToken: null }
  return {
    accessToken: localStorage.getItem(keys.accessToken),
    tokenType: localStorage.getItem(keys.tokenType) || 'Bearer',
    refreshToken: localStorage.getItem(keys.refreshToken),
  }
}

let parsedUser: { text: string; user: CurrentUser | null } | undefined

/** The stored user; the same object as long as nothing changed. */
export function readUser(): CurrentUser | null {
  const text = isImpersonating() ? sessionStorage.getItem(eyesKeys.user) : localStorage.getItem(keys.user)
  if (!text) return null
  if (parsedUser?.text === text) return parsedUser.user
  let user: CurrentUser | null = null
  try {
    user = JSON.parse(text)
  } catch {
    // Not ours, or cut off: as if nobody were stored.
  }
  parsedUser = { text, user }
  return user
}

export function storeTokens(tokens: { access_token: string; refresh_token: string; token_type?: string }) {
  localStorage.setItem(keys.tokenType, tokens.token_type || 'Bearer')
  localStorage.setItem(keys.refreshToken, tokens.refresh_token)
  localStorage.setItem(keys.accessToken, tokens.access_token)
  announce()
}

export function storeUser(user: CurrentUser) {
  if (isImpersonating()) {
    sessionStorage.setItem(eyesKeys.user, JSON.stringify(user))
    return announce()
  }
  if (user.language) storeLanguage(user.language)
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

/** Forgets the session; of a look through somebody's eyes, that look alone. */
export function clearStoredSession() {
  if (isImpersonating()) return leaveImpersonation()
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  announce()
}
