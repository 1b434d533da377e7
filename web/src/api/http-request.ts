export interface HttpRequest {
  method: string
  path: string
  /** Values that are undefined are left out; several values of one filter are sent as `name=a&name=b`. */
  query?: object
  /** Sent as JSON, or as the form it is. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds; 0 waits as long as it takes. */
  timeout?: number
  /** How the answer is wanted, if not as the JSON it is. */
  responseType?: 'blob'
  /** Told the percent sent so far. */
  onUploadProgress?: (percent: number) => void
  /** Told the bytes that have come so far. */
  onDownloadProgress?: (bytes: number) => void
  /** Where the API is. */
  base?: string
}

/** Where it is sent, its query included. */
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

/** What is sent, as `fetch` takes it. */
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
