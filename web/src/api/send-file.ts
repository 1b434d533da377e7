import { type HttpRequest, toInit } from './http-request.ts'

/** Sends like `fetch` with upload progress, which browsers support for XMLHttpRequest only. */
export function sendFile(
  address: string,
  request: HttpRequest,
  onProgress: (percent: number) => void,
): Promise<Response> {
  const { headers, signal } = toInit(request)
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, address)
    sending.responseType = 'blob'
    for (const [name, value] of Object.entries(headers ?? {})) sending.setRequestHeader(name, String(value))
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(Math.round((loaded / total) * 100))
    }
    sending.onload = () => {
      const { status } = sending
      const retryAfter = sending.getResponseHeader('retry-after')
      // A response with this status must not have a body.
      const body = status === 204 ? null : sending.response
      resolve(new Response(body, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }))
    }
    sending.onerror = () => reject(new TypeError('No answer'))
    sending.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => sending.abort())
    if (signal?.aborted) return reject(signal.reason)
    sending.send(request.body as FormData)
  })
}
