import { request } from 'node:http'
import { login } from '@muster/contract/auth.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../session/password.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Sends what `fetch` would not: any method, and the path unchanged. */
function send(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    sent.on('error', reject).end()
  })
}

describe('a server', () => {
  it('refuses TRACE and repeats nothing of the request', async () => {
    for (const path of ['/', '/health', addressOf(listCompanies)]) {
      const { status, text } = await send('TRACE', path, { 'x-secret': 'trace-me' })
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('trace-me')
    }
  })

  it('lets no page of another origin read a response or send a request', async () => {
    const origin = 'https://evil.example'
    const authorization = `Bearer ${admin.accessToken}`
    const read = await send('GET', addressOf(listCompanies), { origin, authorization })
    expect(read.status).toBe(200)
    const asked = await send('OPTIONS', addressOf(login), {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,authorization',
    })
    expect(asked.status).toBe(404)
    for (const { headers } of [read, asked])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it('sets only the device cookie at sign-in, which scripts and other sites cannot use', async () => {
    const password = 'correct horse battery'
    await server.db
      .updateTable('logins')
      .set({ password_hash: await hashPassword(password) })
      .where('email', '=', admin.email)
      .execute()
    const { connectionString } = server
    const behindTls = await startTestServer({
      connectionString,
      config: { publicUrl: 'https://muster.example' },
    })
    try {
      const cookieOf = async (on: TestServer) => {
        const { status, headers } = await on.call(login, { body: { email: admin.email, password } })
        expect(status).toBe(200)
        return headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{86};/, '=…;'))
      }
      const attributes = 'Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict'
      expect(await cookieOf(server)).toEqual([`muster_device=…; ${attributes}`])
      expect(await cookieOf(behindTls)).toEqual([`__Host-muster_device=…; ${attributes}; Secure`])
    } finally {
      await behindTls.stop()
    }
    for (const path of ['/', '/health', addressOf(listCompanies)]) {
      const { headers } = await send('GET', path, { authorization: `Bearer ${admin.accessToken}` })
      expect([path, headers['set-cookie']]).toEqual([path, undefined])
    }
  })

  it('lists no folder and serves no file of its source, settings or history', async () => {
    const page = await send('GET', '/')
    for (const path of [
      '/assets/',
      '/assets',
      '/.git/HEAD',
      '/.git/config',
      '/package.json',
      '/server/src/main.ts',
      '/src/main.tsx',
      '/data/files/',
      '/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/.env',
    ]) {
      const { status, text } = await send('GET', path)
      const isPage = status === 200 && text === page.text
      expect([path, isPage || status === 404 || status === 400 || status === 403]).toEqual([path, true])
      expect(text).not.toMatch(/ref: refs|"dependencies"|import /)
    }
  })

  it('declares the character set of every text', async () => {
    for (const path of ['/', '/health', '/api/v1/openapi.json', '/api/v1/nothing', '/api/v1/docs/']) {
      const { headers } = await send('GET', path)
      expect([path, headers['content-type']]).toEqual([path, expect.stringMatching(/; ?charset=utf-8$/i)])
    }
  })
})
