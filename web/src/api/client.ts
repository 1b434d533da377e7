import axios, { type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { clearStoredSession, readTokens } from '../session/stored-session.ts'
import type { ApiError } from './api-error.ts'
import { createHttp, toApiError } from './http.ts'
import { refreshTokens } from './refresh-tokens.ts'

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Sends no token, and a 401 is an answer like any other. */
    anonymous?: boolean
    /** Sends the token, but a 401 is not followed by a refresh. */
    withoutRefresh?: boolean
  }
  interface InternalAxiosRequestConfig {
    accessToken?: string | null
    retried?: boolean
  }
}

/** Sends the stored access token; after a 401 refreshes it and tries once more; throws `ApiError`. */
export const client = createHttp()

client.interceptors.request.use((config) => {
  if (config.anonymous) return config
  const { accessToken, tokenType } = readTokens()
  config.accessToken = accessToken
  if (accessToken) config.headers.set('Authorization', `${tokenType} ${accessToken}`)
  return config
})

client.interceptors.response.use(undefined, async (error: unknown) => {
  if (axios.isCancel(error)) throw error
  const response = axios.isAxiosError(error) ? error.response : undefined
  const request = response?.config
  if (response?.status === 401 && request && !request.anonymous && !request.withoutRefresh) {
    if (!request.retried) return refreshAndRetry(request)
    clearStoredSession()
  }
  throw report(toApiError(error))
})

async function refreshAndRetry(request: InternalAxiosRequestConfig): Promise<AxiosResponse> {
  try {
    await refreshTokens(request.accessToken ?? null)
  } catch (error) {
    // With nothing stored the router takes the browser to the sign-in page.
    clearStoredSession()
    throw error
  }
  return client({ ...request, retried: true } as InternalAxiosRequestConfig)
}

/** Writes a failed call to the console, except what is expected (401) or the caller's to mend (400). */
function report(error: ApiError): ApiError {
  if (error.status !== 400 && error.status !== 401) console.error(`${error.code}: ${error.message}`)
  return error
}
