import { clearStoredSession, readTokens } from '../session/stored-session.ts'
import { chosenLanguage } from '../texts/language.ts'
import { ApiError } from './api-error.ts'
import { storePosition } from './event-position.ts'
import { type HttpResponse, send } from './http.ts'
import type { HttpRequest } from './http-request.ts'
import { refreshTokens } from './refresh-tokens.ts'

interface ClientRequest extends HttpRequest {
  /** Sends no token, and treats a 401 like any other response. */
  anonymous?: boolean
  /** Sends the token, but does not refresh the session after a 401. */
  withoutRefresh?: boolean
}

/**
 * Sends a request with the stored access token. After a 401 it refreshes the token and retries once. If that
 * fails too, it clears the session and the browser navigates to the sign-in page; the promise then never
 * settles, so no screen reports an error.
 *
 * @throws ApiError
 */
export async function client(request: ClientRequest, retried = false): Promise<HttpResponse> {
  const { anonymous, withoutRefresh } = request
  const { accessToken, refreshToken, tokenType } = readTokens()
  if (!anonymous && !accessToken && !refreshToken) {
    // Signed out in another tab before this one navigated away: the caller decides.
    if (withoutRefresh) throw new ApiError('UNAUTHENTICATED', 'No access token available')
    return neverSettles()
  }
  try {
    const response = await send({
      ...request,
      headers: {
        // The server's messages come in the language of the screens.
        'Accept-Language': chosenLanguage(),
        ...(!anonymous && accessToken && { Authorization: `${tokenType} ${accessToken}` }),
        ...request.headers,
      },
    })
    storePosition(response.headers)
    return response
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 && !anonymous && !withoutRefresh) {
      if (!retried) {
        if (!(await refreshOrSignOut(accessToken))) return neverSettles()
        return client(request, true)
      }
      clearStoredSession()
      return neverSettles()
    }
    throw report(error)
  }
}

/**
 * Refreshes the session. If that fails, clears it, which makes the browser navigate away. Returns whether it
 * was refreshed.
 */
export async function refreshOrSignOut(refused: string | null): Promise<boolean> {
  try {
    await refreshTokens(refused)
    return true
  } catch {
    clearStoredSession()
    return false
  }
}

/** Never settles: the browser is leaving the page. */
function neverSettles(): Promise<never> {
  return new Promise(() => {})
}

/** Logs a failed request to the console, except expected ones (401) and the caller's errors (400). */
function report(error: ApiError): ApiError {
  if (error.status !== 400 && error.status !== 401) console.error(`${error.code}: ${error.message}`)
  return error
}
