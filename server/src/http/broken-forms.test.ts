import { endpoints } from '@muster/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let user: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  user = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

const uploads = endpoints.filter(({ file }) => file)
const part = (field: string) =>
  `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\n\r\nName\r\nAna`

const forms: [string, string, (field: string) => string][] = [
  ['that ends within its file', 'multipart/form-data; boundary=x', part],
  ['that ends after a boundary', 'multipart/form-data; boundary=x', () => '--x\r\n'],
  ['that ends within the headers of a part', 'multipart/form-data; boundary=x', () => '--x\r\nContent-'],
  ['that never ends after its file', 'multipart/form-data; boundary=x', (field) => `${part(field)}\r\n--x`],
  ['without a boundary', 'multipart/form-data', (field) => `${part(field)}\r\n--x--\r\n`],
  ['with an empty boundary', 'multipart/form-data; boundary=', (field) => `${part(field)}\r\n--x--\r\n`],
  ['with another boundary', 'multipart/form-data; boundary=y', (field) => `${part(field)}\r\n--x--\r\n`],
]

describe('a form with another field before its file', () => {
  it.each(uploads.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is refused by %s, and leaves no file',
    async (_, endpoint) => {
      const form = new FormData()
      form.append('workspaceId', 'another')
      form.append(endpoint.file!.field, new Blob(['Name\nAna']), 'a.csv')
      const response = await fetch(server.url + addressOf(endpoint), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${user.accessToken}` },
        body: form,
      })
      expect(response.status).toBe(422)
      expect((await response.json()).details).toEqual({ workspaceId: ['Unknown field'] })
      expect(await server.db.selectFrom('files').selectAll().execute()).toEqual([])
    },
  )
})

describe.each(forms)('a form %s', (_, type, formOf) => {
  it.each(uploads.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is refused at once by %s, and leaves no file and no reserved storage',
    async (_, endpoint) => {
      const response = await fetch(server.url + addressOf(endpoint), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': type },
        body: formOf(endpoint.file!.field),
        signal: AbortSignal.timeout(10_000),
      })
      expect(await response.json()).toEqual({
        code: 'BAD_REQUEST',
        message: 'The upload is incomplete or not a valid form. Send it again.',
        details: null,
      })
      expect(response.status).toBe(400)
      for (const table of ['files', 'storage_reservations'] as const)
        expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
    },
  )
})
