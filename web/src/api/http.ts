import { ApiError } from './api-error.ts'
import { addressOf, type HttpRequest, toInit } from './http-request.ts'

export interface HttpResponse {
  // biome-ignore lint/suspicious/noExplicitAny: `call` types it by the contract
  data: any
  headers: Headers
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('UNKNOWN_ERROR', 'An unknown error occurred', { status: response.status })
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = (await jsonOf(response)) as Partial<ApiError> | undefined
  return new ApiError(body?.code || 'UNKNOWN_ERROR', body?.message || 'An unknown error occurred', {
    details: body?.details,
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')) || null,
  })
}

/** Wraps a response so that it reports the bytes received. */
function counted(response: Response, onProgress: (bytes: number) => void): Response {
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(count) ?? null, response)
}

/**
 * Sends a request without authentication.
 *
 * @throws ApiError when the server refuses or no response comes; the reason of the signal when the request is
 * aborted.
 */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const { signal, responseType, onUploadProgress, onDownloadProgress } = request
  try {
    const address = addressOf(request)
    const response = onUploadProgress
      ? await import('./send-file.ts').then(({ sendFile }) => sendFile(address, request, onUploadProgress))
      : await fetch(address, toInit(request))
    if (!response.ok) throw await refusalOf(response)
    const answer = onDownloadProgress ? counted(response, onDownloadProgress) : response
    const data = responseType === 'blob' ? await answer.blob() : await jsonOf(answer)
    return { data, headers: response.headers }
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    throw new ApiError('NETWORK_ERROR', 'Network error occurred')
  }
}
