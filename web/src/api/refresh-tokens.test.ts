import { refresh } from '@muster/contract/auth.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTokens, readUser, storeTokens } from '../session/stored-session.ts'
import { answerRequests, refusal } from '../testing/answer-requests.ts'
import { refreshTokens } from './refresh-tokens.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ access_token: 'old', refresh_token: 'r1' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const renewed = { access_token: 'new', refresh_token: 'r2', token_type: 'Bearer' }

/** Answers one attempt after another, waits for the last and returns how many there were. */
async function attempts(answers: (() => unknown)[]): Promise<{ count: number; error: unknown }> {
  const asked = answerRequests(() => answers[asked.length - 1]?.() ?? renewed)
  const refreshing = refreshTokens('old').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  return { error: await refreshing, count: asked.filter(({ path }) => path === refresh.path).length }
}

const offline = () => {
  throw new TypeError('fetch failed')
}

describe('a refresh', () => {
  it.each<[string, () => unknown]>([
    ['the server restarts', () => refusal(503, 'UNAVAILABLE')],
    ['the server fails', () => refusal(500, 'INTERNAL')],
    ['too many colleagues do the same', () => refusal(429, 'RATE_LIMITED')],
    ['the connection is lost', offline],
  ])('is repeated while %s, which signs nobody out', async (_, answer) => {
    expect(await attempts([answer, answer, answer])).toEqual({ count: 4, error: undefined })
    expect(readTokens()).toMatchObject({ accessToken: 'new', refreshToken: 'r2' })
  })

  it('ends after four attempts, and keeps the session that may still be good', async () => {
    const { count, error } = await attempts([offline, offline, offline, offline, offline])
    expect([count, error]).toMatchObject([4, { code: 'NETWORK_ERROR' }])
    expect(readTokens()).toMatchObject({ accessToken: 'old', refreshToken: 'r1' })
  })

  it.each([400, 401, 403])('that is refused with %i is not repeated', async (status) => {
    const { count } = await attempts([() => refusal(status, 'UNAUTHENTICATED')])
    expect(count).toBe(1)
    expect(readTokens().refreshToken).toBe(status === 401 ? null : 'r1')
  })

  it('may run again later', async () => {
    await attempts([])
    storeTokens({ access_token: 'old', refresh_token: 'r3' })
    expect((await attempts([])).count).toBe(1)
  })

  it('stores the user as they are now', async () => {
    await attempts([() => ({ ...renewed, user: { id: 'ana', role: 'viewer' } })])
    expect(readUser()).toMatchObject({ id: 'ana', role: 'viewer' })
  })

  it('keeps the tokens of another tab when its own attempt fails meanwhile', async () => {
    await attempts([
      () => {
        storeTokens({ access_token: 'theirs', refresh_token: 'theirs' })
        return refusal(401, 'UNAUTHENTICATED')
      },
    ])
    expect(readTokens()).toMatchObject({ accessToken: 'theirs', refreshToken: 'theirs' })
  })

  it('gives up its first attempt while the server still repeats the same answer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await attempts([offline])
    expect(timeout.mock.calls).toEqual([[8_500], [30_000]])
  })
})
