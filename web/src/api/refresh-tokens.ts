import { refresh } from '@muster/contract/auth.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { clearStoredSession, readTokens, storeTokens, storeUser } from '../session/stored-session.ts'
import { ApiError } from './api-error.ts'
import { send } from './http.ts'
import { underRefreshLock } from './refresh-lock.ts'

let underWay: Promise<void> | undefined

/**
 * Exchanges the stored refresh token for new tokens and stores them. Only one refresh runs at a time: within
 * the tab it is shared, and across tabs a lock makes the others wait and then use the stored tokens.
 *
 * @param staleToken the access token that was refused; if another is stored by now, no request is sent.
 * @throws ApiError when there is no refresh token, or the server refuses it.
 */
export function refreshTokens(staleToken: string | null): Promise<void> {
  underWay ??= underRefreshLock(() => refreshUnlessDone(staleToken)).finally(() => {
    underWay = undefined
  })
  return underWay
}

async function refreshUnlessDone(staleToken: string | null): Promise<void> {
  const { accessToken, refreshToken } = readTokens()
  if (!refreshToken) throw new ApiError('UNAUTHENTICATED', 'No refresh token available')
  if (accessToken && accessToken !== staleToken) return
  try {
    const answer = await postRefresh(refreshToken)
    // Another tab signed out or signed in again meanwhile: its stored tokens are valid.
    if (readTokens().refreshToken !== refreshToken) return requireTokens()
    storeTokens(answer)
    if (answer.user) storeUser(answer.user)
  } catch (error) {
    if (readTokens().refreshToken !== refreshToken) return requireTokens()
    // While the lock is held: the next tab must not send the refused token again.
    if (error instanceof ApiError && error.status === 401) clearStoredSession()
    throw error
  }
}

function requireTokens() {
  if (!readTokens().accessToken) throw new ApiError('UNAUTHENTICATED', 'Signed out in another tab')
}

const pauses = [500, 1000, 2000]
/** The server repeats the same answer for 10 seconds: the second attempt must be within them. */
const firstTimeout = 8500

/** Retries after a pause when the server is unavailable, so that a restart signs nobody out. */
async function postRefresh(refreshToken: string): Promise<ResponseOf<typeof refresh>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { method, path } = refresh
      const timeout = attempt === 0 ? { timeout: firstTimeout } : {}
      return (await send({ method, path, body: { refresh_token: refreshToken }, ...timeout })).data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const pause = pauses[attempt]
      if (pause === undefined || (error.status > 0 && error.status < 500 && error.status !== 429)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
