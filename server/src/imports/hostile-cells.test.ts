import { randomBytes } from 'node:crypto'
import { importFieldKeys } from '@muster/contract/import-fields.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { importNow, preview, upload } from './fixtures/import-kit.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

const mapping = Object.fromEntries(importFieldKeys.map((field, index) => [String(index), field]))
const long = 25_000

/** What no pattern, index or column of the database is made for. */
const cells = {
  'noise that does not compress': randomBytes(long / 2).toString('hex'),
  'words that do not compress': randomBytes(long / 4)
    .toString('hex')
    .replace(/.{7}/g, '$& '),
  brackets: '('.repeat(long),
  blanks: `1${' '.repeat(long)}1`,
  'addresses without end': `a@${'b.'.repeat(long / 2)}`,
  'half a character': 'x\ud800y'.repeat(100),
  'characters of no width': '\u200b\u202e'.repeat(long / 2),
  'combining marks': `e${'\u0301'.repeat(long)}`,
  'wide letters': '\ufdfa'.repeat(long / 4),
}

describe('an import of a row whose every cell holds', () => {
  it.each(Object.entries(cells))('%s is previewed, and ends', async (_, cell) => {
    const header = importFieldKeys.map((field) => `Column ${field}`).join(',')
    const row = importFieldKeys.map(() => `"${cell}"`).join(',')
    const { status, body } = await upload(server, admin, `${header}\n${row}\n`)
    expect(status).toBe(201)
    const seen = await preview(server, admin, body.id, { mapping })
    expect(seen.status).toBe(200)
    const ended = await importNow(server, admin, body.id, { mapping })
    expect([ended.state, ended.error, ended.processed]).toEqual(['completed', null, 1])
  })
})
