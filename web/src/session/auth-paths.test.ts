import { describe, expect, it } from 'vitest'
import { authPageOf, isAuthPath, loginPath } from './auth-paths.ts'
import { readRedirect } from './read-redirect.ts'

const origin = 'https://muster.example.com'

describe('isAuthPath', () => {
  it('recognises the pages before sign-in, with or without a trailing slash', () => {
    for (const path of ['/auth', '/auth/', '/auth/login', '/auth/forgot-password', '/auth/reset-password/'])
      expect(isAuthPath(path)).toBe(true)
  })

  it('treats anything else as a page behind sign-in', () => {
    for (const path of ['/', '/dashboard', '/authors', '/auth/else']) expect(isAuthPath(path)).toBe(false)
  })
})

describe('authPageOf', () => {
  it('opens the sign-in page for /auth', () => {
    expect(authPageOf('/auth/')).toBe('/auth/login')
    expect(authPageOf('/auth/forgot-password')).toBe('/auth/forgot-password')
  })
})

describe('loginPath', () => {
  it('includes the page to return to', () => {
    const path = loginPath({ pathname: '/applications', search: '?q=a&late=true', hash: '' })
    expect(path).toBe('/auth/login?redirect=%2Fapplications%3Fq%3Da%26late%3Dtrue')
    expect(readRedirect(path.slice(path.indexOf('?')), origin)).toBe('/applications?q=a&late=true')
  })

  it('omits the default page', () => {
    expect(loginPath({ pathname: '/dashboard', search: '', hash: '' })).toBe('/auth/login')
  })
})
