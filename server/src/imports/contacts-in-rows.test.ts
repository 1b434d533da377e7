import { listCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import * as preview from '@muster/contract/import-preview.ts'
import * as rows from '@muster/contract/import-rows.ts'
import { downloadUndoReport, undoImport } from '@muster/contract/import-undo.ts'
import { listImportValues } from '@muster/contract/imports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { importNow, suggestedMapping, upload } from './fixtures/import-kit.ts'
import { runUndo } from './undo/run-undo.ts'

let server: TestServer
let uploader: TestUser
let importId: string
/** Analyzed, and not imported. */
let openId: string
let mapping: Record<string, 'fullName' | 'email'>

const file = 'Name,E-mail\nIda Lamp,ida@example.com\nBo Wick,none of these\nCy Wax,cy@example.com,x\n'

beforeAll(async () => {
  server = await startTestServer()
  uploader = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
  const { body } = await upload(server, uploader, file)
  importId = body.id
  mapping = suggestedMapping(body) as typeof mapping
  await importNow(server, uploader, importId, { mapping })
  openId = (await upload(server, uploader, file)).body.id
})

afterAll(() => server?.stop())

async function revoke(user: TestUser, permissions: string[]): Promise<TestUser> {
  await server.db
    .updateTable('users')
    .set({ revoked_permissions: permissions })
    .where('id', '=', user.id)
    .execute()
  evictSessions(server.db)
  return user
}

const colleague = async (revoked: string[]) =>
  revoke(await server.addUser(uploader.workspaceId, 'recruiter'), revoked)

/** Of a call that answers a file. */
async function download(endpoint: AnyEndpoint, { as, body }: { as: TestUser; body?: object }) {
  const response = await fetch(server.url + addressOf(endpoint, { id: importId }), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${as.accessToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, text: await response.text() }
}

async function statuses(as: TestUser) {
  const params = { id: importId }
  const open = { id: openId }
  const settings = { importId: openId, mapping }
  const change = { column: 0, row: 1, original: 'Nobody', value: 'Somebody' }
  const shown = [
    await server.call(rows.listImportRows, { as, params, query: { result: 'lost' } }),
    await server.call(rows.listImportRows, { as, params, query: { result: 'created' } }),
    await server.call(rows.listLeftOutRows, { as, params }),
    await server.call(preview.previewImport, { as, body: settings }),
    await server.call(listImportValues, { as, body: settings }),
    await server.call(preview.listImportCorrections, { as, params: open }),
    await server.call(preview.correctImport, { as, params: open, body: { corrections: [change] } }),
  ]
  const exported = [
    await download(rows.downloadImportErrors, { as }),
    await download(rows.downloadImportLosses, { as }),
    await download(rows.downloadRaggedRows, { as }),
    await download(rows.downloadLeftOutRows, { as }),
    await download(preview.downloadPreviewLosses, { as, body: settings }),
  ]
  const of = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]
  return { shown: of(shown), exported: of(exported) }
}

describe('rows of a file that somebody else uploaded', () => {
  it('are for those who may see contact data, and leave as a file for those who may export it', async () => {
    expect(await statuses(await colleague([]))).toEqual({ shown: [200], exported: [200] })
    expect(await statuses(await colleague(['contacts:export']))).toEqual({ shown: [200], exported: [403] })
    expect(await statuses(await colleague(['contacts:read']))).toEqual({ shown: [403], exported: [403] })
  })

  it('are for whoever uploaded it, too, and for no other workspace', async () => {
    await revoke(uploader, ['contacts:read', 'contacts:export'])
    expect(await statuses(uploader)).toEqual({ shown: [200], exported: [200] })
    await revoke(uploader, [])
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    expect(await statuses(stranger)).toEqual({ shown: [404], exported: [404] })
  })
})

describe('the report of an undo', () => {
  it('has the present contact data of people for those alone who may export it', async () => {
    const { body } = await server.call(listCandidates, { as: uploader, query: { q: 'ida@example.com' } })
    const change = { params: { id: body.items[0]!.id }, body: { location: 'Bergen' } }
    expect((await server.call(updateCandidate, { as: uploader, ...change })).status).toBe(200)
    await server.call(undoImport, { as: uploader, params: { id: importId } })
    await runUndo(server.services, { workspaceId: uploader.workspaceId, importId })
    const report = async (as: TestUser) => (await download(downloadUndoReport, { as })).text
    expect(await report(uploader)).toContain('ida@example.com')
    for (const revoked of [['contacts:export'], ['contacts:read']]) {
      const text = await report(await revoke(uploader, revoked))
      expect(text).toContain('Ida Lamp')
      expect(text).not.toContain('@example.com')
    }
  })
})
