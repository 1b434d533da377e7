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
  return {
    accessToken: localStorage.getItem(keys.accessToken),
    tokenType: localStorage.getItem(keys.tokenType) || 'Bearer',
    refreshToken: localStorage.getItem(keys.refreshToken),
  }
}

let parsedUser: { text: string; user: CurrentUser | null } | undefined

/** The stored user; the same object as long as nothing changed. */
export function readUser(): CurrentUser | null {
  const text = localStorage.getItem(keys.user)
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
  if (user.language) storeLanguage(user.language)
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

export function clearStoredSession() {
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  announce()
}
