import { clearStoredSession, readTokens } from '../session/stored-session.ts'
import { chosenLanguage } from '../texts/language.ts'
import { ApiError } from './api-error.ts'
import { notePosition } from './event-position.ts'
import { type HttpResponse, send } from './http.ts'
import type { HttpRequest } from './http-request.ts'
import { refreshTokens } from './refresh-tokens.ts'

interface ClientRequest extends HttpRequest {
  /** Sends no token, and a 401 is an answer like any other. */
  anonymous?: boolean
  /** Sends the token, but a 401 is not followed by a refresh. */
  withoutRefresh?: boolean
}

/**
 * Sends the stored access token; after a 401 refreshes it and tries once more. Clears the session when that fails, too.
 * The browser then leaves for the sign-in page, so nothing more is sent, and no screen gets an error to report.
 *
 * @throws ApiError
 */
export async function client(request: ClientRequest, retried = false): Promise<HttpResponse> {
  const { anonymous, withoutRefresh } = request
  const { accessToken, refreshToken, tokenType } = readTokens()
  if (!anonymous && !accessToken && !refreshToken) {
    // Signed out in another tab before the app began to leave by itself: the caller decides.
    if (withoutRefresh) throw new ApiError('UNAUTHENTICATED', 'No access token available')
    return untilLeft()
  }
  try {
    const response = await send({
      ...request,
      headers: {
        // The server's own sentences come in the language of the screens.
        'Accept-Language': chosenLanguage(),
        ...(!anonymous && accessToken && { Authorization: `${tokenType} ${accessToken}` }),
        ...request.headers,
      },
    })
    notePosition(response.headers)
    return response
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 && !anonymous && !withoutRefresh) {
      if (!retried) {
        if (!(await refreshOrLeave(accessToken))) return untilLeft()
        return client(request, true)
      }
      clearStoredSession()
      return untilLeft()
    }
    throw report(error)
  }
}

/** Refreshes the session; when that fails clears it, at which the browser leaves. Returns whether it was refreshed. */
export async function refreshOrLeave(refused: string | null): Promise<boolean> {
  try {
    await refreshTokens(refused)
    return true
  } catch {
    clearStoredSession()
    return false
  }
}

/** Never settles: the page is about to be left. */
function untilLeft(): Promise<never> {
  return new Promise(() => {})
}

/** Writes a failed call to the console, except what is expected (401) or the caller's to mend (400). */
function report(error: ApiError): ApiError {
  if (error.status !== 400 && error.status !== 401) console.error(`${error.code}: ${error.message}`)
  return error
}
