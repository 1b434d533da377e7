import type { AnyEndpoint, CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { type ErrorCode, errorCodes } from '@muster/contract/errors.ts'
import { findUnknownFields } from '@muster/contract/unknown-fields.ts'
import { exampleOf } from './example.ts'

export interface ApiRequest<E extends AnyEndpoint = AnyEndpoint> {
  params: CallOf<E>['params']
  query: CallOf<E>['query']
  body: CallOf<E>['body']
}

interface Refusal {
  code: ErrorCode
  message: string
  details?: Record<string, unknown> | undefined
}

/** Makes an endpoint refuse. */
export function refuse(code: ErrorCode, message: string, details?: Record<string, unknown>): () => never {
  return () => {
    throw { code, message, details } satisfies Refusal
  }
}

/** Makes a request fail as offline. */
export function offline(): never {
  throw new TypeError('Failed to fetch')
}

type Answer<E extends AnyEndpoint> = (request: ApiRequest<E>) => ResponseOf<E> | Promise<ResponseOf<E>>

const answers = new Map<string, Answer<AnyEndpoint>>()
const log: { name: string; request: ApiRequest }[] = []
type Can = (endpoint: AnyEndpoint, ability: string) => boolean

let can: Can = () => true

/** Answers an endpoint from now on; the last call wins. */
export function answer<E extends AnyEndpoint>(endpoint: E, how: ResponseOf<E> | Answer<E>) {
  answers.set(endpoint.name, (typeof how === 'function' ? how : () => how) as Answer<AnyEndpoint>)
}

/** Answers an endpoint once the returned function is called, for delayed responses. */
export function answerLater<E extends AnyEndpoint>(endpoint: E, how: ResponseOf<E> | Answer<E>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const then = (typeof how === 'function' ? how : () => how) as Answer<E>
  answer(endpoint, async (request: ApiRequest<E>) => {
    await promise
    return then(request)
  })
  return resolve
}

/** Answers an endpoint that streams with a file. */
export function answerFile<E extends AnyEndpoint>(endpoint: E, how: (request: ApiRequest<E>) => Blob) {
  answer(endpoint, how as Answer<E>)
}

/** Returns the requests to an endpoint so far, in order. */
export function callsOf<E extends AnyEndpoint>(endpoint: E): ApiRequest<E>[] {
  return log.filter(({ name }) => name === endpoint.name).map(({ request }) => request as ApiRequest<E>)
}

/** Returns the default response of an endpoint. */
export function example<E extends AnyEndpoint>(endpoint: E): ResponseOf<E> {
  return exampleOf(endpoint.response, (ability) => can(endpoint, ability)) as ResponseOf<E>
}

/** Sets the `can` of examples from now on. */
export function setAbilities(decide: Can) {
  can = decide
}

export function resetServer() {
  answers.clear()
  log.length = 0
  can = () => true
}

/** Literal path segments come before parameters. */
const routes = endpoints
  .map((endpoint) => ({
    endpoint,
    path: new RegExp(`^/api/v1${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    places: endpoint.path.split('{').length,
  }))
  .sort((one, other) => one.places - other.places)

/** The server refuses names that the contract does not declare. */
function unknownIn(schema: AnyEndpoint['query'], sent: unknown): string[] {
  return findUnknownFields(schema, sent).map(({ path }) => path)
}

async function respond(url: URL, init: RequestInit): Promise<Response> {
  const route = routes.find(
    ({ endpoint, path }) => endpoint.method === init.method && path.test(url.pathname),
  )
  if (!route) throw new Error(`The contract has no ${init.method} ${url.pathname}`)
  const { endpoint, path } = route
  const query: Record<string, string | string[]> = {}
  for (const name of url.searchParams.keys()) {
    const values = url.searchParams.getAll(name)
    query[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  const request = {
    params: { ...path.exec(url.pathname)?.groups },
    query,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  } as ApiRequest
  const unknown = [...unknownIn(endpoint.query, query), ...unknownIn(endpoint.body, request.body)]
  if (unknown.length) throw new Error(`${endpoint.name} takes no ${unknown.join(', ')}`)
  log.push({ name: endpoint.name, request })
  const how = answers.get(endpoint.name)
  // A stream without events.
  if (endpoint.streams && !how) return new Response(new ReadableStream(), { status: 200 })
  try {
    if (endpoint.streams) return new Response((await how?.(request)) as unknown as Blob)
    const data = how ? await how(request) : endpoint.response && example(endpoint)
    const { error } = endpoint.response?.safeParse(data) ?? {}
    if (error) throw new Error(`The test answers ${endpoint.name} as the contract does not: ${error.message}`)
    return data === undefined ? new Response(null, { status: 204 }) : Response.json(data)
  } catch (refusal) {
    const { code, message, details } = refusal as Refusal
    if (!(code in errorCodes)) throw refusal
    return Response.json({ code, message, details: details ?? null }, { status: errorCodes[code] })
  }
}

const overTheNetwork = window.fetch

/** Replaces the network for requests to the API. Requests outside the contract are not answered. */
window.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href)
  if (!url.pathname.startsWith('/api/')) return overTheNetwork(input, init)
  const { signal } = init
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
  return Promise.race([respond(url, init), aborted])
}

/** The same for uploads, of which half is sent until the answer comes. */
window.XMLHttpRequest = class extends XMLHttpRequest {
  #method = ''
  #address = ''
  #answer: { status: number; content: Blob } | undefined

  override open(method: string, address: string | URL) {
    this.#method = method
    this.#address = String(address)
    super.open(method, address)
  }

  override async send() {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }))
    try {
      const response = await respond(new URL(this.#address, window.location.href), { method: this.#method })
      this.#answer = { status: response.status, content: await response.blob() }
      this.dispatchEvent(new ProgressEvent('load'))
    } catch {
      this.dispatchEvent(new ProgressEvent('error'))
    }
  }

  override get status() {
    return this.#answer?.status ?? 0
  }

  override get response() {
    return this.#answer?.content
  }

  override getResponseHeader() {
    return null
  }
}
