import { refresh } from '@muster/contract/auth.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTokens, storeTokens } from '../session/stored-session.ts'
import { type Asked, answerRequests, refusal } from '../testing/answer-requests.ts'
import { client } from './client.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ access_token: 'old', refresh_token: 'r1' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const get = (more: object = {}) => client({ method: 'GET', path: '/things', ...more })

/** Refuses the access token `old`, and exchanges the refresh token for `new`. */
function refuseOld({ path, authorization }: Asked) {
  if (path === refresh.path) return { access_token: 'new', refresh_token: 'r2', token_type: 'Bearer' }
  return authorization === 'Bearer new' ? { ok: true } : refusal(401, 'UNAUTHENTICATED')
}

/** Whether a promise is still open after everything else has run. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 50, 'later'))
  return (await Promise.race([promise, later])) === 'later'
}

describe('a request', () => {
  it('is sent with the token', async () => {
    const asked = answerRequests(() => ({ ok: true }))
    expect((await get()).data).toEqual({ ok: true })
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer old'])
  })

  it('is sent without the token where nobody needs to sign in', async () => {
    const asked = answerRequests(() => refusal(401, 'UNAUTHENTICATED'))
    await expect(get({ anonymous: true })).rejects.toMatchObject({ status: 401 })
    expect(asked.map(({ authorization }) => authorization)).toEqual([null])
    expect(readTokens().accessToken).toBe('old')
  })

  it('is repeated once with new tokens after the old one expired', async () => {
    const asked = answerRequests(refuseOld)
    expect((await get()).data).toEqual({ ok: true })
    expect(asked.map(({ path }) => path)).toEqual(['/things', refresh.path, '/things'])
    expect(asked[1]!.body).toEqual({ refresh_token: 'r1' })
    expect(readTokens()).toMatchObject({ accessToken: 'new', refreshToken: 'r2' })
  })

  it('shares the refresh with others at the same moment', async () => {
    const asked = answerRequests(refuseOld)
    await Promise.all([get(), get(), get()])
    expect(asked.filter(({ path }) => path === refresh.path)).toHaveLength(1)
  })

  it('uses the tokens that another tab has stored meanwhile', async () => {
    const asked = answerRequests((each) => {
      if (each.authorization === 'Bearer old') localStorage.setItem('auth_token', 'new')
      return refuseOld(each)
    })
    expect((await get()).data).toEqual({ ok: true })
    expect(asked.map(({ path }) => path)).toEqual(['/things', '/things'])
  })

  it('signs out when the new token is refused as well, and settles no more', async () => {
    answerRequests(({ path }) =>
      path === refresh.path ? { access_token: 'new', refresh_token: 'r2' } : refusal(401, 'UNAUTHENTICATED'),
    )
    expect(await isOpen(get())).toBe(true)
    expect(readTokens()).toMatchObject({ accessToken: null, refreshToken: null })
  })

  it('signs out when the refresh token is refused', async () => {
    answerRequests(() => refusal(401, 'UNAUTHENTICATED'))
    expect(await isOpen(get())).toBe(true)
    expect(readTokens().refreshToken).toBeNull()
  })

  it('may leave the session as it is, for who signs out', async () => {
    const asked = answerRequests(refuseOld)
    await expect(get({ withoutRefresh: true })).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(1)
    expect(readTokens().accessToken).toBe('old')
    localStorage.clear()
    await expect(get({ withoutRefresh: true })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('is not sent at all when another tab has signed out', async () => {
    localStorage.clear()
    const asked = answerRequests(() => ({ ok: true }))
    expect(await isOpen(get())).toBe(true)
    expect(asked).toEqual([])
  })

  it('stores no tokens when another tab has signed out during the refresh', async () => {
    answerRequests((each) => {
      if (each.path === refresh.path) localStorage.clear()
      return refuseOld(each)
    })
    expect(await isOpen(get())).toBe(true)
    expect(readTokens()).toMatchObject({ accessToken: null, refreshToken: null })
  })

  it('stores where the events of the first response end, so that the stream misses none', async () => {
    vi.resetModules()
    const fresh = await import('./client.ts')
    const { firstPosition } = await import('./event-position.ts')
    expect(firstPosition()).toBeNull()
    for (const position of ['41', '43']) {
      answerRequests(() => Response.json({}, { headers: { 'last-event-id': position } }))
      await fresh.client({ method: 'GET', path: '/things' })
    }
    expect(firstPosition()).toBe('41')
  })

  it('is sent by who has only a refresh token left, which then brings a new one', async () => {
    localStorage.removeItem('auth_token')
    answerRequests(refuseOld)
    expect((await get()).data).toEqual({ ok: true })
  })

  it('is logged when it fails, unless it was refused for its sender', async () => {
    for (const [status, logged] of [
      [400, 0],
      [403, 1],
      [404, 1],
    ] as const) {
      vi.mocked(console.error).mockClear()
      answerRequests(() => refusal(status, 'FORBIDDEN'))
      await expect(get()).rejects.toMatchObject({ status })
      expect(console.error, String(status)).toHaveBeenCalledTimes(logged)
    }
  })
})
