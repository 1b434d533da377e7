import { Socket } from 'node:net'
import { login } from '@muster/contract/auth.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let viewer: TestUser

beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: 'https://muster.example', publicCallsPerMinute: 3 } })
  const { workspaceId } = await server.addWorkspace()
  viewer = await server.addUser(workspaceId, 'viewer')
})

afterAll(() => server?.stop())

const companies = addressOf(listCompanies)
const json = { 'content-type': 'application/json' }
const docs = '/api/v1/docs'

interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  anonymous?: boolean
}

function send({ path, anonymous, headers, ...init }: Sent): Promise<Response> {
  const authorization = `Bearer ${viewer.accessToken}`
  return fetch(server.url + path, {
    ...init,
    headers: anonymous ? { ...headers } : { authorization, ...headers },
    redirect: 'manual',
  })
}

const trustedTypes =
  /(?:^|;)\s*require-trusted-types-for 'script';\s*trusted-types document-preview pdf-worker(?:;|$)/

function expectSafe(headers: Headers) {
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/default-src '(self|none)'/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src|unsafe-(eval|inline)/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
}

describe('a response', () => {
  it.each<[string, number[], Sent]>([
    ['a list', [200], { path: companies }],
    ['the health', [200], { path: '/health' }],
    ['only headers', [200], { path: '/health', method: 'HEAD' }],
    ['a call without a session', [401], { path: companies, anonymous: true }],
    [
      'a call without the permission',
      [403],
      { path: addressOf(createCompany), method: 'POST', headers: json, body: '{"name":"A"}' },
    ],
    ['an unknown call', [404], { path: '/api/v1/nothing' }],
    ['an unknown file', [404], { path: '/assets/nothing.js' }],
    ['a method that does not exist', [404], { path: companies, method: 'PROPFIND' }],
    ['an undecodable address', [400], { path: `${companies}%E0%A4%A` }],
    [
      'a body too large',
      [413],
      { path: addressOf(login), anonymous: true, method: 'POST', headers: json, body: 'a'.repeat(1_100_000) },
    ],
    [
      'a body of another type',
      [415],
      {
        path: addressOf(login),
        anonymous: true,
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'a',
      },
    ],
    ['a parameter out of its range', [422], { path: `${companies}?limit=-1` }],
    ['the description of the API', [200], { path: '/api/v1/openapi.json' }],
    ['the page of the API', [200, 302], { path: docs }],
    ['the style of that page', [200], { path: `${docs}/docs.css` }],
    ['an unknown file of that page', [404], { path: `${docs}/nothing.css` }],
    // 404 unless the web app was built.
    ['the app', [200, 404], { path: '/' }],
    ['a screen', [200, 404], { path: '/applications' }],
    ['a picture of the app', [200, 404], { path: '/favicon.svg' }],
  ])('keeps the browser from running, framing and sniffing anything: %s', async (_, statuses, sent) => {
    const response = await send(sent)
    await response.arrayBuffer()
    expect(statuses).toContain(response.status)
    expectSafe(response.headers)
  })

  it.each<[string, Sent]>([
    ['a list', { path: companies }],
    ['the app', { path: '/' }],
    ['a screen', { path: '/applications' }],
    ['an error', { path: '/api/v1/nothing' }],
    ['the description of the API', { path: '/api/v1/openapi.json' }],
    ['the page of the API', { path: docs, anonymous: true }],
    ['a page below it', { path: `${docs}/reference/applications` }],
    ['its description', { path: `${docs}/json` }],
    ['an unknown file below it', { path: `${docs}/nothing.html` }],
    ['a path above it', { path: `${docs}/..%2f..%2fdocs` }],
    ['a path like it', { path: `${docs}x` }],
  ])('sets scripts and HTML only through two named Trusted Types policies: %s', async (_, sent) => {
    const response = await send(sent)
    await response.arrayBuffer()
    expect(response.headers.get('content-security-policy')).toMatch(trustedTypes)
  })

  it('lets recordings play from the configured hosts only', async () => {
    const { recordingHosts } = server.services.config
    expect(recordingHosts).toContain('api.twilio.com')
    const { headers } = await send({ path: '/health' })
    const [, sources] = /media-src ([^;]*)/.exec(headers.get('content-security-policy')!)!
    expect(sources!.split(' ')).toEqual(["'self'", ...recordingHosts.map((host) => `https://${host}`)])
  })

  it('does so even for a rate-limited request', async () => {
    const attempts = []
    for (let index = 0; index < 5; index += 1) {
      const response = await send({
        path: addressOf(login),
        method: 'POST',
        headers: json,
        body: '{}',
        anonymous: true,
      })
      await response.arrayBuffer()
      attempts.push(response)
    }
    const refused = attempts.at(-1)!
    expect(refused.status).toBe(429)
    expectSafe(refused.headers)
  })

  it.each([
    ['is not HTTP', 'HELO muster\r\n\r\n', 400],
    ['has no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['expects something unknown', 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
  ])('does so when the request %s', async (_, request, status) => {
    const { hostname, port } = new URL(server.url)
    const socket = new Socket().connect(Number(port), hostname)
    socket.write(request)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const [, ...lines] = answer.split('\r\n\r\n')[0]!.split('\r\n')
    expectSafe(new Headers(lines.map((line) => [/^[^:]*/.exec(line)![0], line.replace(/^[^:]*: /, '')])))
  })
})

describe('HSTS', () => {
  it('lasts at least a year and covers subdomains, behind TLS', async () => {
    for (const path of [companies, '/api/v1/nothing', '/', docs]) {
      const response = await send({ path })
      await response.arrayBuffer()
      const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(
        response.headers.get('strict-transport-security') ?? '',
      )!
      expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
    }
  })
})
