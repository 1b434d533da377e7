import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from './http.ts'
import type { HttpRequest } from './http-request.ts'

let server: Server
let respond: (response: ServerResponse) => void
let asked = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.url ?? ''
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => server.close())

function get(query?: object, more: Partial<HttpRequest> = {}) {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return send({ method: 'GET', path: '/things', base, query, ...more })
}

async function failure(answer: (response: ServerResponse) => void) {
  respond = answer
  return get().catch((error: unknown) => error)
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

describe('what send throws', () => {
  it("keeps the server's code, message and details", async () => {
    const body = { code: 'VALIDATION', message: 'Check the fields', details: { name: ['Required'] } }
    expect(await failure(json(422, body))).toMatchObject({ ...body, status: 422 })
  })

  it('reads Retry-After', async () => {
    const body = { code: 'RATE_LIMITED', message: 'Slow down', details: null }
    expect(await failure(json(429, body, { 'retry-after': '7' }))).toMatchObject({ retryAfter: 7 })
  })

  it("falls back when the response is not the API's", async () => {
    const error = await failure((response) => {
      response.writeHead(502)
      response.end('<h1>Bad gateway</h1>')
    })
    expect(error).toMatchObject({ code: 'UNKNOWN_ERROR', message: 'An unknown error occurred', status: 502 })
  })

  it('reports when no response came', async () => {
    const error = await failure((response) => response.destroy())
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', message: 'Network error occurred', status: 0 })
  })
})

describe('send', () => {
  it('repeats the name of a filter with several values', async () => {
    respond = json(200, {})
    await get({ status: ['lead', 'offer'], q: undefined })
    expect(asked).toBe('/things?status=lead&status=offer')
  })

  it('leaves out a filter that is not set', async () => {
    respond = json(200, {})
    await get({ q: null, status: [undefined, 'lead'], from: 0 })
    expect(asked).toBe('/things?status=lead&from=0')
  })

  it('counts the bytes of a download and returns it as a file', async () => {
    respond = (response) => {
      response.write('half')
      setTimeout(() => response.end(' and half'), 20)
    }
    const counts: number[] = []
    const { data } = await get({}, { responseType: 'blob', onDownloadProgress: (n) => counts.push(n) })
    expect(await data.text()).toBe('half and half')
    expect(counts.at(-1)).toBe(13)
  })

  it('returns nothing for a response without a body', async () => {
    respond = (response) => response.writeHead(204).end()
    expect((await get()).data).toBeUndefined()
  })

  it('times out when the server is silent', async () => {
    respond = () => {}
    await expect(get({}, { timeout: 20 })).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0 })
  })

  it('throws the reason of an aborted request', async () => {
    respond = () => {}
    const calledOff = new AbortController()
    const answer = get({}, { signal: calledOff.signal })
    calledOff.abort(new Error('Not wanted any more'))
    await expect(answer).rejects.toThrow('Not wanted any more')
  })
})
