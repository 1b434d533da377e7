import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@muster/contract/uploads.ts'
import JSZip from 'jszip'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendFile } from '../../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { makeDocx } from '../fixtures/make-docx.ts'
import { dropOldFailures } from './document-failures.ts'

let server: TestServer
/** Gives a document one second of the processor. */
let strict: TestServer
/** Also gives up after less than a second by the clock. Slots are those of the process, so all share them. */
let hasty: TestServer
let loud: TestUser
let quiet: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { connectionString, services } = server
  const { dataDir } = services.config
  strict = await startTestServer({ connectionString, config: { documentSeconds: 1, dataDir } })
  hasty = await startTestServer({ connectionString, config: { documentSeconds: 0.2, dataDir } })
  loud = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
  quiet = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
})

afterAll(async () => {
  await hasty?.stop()
  await strict?.stop()
  await server?.stop()
})

async function upload(content: Buffer | string, name: string, as: TestUser): Promise<string> {
  const response = await sendFile(server, contract.uploadFile, as, content, name)
  return ((await response.json()) as { id: string }).id
}

/** Makes a document that takes much longer than a second to read, yet is within all limits. */
async function slowDocx(distinct: string): Promise<Buffer> {
  const zip = await JSZip.loadAsync(await makeDocx([distinct]))
  const body = `<w:p><w:r><w:t>${distinct}</w:t></w:r></w:p>${'<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(70_000)}`
  zip.file(
    'word/document.xml',
    `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  )
  return zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' })
}

const preview = (id: string, as: TestUser, on = server) =>
  on.call(contract.previewFile, { as, params: { id } })

async function removeBytes(id: string): Promise<void> {
  const { storage_key: key } = await server.db
    .selectFrom('files')
    .where('id', '=', id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  await rm(join(server.services.config.dataDir, 'files', key))
}

describe('reading documents', () => {
  it('serves another workspace while one reads 24 slow documents', async () => {
    const ids = []
    for (let n = 0; n < 24; n += 1) ids.push(await upload(await slowDocx(`Document ${n}`), `${n}.docx`, loud))
    const resume = await upload('Ana Ortiz\nana.ortiz@example.com', 'cv.txt', quiet)
    let read = 0
    // Each twice: more than a slow machine reads while the requests arrive.
    const all = [...ids, ...ids].map(async (id) => {
      const { status } = await preview(id, loud, hasty)
      if (status === 422) read += 1
      return status
    })
    const one = await server.call(contract.readResume, { as: quiet, params: { id: resume } })
    expect(one.status).toBe(200)
    expect(one.body.emails[0]?.value).toBe('ana.ortiz@example.com')
    expect(read).toBeLessThan(24)
    // The workspace's own documents are read one after another; those beyond its queue get 429.
    expect(new Set(await Promise.all(all))).toEqual(new Set([422, 429]))
  }, 120_000)

  it('stops reading after the CPU limit, and then refuses the document at once under any name', async () => {
    const content = await slowDocx('One document')
    const id = await upload(content, 'slow.docx', loud)
    const failures = () => server.db.selectFrom('document_failures').selectAll().execute()
    const before = (await failures()).length
    let { status, body } = await preview(id, loud, strict)
    // On a busy machine a thread may get too little of the processor for its document to be blamed.
    while ((await failures()).length === before) ({ status, body } = await preview(id, loud, strict))
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'VALIDATION', details: { file: [body.message] } })
    expect(body.message).toMatch(/took too long/)
    // A document that is refused at once is not even fetched.
    const again = await upload(content, 'another-name.docx', loud)
    await removeBytes(id)
    await removeBytes(again)
    expect(await preview(id, loud)).toMatchObject({ status: 422, body: { message: body.message } })
    expect(await preview(again, loud)).toMatchObject({ status: 422, body: { message: body.message } })
  }, 120_000)

  it('tries again after an hour', async () => {
    const id = await upload(Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'), 'broken.pdf', loud)
    const read = () => server.call(contract.readResume, { as: loud, params: { id } })
    expect((await read()).status).toBe(422)
    await removeBytes(id)
    expect((await read()).status).toBe(422)
    await sql`update document_failures set at = now() - interval '61 minutes'`.execute(server.db)
    expect((await read()).status).toBe(404)
    const again = await upload(Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'), 'again.pdf', loud)
    const readAgain = () => server.call(contract.readResume, { as: loud, params: { id: again } })
    expect((await readAgain()).status).toBe(422)
    await removeBytes(again)
    // The failure counts from the last attempt.
    expect((await readAgain()).status).toBe(422)
    await sql`update document_failures set at = now() - interval '61 minutes'`.execute(server.db)
    await dropOldFailures(server.db)
    expect(await server.db.selectFrom('document_failures').selectAll().execute()).toEqual([])
  })

  it('stores a failure per workspace and per kind of reading', async () => {
    const content = await changedDocx('word/document.xml', 'nothing')
    const id = await upload(content, 'a.docx', loud)
    expect((await preview(id, loud)).status).toBe(422)
    const rows = await server.db.selectFrom('document_failures').select(['workspace_id', 'wanted']).execute()
    expect(rows).toEqual([{ workspace_id: loud.workspaceId, wanted: 'html' }])
    const theirs = await upload(content, 'a.docx', quiet)
    await removeBytes(theirs)
    expect((await preview(theirs, quiet)).status).toBe(404)
  })
})

async function changedDocx(part: string, content: string): Promise<Buffer> {
  const zip = await JSZip.loadAsync(await makeDocx(['Ana Ortiz']))
  zip.file(part, content)
  return zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' })
}
