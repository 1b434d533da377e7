import { Socket } from 'node:net'
import { createCompany, getCompany, listCompanies, updateCompany } from '@muster/contract/companies.ts'
import { getHiringSummary } from '@muster/contract/dashboard.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let companyId: string

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
  const { body } = await server.call(createCompany, { as: admin, body: { name: 'Norvik Logistics' } })
  companyId = body.id
})

afterAll(() => server?.stop())

interface Sent {
  method?: string
  path?: string
  type?: string | null
  body?: BodyInit
}

const companies = addressOf(createCompany)

/** Sends what the contract does not allow. Returns status, body and headers. */
async function send({ method = 'POST', path = companies, type = 'application/json', body }: Sent) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${admin.accessToken}`, ...(type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { status: response.status, headers: response.headers, body: JSON.parse(text) }
}

function deep(levels: number): string {
  return `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`
}

describe('the message of a refusal', () => {
  it.each<[string, string, Record<string, string[]>]>([
    ['a number that is none', '?limit=abc', { limit: ['Enter a number'] }],
    ['a parameter sent twice', '?limit=5&limit=6', { limit: ['Send this parameter only once'] }],
    ['a text sent twice', '?q=a&q=b', { q: ['Send this parameter only once'] }],
    [
      'a date without a time',
      '?updatedSince=2026-01-12',
      { updatedSince: ['Enter a time, such as 2026-01-12T09:30:00Z'] },
    ],
    [
      'a + that became a blank',
      '?updatedSince=2026-01-12T09:30:00+02:00',
      { updatedSince: ['Write + as %2B in an address'] },
    ],
    [
      'a time to come',
      '?updatedSince=2999-01-01T00:00:00Z',
      { updatedSince: ['This time is in the future. Send the updatedUntil of your last read.'] },
    ],
  ])('says of %s what to send instead', async (_, query, details) => {
    const { status, body } = await send({ method: 'GET', path: companies + query, type: null })
    expect([status, body.details]).toEqual([422, details])
  })

  it('says which field is required', async () => {
    const { body } = await send({ body: '{}' })
    expect(body.details).toEqual({ name: ['Required'] })
  })

  it('says that there is nothing at an address', async () => {
    const { status, body } = await send({ method: 'GET', path: '/api/v1/nothing', type: null })
    expect([status, body.message]).toEqual([404, 'There is nothing at this address'])
  })
})

describe('a refused request', () => {
  it('takes a time of a clock that is a little ahead', async () => {
    const updatedSince = new Date(Date.now() + 20_000).toISOString()
    const { status } = await send({
      method: 'GET',
      path: `${companies}?updatedSince=${updatedSince}`,
      type: null,
    })
    expect(status).toBe(200)
  })

  it.each<[string, Sent, number, string]>([
    ['malformed JSON', { body: '{"name": "No' }, 400, 'BAD_REQUEST'],
    ['JSON with something after it', { body: '{"name":"A"}{}' }, 400, 'BAD_REQUEST'],
    ['a body that is not UTF-8', { body: new Uint8Array([0x7b, 0xff, 0xfe]) }, 400, 'BAD_REQUEST'],
    [
      'a charset other than UTF-8',
      { type: 'application/json; charset=latin1', body: '{"name":"A"}' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['__proto__ in the body', { body: '{"name":"A","__proto__":{"role":"owner"}}' }, 400, 'BAD_REQUEST'],
    [
      'a constructor with a prototype in the body',
      { body: '{"name":"A","constructor":{"prototype":{"role":"owner"}}}' },
      400,
      'BAD_REQUEST',
    ],
    [
      'an address that cannot be decoded',
      { method: 'GET', path: '/api/v1/companies/%E0%A4%A' },
      400,
      'BAD_REQUEST',
    ],
    ['no body', { type: null }, 422, 'VALIDATION'],
    ['an empty body', { body: '' }, 422, 'VALIDATION'],
    ['null', { body: 'null' }, 422, 'VALIDATION'],
    ['a list', { body: '[]' }, 422, 'VALIDATION'],
    ['JSON nested ten thousand deep', { body: deep(10_000) }, 422, 'VALIDATION'],
    ['a form', { type: 'application/x-www-form-urlencoded', body: 'name=A' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a form with files',
      { type: 'multipart/form-data; boundary=x', body: '--x--' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['text', { type: 'text/plain', body: '{"name":"A"}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', { type: 'application/xml', body: '<name>A</name>' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a content type that is none', { type: 'nonsense', body: '{}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['more than a megabyte', { body: `{"name":"${'a'.repeat(1_100_000)}"}` }, 413, 'PAYLOAD_TOO_LARGE'],
    ['an address that is not there', { method: 'GET', path: '/api/v1/nothing/' }, 404, 'NOT_FOUND'],
    ['another version', { method: 'GET', path: '/api/v2/companies/' }, 404, 'NOT_FOUND'],
    ['the API itself', { method: 'GET', path: '/api' }, 404, 'NOT_FOUND'],
    ['a method the address does not take', { method: 'DELETE' }, 404, 'NOT_FOUND'],
    ['an id that is none', { method: 'GET', path: '/api/v1/companies/1/' }, 404, 'NOT_FOUND'],
    [
      'an id longer than any',
      { method: 'GET', path: `/api/v1/companies/${'a'.repeat(2000)}/` },
      404,
      'NOT_FOUND',
    ],
  ])('has the documented shape: %s', async (_, sent, status, code) => {
    const answer = await send(sent)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'message'])
    expect(answer.body.message).toMatch(/^\p{Lu}/u)
  })

  it('says what is wrong with a malformed id', async () => {
    const { body } = await send({ method: 'GET', path: '/api/v1/companies/42/' })
    expect(body.message).toBe('Nothing found: “42” is not a valid id')
  })

  it('names every invalid field', async () => {
    const { body } = await send({ body: JSON.stringify({ name: 5, website: {}, notes: 'x'.repeat(6000) }) })
    expect(Object.keys(body.details).sort()).toEqual(['name', 'notes', 'website'])
  })

  it('names a field called __proto__ in the address like any other', async () => {
    const query = '?__proto__=1&constructor=2&toString=3&limit=1'
    const { status, body } = await send({ method: 'GET', path: companies + query })
    expect(status).toBe(422)
    expect(Object.keys(body.details)).toEqual(['__proto__', 'constructor', 'toString'])
  })

  it('is quick for huge input', async () => {
    const { status } = await send({ method: 'GET', path: `${companies}?q=${'a'.repeat(8000)}` })
    expect(status).toBe(422)
    for (const query of [
      'limit=1e9',
      'limit=-1',
      'limit=NaN',
      'limit=1&limit=2',
      'sort=id;drop',
      'cursor=%00',
    ])
      expect((await send({ method: 'GET', path: `${companies}?${query}` })).status).toBe(422)
  })
})

async function answerTo(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = new Socket().connect(Number(port), hostname)
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

describe('a load balancer that speaks HTTP/1.0', () => {
  it('names no host and still learns that the server is up', async () => {
    expect(await answerTo('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a connection that sends no request', () => {
  it.each([
    ['what is not HTTP', 'HELO muster\r\n\r\n', '400'],
    ['headers without end', `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, '431'],
    ['two lengths', 'POST /health HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', '400'],
  ])('is answered in the documented shape and closed: %s', async (_, text, status) => {
    const [head, body] = (await answerTo(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('cache-control: no-store')
    expect(JSON.parse(body!)).toEqual({
      code: 'BAD_REQUEST',
      message: 'The request could not be read',
      details: null,
    })
  })

  it('is answered in the requested language, with its length in bytes', async () => {
    const lengths = 'Content-Length: 1\r\nContent-Length: 2'
    const answer = await answerTo(`POST /health HTTP/1.1\r\nAccept-Language: de\r\n${lengths}\r\n\r\nab`)
    const [head, body] = answer.split('\r\n\r\n')
    expect(JSON.parse(body!).message).toBe('Die Anfrage ließ sich nicht lesen')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body!)}\r\n`)
  })
})

describe('fields that the caller may not set', () => {
  it('are refused by name, and nothing changes', async () => {
    const before = await server.call(getCompany, { as: admin, params: { id: companyId } })
    const fixed = {
      id: 'x',
      workspaceId: 'x',
      workspace_id: 'x',
      createdAt: 'x',
      deletedAt: 'x',
    }
    const { status, body } = await server.call(updateCompany, {
      as: admin,
      params: { id: companyId },
      body: { ...fixed, notes: 'Not stored' },
    })
    expect(status).toBe(422)
    expect(Object.keys(body.details!)).toEqual(Object.keys(fixed))
    const after = await server.call(getCompany, { as: admin, params: { id: companyId } })
    expect(after.body).toEqual(before.body)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})

describe('a trailing slash', () => {
  it('may be left out or sent on every path', async () => {
    const headers = { authorization: `Bearer ${admin.accessToken}` }
    for (const path of [
      '/companies',
      `/companies/${companyId}`,
      '/users/me',
      '/health',
      '/openapi.json',
      '/docs',
    ])
      for (const slash of ['', '/']) {
        const response = await fetch(`${server.url}/api/v1${path}${slash}`, { headers })
        await response.arrayBuffer()
        expect([path + slash, response.status]).toEqual([path + slash, 200])
      }
  })
})

describe('a response', () => {
  it('carries the security headers', async () => {
    for (const path of [addressOf(listCompanies), '/api/v1/nothing', '/health']) {
      const response = await fetch(server.url + path, {
        headers: { authorization: `Bearer ${admin.accessToken}` },
      })
      await response.arrayBuffer()
      const policy = response.headers.get('content-security-policy')
      for (const rule of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(rule)
      expect(policy).not.toMatch(/script-src|unsafe-eval|(?<!style-src-attr )'unsafe-inline'/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('same-origin')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('strict-transport-security')).toBeNull()
      expect(response.headers.get('x-powered-by')).toBeNull()
    }
  })

  it('names no lag while reports are read from the primary database', async () => {
    const { status, headers } = await server.call(getHiringSummary, { as: admin })
    expect([status, headers.get('x-lag-seconds')]).toEqual([200, null])
  })

  it('tells browsers to stay on TLS where the site uses it', async () => {
    const secure = await startTestServer({
      connectionString: server.connectionString,
      config: { publicUrl: 'https://muster.example' },
    })
    const response = await fetch(`${secure.url}/health`)
    await response.arrayBuffer()
    expect(response.headers.get('strict-transport-security')).toContain('max-age=')
    await secure.stop()
  })

  it('is the same for /health inside and outside the API', async () => {
    const answers = await Promise.all(
      ['/health', '/api/v1/health'].map(async (path) => (await fetch(server.url + path)).json()),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 'ok' })
  })
})

describe('Idempotency-Key', () => {
  const post = (key: string, name: string, as = admin) =>
    server.call(createCompany, { as, body: { name }, headers: { 'idempotency-key': key } })

  it('runs once for twenty concurrent requests and gives all the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('twenty', 'Twenty at once')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { body } = await server.call(listCompanies, { as: admin, query: { q: 'Twenty at once' } })
    expect(body.items).toHaveLength(1)
  })

  it('refuses another body or another address', async () => {
    await post('first', 'First of its key')
    const other = await post('first', 'Second of its key')
    expect(other.status).toBe(422)
    expect(other.body.details).toHaveProperty('Idempotency-Key')
    const elsewhere = await server.call(updateCompany, {
      as: admin,
      params: { id: companyId },
      body: { name: 'First of its key' },
      headers: { 'idempotency-key': 'first' },
    })
    expect(elsewhere.status).toBe(422)
  })

  it('belongs to one user', async () => {
    const colleague = await server.addUser(admin.workspaceId, 'admin')
    expect((await post('shared', 'From one')).status).toBe(201)
    expect((await post('shared', 'From another', colleague)).status).toBe(201)
  })

  it('is not used up by a refused request', async () => {
    expect((await post('again', ' ')).status).toBe(422)
    expect((await post('again', 'Good now')).status).toBe(201)
    expect((await post('taken', 'Norvik Logistics')).status).toBe(409)
    expect((await post('taken', 'Free name')).status).toBe(201)
  })

  it.each([' ', 'a b', 'a'.repeat(201), 'é'])('refuses a key like "%s"', async (key) => {
    const request = post(key, 'Odd key')
    // The client itself refuses what a header cannot carry.
    const status = await request.then((answer) => answer.status).catch(() => 400)
    expect(status).toBe(400)
  })
})
