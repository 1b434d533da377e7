import axios, { type AxiosInstance } from 'axios'
import { ApiError } from './api-error.ts'

/** The HTTP layer without sign-in: what every call of the API has in common. */
export function createHttp(): AxiosInstance {
  return axios.create({
    baseURL: '/api/v1',
    timeout: 30_000,
    headers: { Accept: 'application/json' },
    // Several values of one filter are sent as `name=a&name=b`.
    paramsSerializer: { indexes: null },
  })
}

/** Puts whatever axios threw into the one shape the screens know. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!axios.isAxiosError(error)) return new ApiError('UNKNOWN_ERROR', 'An unknown error occurred')
  const { response } = error
  if (!response) return new ApiError('NETWORK_ERROR', 'Network error occurred')
  const body = response.data as Partial<ApiError> | undefined
  return new ApiError(body?.code || 'UNKNOWN_ERROR', body?.message || 'An unknown error occurred', {
    details: body?.details,
    status: response.status,
    retryAfter: Number(response.headers['retry-after']) || null,
  })
}
