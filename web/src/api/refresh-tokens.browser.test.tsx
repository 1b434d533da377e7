import { listApplications } from '@muster/contract/applications.ts'
import { refresh } from '@muster/contract/auth.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearStoredSession, readTokens, readUser } from '../session/stored-session.ts'
import { signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'
import { call } from './call.ts'
import { underRefreshLock } from './refresh-lock.ts'
import { refreshTokens } from './refresh-tokens.ts'

const renewed = () => ({ ...example(refresh), access_token: 'renewed', refresh_token: 'next' })

describe('a refresh under way', () => {
  it('leaves nobody signed in who signed out in another tab meanwhile', async () => {
    const arrives = answerLater(refresh, renewed())
    const refreshing = refreshTokens('access')
    await expect.poll(() => callsOf(refresh)).toHaveLength(1)
    clearStoredSession()
    arrives()
    await expect(refreshing).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(readTokens()).toMatchObject({ accessToken: null, refreshToken: null })
    expect(readUser()).toBeNull()
  })

  it('keeps the session of somebody else who signed in meanwhile', async () => {
    const arrives = answerLater(refresh, renewed())
    const refreshing = refreshTokens('access')
    await expect.poll(() => callsOf(refresh)).toHaveLength(1)
    localStorage.setItem('auth_token', 'of another')
    localStorage.setItem('refresh_token', 'of another')
    arrives()
    await refreshing
    expect(readTokens()).toMatchObject({ accessToken: 'of another', refreshToken: 'of another' })
  })

  it('is shared by concurrent callers', async () => {
    answer(refresh, renewed())
    await Promise.all([refreshTokens('access'), refreshTokens('access'), refreshTokens('access')])
    expect(callsOf(refresh).map(({ body }) => body)).toEqual([{ refresh_token: 'refresh' }])
    expect(readTokens()).toMatchObject({ accessToken: 'renewed', refreshToken: 'next' })
  })

  it("waits for another tab's refresh and uses the tokens that it stored", async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>()
    const otherTab = navigator.locks.request('muster_refresh', () => done)
    const refreshing = refreshTokens('access')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(callsOf(refresh)).toEqual([])
    localStorage.setItem('auth_token', 'by the other tab')
    localStorage.setItem('refresh_token', 'by the other tab')
    finish()
    await Promise.all([otherTab, refreshing])
    expect(callsOf(refresh)).toEqual([])
    expect(readTokens().accessToken).toBe('by the other tab')
  })
})

describe('a refresh without Web Locks', () => {
  beforeEach(() => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  })

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks')
  })

  it('waits for that of another tab', async () => {
    let isDone = false
    const first = underRefreshLock(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      isDone = true
    })
    let wasDone: boolean | undefined
    const second = underRefreshLock(async () => {
      wasDone = isDone
    })
    await Promise.all([first, second])
    expect(wasDone).toBe(true)
  })

  it('does not wait for a tab that was loaded again meanwhile', async () => {
    const { promise: never, resolve: end } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const left = underRefreshLock(() => {
      begun.resolve()
      return never
    })
    await begun.promise
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('muster_refresh')).toBeNull()
    await underRefreshLock(async () => {})
    end()
    await left
  })
})

describe('a refused refresh', () => {
  it('leaves the next tab nothing to send', async () => {
    answer(refresh, refuse('UNAUTHENTICATED', 'The session is over'))
    const refreshing = refreshTokens('access')
    const nextTab = navigator.locks.request('muster_refresh', () => readTokens())
    await expect(refreshing).rejects.toMatchObject({ status: 401 })
    expect(await nextTab).toMatchObject({ accessToken: null, refreshToken: null })
  })
})

describe('a call whose token ran out', () => {
  it('is retried with the new token, once only', async () => {
    answer(refresh, renewed())
    answer(listApplications, () =>
      readTokens().accessToken === 'renewed'
        ? example(listApplications)
        : refuse('UNAUTHENTICATED', 'Expired')(),
    )
    await call(listApplications, { query: {} })
    expect(callsOf(listApplications)).toHaveLength(2)
  })

  it('signs out when the refresh is refused', async () => {
    answer(refresh, refuse('UNAUTHENTICATED', 'Ended'))
    answer(listApplications, refuse('UNAUTHENTICATED', 'Expired'))
    void call(listApplications, { query: {} })
    await expect.poll(() => readTokens().accessToken).toBeNull()
    expect(callsOf(listApplications)).toHaveLength(1)
  })

  it('signs out instead of retrying forever when the new token is refused too', async () => {
    answer(refresh, renewed())
    answer(listApplications, refuse('UNAUTHENTICATED', 'Expired'))
    void call(listApplications, { query: {} })
    await expect.poll(() => readTokens().accessToken).toBeNull()
    expect(callsOf(listApplications)).toHaveLength(2)
    expect(callsOf(refresh)).toHaveLength(1)
  })

  it('keeps the user signed in while the server restarts', async () => {
    let asked = 0
    answer(refresh, () => {
      asked += 1
      return asked === 1 ? refuse('UNAVAILABLE', 'Starting')() : renewed()
    })
    await refreshTokens('access')
    expect(readTokens().accessToken).toBe('renewed')
  })

  it('keeps the user signed in when the retried call lacks a permission', async () => {
    signInAs('viewer')
    answer(listApplications, refuse('FORBIDDEN', 'No'))
    await expect(call(listApplications, { query: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(callsOf(refresh)).toEqual([])
    expect(readTokens().accessToken).toBe('access')
  })

  it('fails as unreachable, not as signed out, when the connection is lost', async () => {
    answer(listApplications, offline)
    await expect(call(listApplications, { query: {} })).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(readTokens().accessToken).toBe('access')
  })
})
