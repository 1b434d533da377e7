import { describe, expect, it } from 'vitest'
import { authPageOf, isAuthPath, isMailedPath, loginPath } from './auth-paths.ts'
import { readRedirect } from './read-redirect.ts'

const origin = 'https://muster.example.com'

describe('isAuthPath', () => {
  it('recognises the pages before sign-in, with or without a trailing slash', () => {
    for (const path of [
      '/auth',
      '/auth/',
      '/auth/login',
      '/auth/forgot-password',
      '/auth/reset-password/',
      '/auth/accept-invite',
      '/auth/confirm-email',
      '/auth/unsubscribe',
    ])
      expect(isAuthPath(path), path).toBe(true)
  })

  it('treats anything else as a page behind sign-in', () => {
    for (const path of ['/', '/dashboard', '/authors', '/auth/else']) expect(isAuthPath(path)).toBe(false)
  })
})

describe('isMailedPath', () => {
  it('recognises the pages that emails link to, with or without a trailing slash', () => {
    for (const path of [
      '/auth/reset-password',
      '/auth/accept-invite/',
      '/auth/confirm-email',
      '/auth/unsubscribe',
    ])
      expect(isMailedPath(path), path).toBe(true)
  })

  it('sends users who are signed in away from the other pages before sign-in', () => {
    for (const path of ['/auth', '/auth/login', '/auth/forgot-password', '/dashboard'])
      expect(isMailedPath(path), path).toBe(false)
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
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/auth/login')
  })

  it('includes the place on a page, and the default page with a query', () => {
    expect(loginPath({ pathname: '/settings', search: '', hash: '#keys' })).toBe(
      '/auth/login?redirect=%2Fsettings%23keys',
    )
    expect(loginPath({ pathname: '/dashboard', search: '?days=7', hash: '' })).toBe(
      '/auth/login?redirect=%2Fdashboard%3Fdays%3D7',
    )
  })
})
