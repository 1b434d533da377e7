export interface HttpRequest {
  method: string
  path: string
  /** Undefined values are left out; several values of a filter are sent as `name=a&name=b`. */
  query?: object
  /** Sent as JSON, or as is if it is a form. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** In milliseconds; 0 for none. */
  timeout?: number
  /** The type of the response, if not JSON. */
  responseType?: 'blob'
  /** Receives the percentage sent so far. */
  onUploadProgress?: (percent: number) => void
  /** Receives the number of bytes received so far. */
  onDownloadProgress?: (bytes: number) => void
  /** The base path of the API. */
  base?: string
}

/** Returns the URL of a request with its query. */
export function addressOf({ base = '/api/v1', path, query = {} }: HttpRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null) parameters.append(name, String(part))
    }
  }
  const text = parameters.toString()
  return base + path + (text && `?${text}`)
}

/** Returns the options of a request for `fetch`. */
export function toInit({ method, body, headers, signal, timeout = 30_000 }: HttpRequest): RequestInit {
  const isForm = body instanceof FormData
  const signals = [signal, timeout > 0 ? AbortSignal.timeout(timeout) : undefined]
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
    signal: AbortSignal.any(signals.filter((each) => each !== undefined)),
  }
}
