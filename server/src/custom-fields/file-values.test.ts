import { exportApplications } from '@muster/contract/application-export.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { createCandidate, getCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { createCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { downloadFile, listFiles, uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseFilesOnly } from '../privacy/erase-files.ts'
import { readStorageUse } from '../quotas/storage-use.ts'
import { addCustomField, type FieldInput } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { removeUnattachedFiles } from '../uploads/remove-unattached-files.ts'
import { removeDetachedFiles } from './remove-detached-files.ts'
import { removeRetiredFields } from './remove-retired-fields.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
/** Sees the same rows without contact data. */
let blind: TestUser
let coordinator: TestUser
let position: TestPosition
/** A field of candidates. */
const at = 'license'

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  blind = await server.addUser(workspaceId, 'recruiter')
  coordinator = await server.addUser(workspaceId, 'coordinator')
  await hideContacts(server, blind)
  position = await addPosition(server.db, workspaceId)
  await addField({ subject: 'candidate', label: 'License' })
})

afterAll(() => server?.stop())

const addField = (input: Partial<FieldInput> & { label: string }) =>
  addCustomField(server, admin, { subject: 'application', type: 'file', ...input })

async function upload(name = 'license.txt', as = recruiter): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([`About ${name}`]), name)
  const answer = await fetch(server.url + addressOf(uploadFile), {
    method: 'POST',
    headers: { authorization: `Bearer ${as.accessToken}` },
    body: form,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function add(customFields: object = {}, ofCandidate: object = {}, as = recruiter) {
  const { status, body } = await server.call(createApplication, {
    as,
    body: {
      positionId: position.id,
      ownerId: coordinator.id,
      candidate: { name: 'Ana', customFields: { ...ofCandidate } },
      customFields: { ...customFields },
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id, candidateId: body.candidate.id }
}

const change = (id: string, customFields: Record<string, unknown>, as = recruiter) =>
  server.call(updateCandidate, { as, params: { id }, body: { customFields } })

const download = async (id: string, as: TestUser) => {
  const answer = await fetch(server.url + addressOf(downloadFile, { id }), {
    headers: { authorization: `Bearer ${as.accessToken}` },
  })
  await answer.arrayBuffer()
  return answer.status
}

const exists = async (id: string) =>
  (await server.db.selectFrom('files').where('id', '=', id).select('id').execute()).length === 1

/** Makes what happened to a file older. */
async function age(id: string, days: number) {
  const ago = sql<string>`now() - make_interval(days => ${days}::integer)`
  await server.db.updateTable('files').set({ created_at: ago }).where('id', '=', id).execute()
  await server.db
    .updateTable('custom_field_files')
    .set({ detached_at: ago })
    .where('file_id', '=', id)
    .where('detached_at', 'is not', null)
    .execute()
}

async function cleanUp() {
  await removeUnattachedFiles(server.services)
  await removeDetachedFiles(server.services)
}

describe('a file in a custom field', () => {
  it('is shown by its name, and downloaded by those who see the row', async () => {
    const file = await upload('ana.txt')
    const { candidateId } = await add({}, { [at]: file })
    const { body } = await server.call(getCandidate, { as: coordinator, params: { id: candidateId } })
    expect(body.customFields).toEqual({ [at]: file })
    const named = await server.call(listFiles, { as: coordinator, query: { id: file } })
    expect(named.body.items).toMatchObject([{ id: file, name: 'ana.txt', contentType: 'text/plain' }])
    expect(await download(file, coordinator)).toBe(200)
    const other = await server.addUser(workspaceId, 'coordinator')
    expect(await download(file, other)).toBe(404)
    expect((await server.call(listFiles, { as: other, query: { id: file } })).body.items).toEqual([])
  })

  it('is refused if it does not exist, is of another workspace, or hidden', async () => {
    const { candidateId } = await add()
    const elsewhere = (await server.addWorkspace()).workspaceId
    const stranger = await server.addUser(elsewhere, 'admin')
    const theirs = await upload('theirs.txt', stranger)
    await addCustomField(server, stranger, { subject: 'candidate', label: 'License', type: 'file' })
    const { status: added } = await server.call(createCandidate, {
      as: stranger,
      body: { name: 'Stranger', customFields: { [at]: theirs } },
    })
    expect(added).toBe(201)
    const hidden = await upload('hidden.txt', admin)
    for (const file of [theirs, hidden, crypto.randomUUID()]) {
      const { status, body } = await change(candidateId, { [at]: file })
      expect([status, (body as never as { details: unknown }).details]).toEqual([
        422,
        { [`customFields.${at}`]: ['File not found. Upload it first.'] },
      ])
    }
    expect((await change(candidateId, { [at]: 'a name' })).status).toBe(422)
  })

  it('is hidden with its field from roles that may not see it', async () => {
    await addField({ subject: 'candidate', label: 'Verdict', visibleTo: ['recruiter'] })
    const file = await upload()
    await add({}, { verdict: file })
    expect([await download(file, admin), await download(file, coordinator)]).toEqual([200, 404])
    expect((await server.call(listFiles, { as: coordinator, query: { id: file } })).body.items).toEqual([])
  })

  it('is named without contact data, unless it is personal data, and never downloaded', async () => {
    await addField({ subject: 'candidate', label: 'Passport', personal: true })
    const [file, passport] = [await upload('open.txt'), await upload('passport.txt')]
    const { candidateId } = await add({}, { [at]: file, passport })
    const { body } = await server.call(getCandidate, { as: blind, params: { id: candidateId } })
    expect(body.customFields).toEqual({ [at]: file })
    const named = await server.call(listFiles, { as: blind, query: { id: [file, passport].join() } })
    expect(named.body.items.map(({ name }) => name)).toEqual(['open.txt'])
    expect([await download(file, blind), await download(passport, blind)]).toEqual([403, 403])
  })

  it('is hidden from client reviewers', async () => {
    const file = await upload()
    await add({}, { [at]: file })
    const client = await server.addUser(workspaceId, 'client_reviewer')
    expect([404, 403]).toContain(await download(file, client))
  })

  it('is named in the history when it is replaced', async () => {
    await addField({ label: 'Test' })
    const [before, after] = [await upload('before.txt'), await upload('after.txt')]
    const { id } = await add({ test: before })
    await server.call(updateApplication, {
      as: recruiter,
      params: { id },
      body: { customFields: { test: after } },
    })
    const { rows } = await sql<{ old_value: string; new_value: string }>`
      select old_value, new_value from activity_logs where application_id = ${id} and field = 'customFields.test'
    `.execute(server.db)
    expect(rows).toEqual([{ old_value: 'before.txt', new_value: 'after.txt' }])
  })

  it('is exported by its name', async () => {
    await addField({ label: 'Report' })
    const file = await upload('report of Ana.txt')
    await add({ report: file })
    const path = addressOf(exportApplications, {}, { columns: 'field.report' } as never)
    const answer = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${admin.accessToken}` },
    })
    const lines = (await answer.text()).split(/\r?\n/)
    expect(lines[0]).toContain('Report')
    expect(lines).toContain('report of Ana.txt')
  })

  it('counts in the storage of the workspace', async () => {
    const before = await readStorageUse(server.db, workspaceId)
    const file = await upload('counted.txt')
    await add({}, { [at]: file })
    expect((await readStorageUse(server.db, workspaceId)).files - before.files).toBe(1)
  })
})

describe('a removed or replaced file', () => {
  it('is restored within 30 days by another user', async () => {
    const file = await upload()
    const { candidateId } = await add({}, { [at]: file })
    await change(candidateId, { [at]: null }, admin)
    await age(file, 29)
    await cleanUp()
    const other = await server.addUser(workspaceId, 'recruiter')
    expect((await change(candidateId, { [at]: file }, other)).status).toBe(200)
    await age(file, 40)
    await cleanUp()
    expect(await exists(file)).toBe(true)
  })

  it('is deleted with its bytes after 30 days', async () => {
    const [file, other] = [await upload(), await upload()]
    const { candidateId } = await add({}, { [at]: file })
    await change(candidateId, { [at]: other })
    await age(file, 31)
    await cleanUp()
    expect([await exists(file), await exists(other)]).toEqual([false, true])
  })

  it('stays while another row has it', async () => {
    const file = await upload()
    const [one, other] = [await add({}, { [at]: file }), await add({}, { [at]: file })]
    await change(one.candidateId, { [at]: null })
    await age(file, 31)
    await cleanUp()
    expect(await exists(file)).toBe(true)
    await change(other.candidateId, { [at]: null })
    await age(file, 31)
    await cleanUp()
    expect(await exists(file)).toBe(false)
  })

  it('stays while it is a résumé', async () => {
    const file = await upload()
    const { id, candidateId } = await add({}, { [at]: file })
    await server.call(updateApplication, { as: recruiter, params: { id }, body: { resumeFileId: file } })
    await change(candidateId, { [at]: null })
    await age(file, 31)
    await cleanUp()
    expect(await exists(file)).toBe(true)
  })

  it('that was never saved is deleted after a day', async () => {
    const file = await upload()
    await age(file, 2)
    await cleanUp()
    expect(await exists(file)).toBe(false)
  })
})

describe('the undo of a bulk edit', () => {
  it('restores the previous files, and refuses where one does not exist any more', async () => {
    const { key } = await addField({ label: 'Slip' })
    const [one, other, next] = [await upload(), await upload(), await upload()]
    const [kept, lost] = [await add({ [key]: one }), await add({ [key]: other })]
    const { body: edited } = await server.call(bulkApplications, {
      as: recruiter,
      body: {
        applicationIds: [kept.id, lost.id],
        action: { kind: 'setFields', customFields: { [key]: next } },
      },
    })
    await server.db.deleteFrom('files').where('id', '=', other).execute()
    await server.call(undoBatch, { as: recruiter, body: { batchId: edited.batchId! } })
    const slipOf = async (id: string) =>
      (await server.call(getApplication, { as: recruiter, params: { id } })).body.customFields[key]
    expect([await slipOf(kept.id), await slipOf(lost.id)]).toEqual([one, next])
  })
})

describe('the files of a retired field', () => {
  it('are hidden at once, and deleted with the field', async () => {
    const { id } = await addField({ subject: 'candidate', label: 'Badge' })
    const file = await upload('badge.txt', admin)
    await add({}, { badge: file }, admin)
    expect(await download(file, coordinator)).toBe(200)
    await server.call(retireCustomField, { as: admin, params: { id } })
    expect(await download(file, coordinator)).toBe(404)
    await cleanUp()
    expect(await exists(file)).toBe(true)
    await server.db
      .updateTable('custom_fields')
      .set({ retired_at: sql`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute()
    await removeRetiredFields(server.services)
    await cleanUp()
    expect(await exists(file)).toBe(false)
  })
})

describe('erasing a person', () => {
  it('deletes their files, replaced ones included, but none that somebody else has', async () => {
    await addField({ label: 'Sheet' })
    const [own, replaced, shared, ofApplication] = [
      await upload('own.txt'),
      await upload('replaced.txt'),
      await upload('shared.txt'),
      await upload('sheet.txt'),
    ]
    const { id, candidateId } = await add({ sheet: ofApplication }, { [at]: replaced })
    await change(candidateId, { [at]: own })
    const two = await addField({ subject: 'candidate', label: 'Second' })
    await change(candidateId, { [two.key]: shared })
    const other = await add({}, { [two.key]: shared })
    await server.db
      .updateTable('applications')
      .set({ closed_at: sql`now()`, disposition: 'withdrawn' })
      .where('id', '=', id)
      .execute()
    const { status } = await server.call(eraseCandidate, {
      as: admin,
      params: { id: candidateId },
      body: { confirmName: 'Ana' },
    })
    expect(status).toBeLessThan(300)
    const left = await Promise.all([own, replaced, shared, ofApplication].map(exists))
    expect(left).toEqual([false, false, true, false])
    const { body } = await server.call(getCandidate, { as: admin, params: { id: other.candidateId } })
    expect(body.customFields).toEqual({ [two.key]: shared })
    const kept = await server.db
      .selectFrom('custom_field_files')
      .where('row_id', '=', candidateId)
      .select('file_id')
      .execute()
    expect(kept).toEqual([])
  })
})

describe('the retention of files', () => {
  it('empties the fields that have them', async () => {
    const [file, other] = [await upload(), await upload()]
    const { id, candidateId } = await add({}, { [at]: file })
    await addField({ label: 'Proof' })
    await server.call(updateApplication, {
      as: recruiter,
      params: { id },
      body: { customFields: { proof: other } },
    })
    await server.db
      .transaction()
      .execute((tx) => eraseFilesOnly(tx, server.services.jobs, workspaceId, [file]))
    const candidate = await server.call(getCandidate, { as: admin, params: { id: candidateId } })
    const application = await server.call(getApplication, { as: admin, params: { id } })
    expect([candidate.body.customFields, application.body.customFields]).toEqual([{}, { proof: other }])
    expect(await exists(file)).toBe(false)
  })
})

describe('createCustomField', () => {
  it('adds a field of files, which lists cannot be sorted by', async () => {
    const body = { subject: 'company' as const, type: 'file' as const, label: 'Contract' }
    const { status } = await server.call(createCustomField, { as: admin, body: { ...body, sortable: true } })
    expect(status).toBe(422)
    expect((await server.call(createCustomField, { as: admin, body })).status).toBe(201)
  })
})
