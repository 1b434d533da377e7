import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  claimTabStorage,
  clearStoredSession,
  impersonationKeys,
  isImpersonating,
  leaveImpersonation,
  onSessionChange,
  ownStorageKey,
  readTokens,
  readUser,
  sessionOwner,
  storeNewSession,
  storeTokens,
  storeUser,
} from './stored-session.ts'

const user = (id: string, more: object = {}) => ({ id, name: `User ${id}`, language: null, ...more }) as never

const signIn = (id: string) =>
  storeNewSession({ access_token: `access-${id}`, refresh_token: `refresh-${id}`, user: user(id) } as never)

const assign = vi.fn()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  assign.mockReset()
  Object.assign(window, { location: { assign } })
})

/** As another tab that changes what is stored. */
function announce(key: string | null) {
  window.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

describe('a session', () => {
  it('is stored with its tokens and its user', () => {
    expect([readUser(), sessionOwner(), readTokens().accessToken]).toEqual([null, null, null])
    signIn('a')
    expect(readTokens()).toEqual({ accessToken: 'access-a', tokenType: 'Bearer', refreshToken: 'refresh-a' })
    expect(readUser()).toMatchObject({ id: 'a' })
    expect(readUser()).toBe(readUser())
    storeTokens({ access_token: 'new', refresh_token: 'newer', token_type: 'Special' })
    expect(readTokens()).toEqual({ accessToken: 'new', tokenType: 'Special', refreshToken: 'newer' })
  })

  it('leaves nothing of the one before, in any tab, but the settings of the browser', () => {
    signIn('a')
    localStorage.setItem('color_scheme', 'dark')
    localStorage.setItem('applications_columns:all', 'name')
    localStorage.setItem('recent_people', 'Ana Ortiz')
    localStorage.setItem('not_language', 'x')
    sessionStorage.setItem('draft', 'Ana Ortiz')
    signIn('b')
    expect(localStorage.getItem('recent_people')).toBeNull()
    expect(localStorage.getItem('not_language')).toBeNull()
    expect(sessionStorage.getItem('draft')).toBeNull()
    expect([localStorage.getItem('color_scheme'), localStorage.getItem('applications_columns:all')]).toEqual([
      'dark',
      'name',
    ])
    clearStoredSession()
    expect([readUser(), readTokens().accessToken, readTokens().refreshToken]).toEqual([null, null, null])
    expect(localStorage.getItem('color_scheme')).toBe('dark')
  })

  it('is another one after each sign-in, and the same after a refresh', () => {
    signIn('a')
    const first = sessionOwner()
    storeTokens({ access_token: 'refreshed', refresh_token: 'again' })
    expect(sessionOwner()).toBe(first)
    signIn('a')
    expect(sessionOwner()).not.toBe(first)
  })

  it('is none without a token, nor with a user that cannot be read', () => {
    signIn('a')
    localStorage.removeItem('auth_token')
    expect(sessionOwner()).toBeNull()
    signIn('a')
    localStorage.setItem('user', '{"id":"a"')
    expect([sessionOwner(), readUser()]).toEqual([null, null])
  })

  it('tells those who listen, until they stop', () => {
    const told = vi.fn()
    const stop = onSessionChange(told)
    signIn('a')
    expect(told).toHaveBeenCalled()
    told.mockReset()
    announce('auth_token')
    announce(null)
    expect(told).toHaveBeenCalledTimes(2)
    announce('color_scheme')
    expect(told).toHaveBeenCalledTimes(2)
    stop()
    clearStoredSession()
    expect(told).toHaveBeenCalledTimes(2)
  })
})

describe('the drafts of a tab', () => {
  it('stay while its session lasts, and go when another one begins elsewhere', () => {
    signIn('a')
    sessionStorage.setItem('draft', 'Ana Ortiz')
    claimTabStorage()
    expect(sessionStorage.getItem('draft')).toBe('Ana Ortiz')
    localStorage.setItem('user', JSON.stringify({ id: 'b' }))
    announce('user')
    expect(sessionStorage.getItem('draft')).toBeNull()
  })

  it('go when the session ended while the tab showed another site', () => {
    sessionStorage.setItem('draft', 'Ana Ortiz')
    claimTabStorage()
    expect(sessionStorage.getItem('draft')).toBeNull()
  })
})

describe('an impersonation', () => {
  function impersonate() {
    signIn('admin')
    sessionStorage.setItem(ownStorageKey, JSON.stringify({ draft: 'of the administrator' }))
    sessionStorage.setItem(impersonationKeys.accessToken, 'eyes')
    sessionStorage.setItem(impersonationKeys.user, JSON.stringify({ id: 'seen' }))
  }

  it('is of this tab alone, and cannot be refreshed', () => {
    signIn('admin')
    expect(isImpersonating()).toBe(false)
    impersonate()
    expect(isImpersonating()).toBe(true)
    expect(readTokens()).toEqual({ accessToken: 'eyes', tokenType: 'Bearer', refreshToken: null })
    expect(readUser()).toMatchObject({ id: 'seen' })
    expect(localStorage.getItem('auth_token')).toBe('access-admin')
    expect(sessionOwner()).toMatch(/^admin /)
  })

  it('stores what changes of the user in the tab, not for the administrator', () => {
    impersonate()
    storeUser(user('seen', { name: 'Renamed', language: 'de' }))
    expect(readUser()).toMatchObject({ name: 'Renamed' })
    expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ id: 'admin' })
    expect(localStorage.getItem('language')).toBeNull()
  })

  it('ends with what the administrator had, and leaves the session of the administrator', () => {
    for (const end of [leaveImpersonation, clearStoredSession]) {
      impersonate()
      sessionStorage.setItem('draft', 'of the impersonation')
      end()
      expect(isImpersonating()).toBe(false)
      expect(Object.entries(sessionStorage)).toEqual([['draft', 'of the administrator']])
      expect(readTokens().accessToken).toBe('access-admin')
    }
    expect(assign).toHaveBeenCalledWith('/admin/users')
  })
})
