import { login, logout, refresh } from '@muster/contract/auth.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { call } from '../api/call.ts'
import { createHttp } from '../api/http.ts'
import { refreshTokens } from '../api/refresh-tokens.ts'
import type { Credentials } from './session.ts'
import { clearStoredSession, readTokens, type StoredTokens, storeUser } from './stored-session.ts'

export function postLogin(body: Credentials): Promise<ResponseOf<typeof login>> {
  return call(login, { body })
}

/** Loads and stores the current user; refreshes once when that fails, and clears the session when that fails. */
export async function loadCurrentUser(): Promise<void> {
  const { accessToken } = readTokens()
  try {
    storeUser(await call(getCurrentUser, {}, { withoutRefresh: true }))
  } catch {
    try {
      await refreshTokens(accessToken)
      storeUser(await call(getCurrentUser, {}, { withoutRefresh: true }))
    } catch {
      clearStoredSession()
    }
  }
}

/** Ends the session of these tokens. Without an answer there is nothing left to do, so it never throws. */
export async function endOnServer({ accessToken, refreshToken, tokenType }: StoredTokens): Promise<void> {
  const http = createHttp()
  const post = (token: string | null) =>
    http.post(logout.path, undefined, {
      headers: { Authorization: `${tokenType} ${token}` },
      // A sign-out does not wait long for a server that is away.
      timeout: 3000,
    })
  try {
    await post(accessToken)
  } catch {
    // The access token may have run out; its session must end all the same.
    const answer = await http
      .post(refresh.path, { refresh_token: refreshToken }, { timeout: 3000 })
      .catch(() => null)
    if (answer) await post(answer.data.access_token).catch(() => null)
  }
}
