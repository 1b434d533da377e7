import { login, logout, refresh } from '@muster/contract/auth.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { acceptInvitation } from '@muster/contract/invitations.ts'
import { loginWithSecondFactor } from '@muster/contract/second-factor.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { send } from '../api/http.ts'
import { refreshTokens } from '../api/refresh-tokens.ts'
import type { Credentials } from './sign-in.ts'
import { clearStoredSession, readTokens, type StoredTokens, storeUser } from './stored-session.ts'

export function postLogin(body: Credentials): Promise<ResponseOf<typeof login>> {
  return call(login, { body })
}

export function postCode(body: CallOf<typeof loginWithSecondFactor>['body']) {
  return call(loginWithSecondFactor, { body })
}

export function postAcceptance(body: CallOf<typeof acceptInvitation>['body']) {
  return call(acceptInvitation, { body })
}

/**
 * Loads and stores the current user. If that fails, refreshes once; if that fails, clears the session. After
 * a successful refresh the session is valid: if the user still cannot be loaded, the stored one stays.
 */
export async function loadCurrentUser(): Promise<void> {
  const { accessToken } = readTokens()
  const load = async () => storeUser(await call(getCurrentUser, {}, { withoutRefresh: true }))
  try {
    await load()
  } catch {
    let isRefreshed = false
    try {
      await refreshTokens(accessToken)
      isRefreshed = true
      await load()
    } catch (error) {
      const cannotAnswer = error instanceof ApiError && error.status >= 500
      if (!isRefreshed || !cannotAnswer) clearStoredSession()
    }
  }
}

/**
 * Ends the session of these tokens on the server. It never throws: without a response there is nothing left
 * to do.
 */
export async function endOnServer({ accessToken, refreshToken, tokenType }: StoredTokens): Promise<void> {
  // Sign-out does not wait long for an unreachable server.
  const timeout = 3000
  const post = (token: string | null) =>
    send({
      method: logout.method,
      path: logout.path,
      headers: { Authorization: `${tokenType} ${token}` },
      timeout,
    })
  try {
    await post(accessToken)
  } catch {
    // The access token may have expired; the session must end anyway.
    if (!refreshToken) return
    const { method, path } = refresh
    const body = { refresh_token: refreshToken }
    const answer = await send({ method, path, body, timeout }).catch(() => null)
    if (answer) await post(answer.data.access_token).catch(() => null)
  }
}
