import { listApplications } from '@muster/contract/applications.ts'
import { listCallQueues } from '@muster/contract/call-queues.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { listCustomFields } from '@muster/contract/custom-fields.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { addSampleData, removeSampleData } from '@muster/contract/start.ts'
import { downloadFile } from '@muster/contract/uploads.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fieldTypeRules } from '../custom-fields/field-types.ts'
import { loadAllFields } from '../custom-fields/load-fields.ts'
import { subjectTables } from '../custom-fields/subject-tables.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { writeSampleLicenses } from './write-sample-licenses.ts'
import { writeSampleResumes } from './write-sample-resumes.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function addSample() {
  const { status } = await server.call(addSampleData, { as: admin, body: { alongside: true } })
  expect(status).toBeLessThan(300)
}

const labels = async () =>
  (await server.call(listCustomFields, { as: admin })).body.items.map(({ label }) => label).sort()

describe('the custom fields of the sample', () => {
  it('have values that the server would take', async () => {
    await addSample()
    await writeSampleResumes(server.services)
    const fields = await loadAllFields(server.db, admin.workspaceId)
    expect(fields.length).toBe(6)
    for (const field of fields) {
      const rows = await server.db
        .selectFrom(subjectTables[field.subject])
        .where('workspace_id', '=', admin.workspaceId)
        .select('custom_fields')
        .execute()
      const values = rows
        .map(({ custom_fields }) => (custom_fields as Record<string, FieldValue>)[field.key])
        .filter((value) => value !== undefined)
      expect([field.key, values.length > 5]).toEqual([field.key, true])
      const { read } = fieldTypeRules[field.type]
      expect(values.map((value) => read(value, field, { country: 'US' }))).toEqual(values)
    }
  })

  it('sort the list of applications', async () => {
    await addSample()
    const { body } = await server.call(listApplications, { as: admin, query: { sort: '-field.expectedPay' } })
    const pays = body.items.map(({ customFields }) => (customFields.expectedPay as { amount: number }).amount)
    expect(pays.length).toBe(50)
    expect(pays).toEqual(pays.toSorted((a, b) => b - a))
    expect(pays[0]).toBeGreaterThan(4_000)
  })

  it('leave out those whose key or name the workspace has', async () => {
    const own = await addCustomField(server, admin, { label: 'License' })
    await addSample()
    expect(await labels()).toEqual([
      'Contract number',
      'Expected pay',
      'License',
      'License copy',
      'License expires',
      'Preferred shift',
    ])
    const { rows } = await readLicenses(own.key)
    expect(rows).toEqual([])
  })

  it('are asked about by the script of a call queue, in their order', async () => {
    await addSample()
    const { body } = await server.call(listCallQueues, { as: admin })
    const asked = body.items.find(({ name }) => name === 'New leads')!.questions
    expect(asked.map(({ label, text, state }) => [label, text, state])).toEqual([
      ['License', 'Which license do you have?', 'in_use'],
      ['Preferred shift', 'Which shifts can you work?', 'in_use'],
      ['Expected pay', 'What pay do you expect?', 'in_use'],
    ])
  })

  it('hold copies of licenses as files, which are removed with it', async () => {
    await addSample()
    await writeSampleLicenses(server.services, admin.workspaceId)
    const files = () =>
      server.db
        .selectFrom('custom_field_files')
        .innerJoin('files', (join) =>
          join
            .onRef('files.workspace_id', '=', 'custom_field_files.workspace_id')
            .onRef('files.id', '=', 'custom_field_files.file_id'),
        )
        .where('files.workspace_id', '=', admin.workspaceId)
        .select(['files.id', 'files.name'])
        .execute()
    const [first, ...others] = await files()
    expect(others.length).toBeGreaterThan(5)
    expect(first!.name).toMatch(/^(CDL-[AB]|RN|LPN|CNA|Forklift) .+\.pdf$/)
    const address = server.url + addressOf(downloadFile, { id: first!.id })
    const download = () => fetch(address, { headers: { authorization: `Bearer ${admin.accessToken}` } })
    expect((await (await download()).text()).slice(0, 4)).toBe('%PDF')
    await server.call(removeSampleData, { as: admin, query: {} })
    expect(await files()).toEqual([])
    expect((await download()).status).toBe(404)
  })

  it('are removed with it, except those of which a record of your own has a value', async () => {
    await addSample()
    await server.call(createCandidate, {
      as: admin,
      body: { name: 'Real Person', customFields: { licenseExpires: '2030-01-31' } },
    })
    const removed = await server.call(removeSampleData, { as: admin, query: {} })
    expect(removed.status).toBeLessThan(300)
    expect(await labels()).toEqual(['License expires'])
  })
})

async function readLicenses(key: string) {
  const rows = await server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', admin.workspaceId)
    .select('custom_fields')
    .execute()
  return { rows: rows.filter(({ custom_fields }) => key in (custom_fields as object)) }
}
