import type { AnyEndpoint, CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { client } from './client.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [key in Name]?: Value }
    : object extends Value
      ? { [key in Name]?: Value }
      : { [key in Name]: Value }

/** The input of an endpoint: `params`, `query` and `body`, each only if it has one. */
export type InputOf<E extends AnyEndpoint> = Part<'params', CallOf<E>['params']> &
  Part<'query', CallOf<E>['query']> &
  Part<'body', CallOf<E>['body']>

interface CallOptions {
  signal?: AbortSignal
  /** Lets the server answer a repeated write without executing it again. */
  idempotencyKey?: string
  /** For endpoints that take a file. */
  file?: Blob
  /** Receives the percentage sent so far. */
  onUploadProgress?: (percent: number) => void
  /** Does not refresh the session after a 401. */
  withoutRefresh?: boolean
  responseType?: 'blob'
}

export type Arguments<E extends AnyEndpoint> =
  object extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Returns the path of an endpoint with its parameters filled in. */
function pathOf(endpoint: AnyEndpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/**
 * Calls an endpoint of the contract and returns its response.
 *
 * @throws ApiError on any failure.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input, options = {}]: Arguments<E>
): Promise<ResponseOf<E>> {
  const { params, query, body } = (input ?? {}) as LooseInput
  const { signal, idempotencyKey, file, onUploadProgress, withoutRefresh, responseType } = options
  const { data } = await client({
    method: endpoint.method,
    path: pathOf(endpoint, params),
    query,
    body: endpoint.file && file ? multipart(endpoint.file.field, file, body) : body,
    signal,
    withoutRefresh,
    responseType,
    anonymous: endpoint.permission === 'public',
    headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : undefined,
    // A large upload may take any time; only a stalled one fails.
    timeout: file ? 0 : undefined,
    onUploadProgress,
  })
  return data
}

function multipart(field: string, file: Blob, body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  form.append(field, file)
  return form
}
