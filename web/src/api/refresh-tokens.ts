import { refresh } from '@muster/contract/auth.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { readTokens, storeTokens, storeUser } from '../session/stored-session.ts'
import { ApiError } from './api-error.ts'
import { send } from './http.ts'
import { underRefreshLock } from './refresh-lock.ts'

let underWay: Promise<void> | undefined

/**
 * Trades the stored refresh token for new ones and stores them. One refresh at a time: within the tab the one
 * under way is shared, and across tabs a lock makes the others wait and then find the new tokens stored.
 *
 * @param staleToken the access token that was refused; when another is stored by now, nothing is asked.
 * @throws ApiError when there is nothing to refresh with, or the server refuses.
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
    // Signed out, or signed in anew, in another tab meanwhile: what that tab stored holds.
    if (readTokens().refreshToken !== refreshToken) return requireTokens()
    storeTokens(answer)
    if (answer.user) storeUser(answer.user)
  } catch (error) {
    if (readTokens().refreshToken === refreshToken) throw error
    requireTokens()
  }
}

function requireTokens() {
  if (!readTokens().accessToken) throw new ApiError('UNAUTHENTICATED', 'Signed out in another tab')
}

const pauses = [500, 1000, 2000]
/** The server gives the same answer again for 10 seconds: the second attempt must still fall within them. */
const firstTimeout = 8500

/** Asks again after a pause when the server could not answer, so that its restart signs nobody out. */
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
