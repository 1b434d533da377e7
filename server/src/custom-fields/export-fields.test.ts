import { exportApplications } from '@muster/contract/application-export.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { exportCandidates } from '@muster/contract/candidates.ts'
import { createCompany, exportCompanies } from '@muster/contract/companies.ts'
import { retireCustomField } from '@muster/contract/custom-fields.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { download, importNow, suggestedMapping, upload } from '../imports/fixtures/import-kit.ts'
import { addCustomField, type FieldInput } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

const addField = (input: Partial<FieldInput> & { label: string }) => addCustomField(server, admin, input)

async function apply(name: string, ofCandidate: object, ofApplication: object = {}) {
  const answer = await server.call(createApplication, {
    as: admin,
    body: {
      candidate: { name, email: `${name.toLowerCase()}@example.com`, customFields: ofCandidate as never },
      positionId: position.id,
      customFields: ofApplication as never,
    },
  })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
}

const rowsOf = async (endpoint: AnyEndpoint, query: object = {}, as = admin) =>
  (await download(server, as, endpoint, { query })).rows()

describe('an export', () => {
  it('has the custom fields as people read them, under their labels', async () => {
    const shift = await addField({
      subject: 'application',
      label: 'Shift',
      type: 'choices',
      options: [{ label: 'Days' }, { label: 'Nights, late' }],
    })
    await addField({ label: 'Pay', type: 'money', currency: 'EUR' })
    await addField({ label: 'Expires', type: 'date' })
    await addField({ label: 'Own car', type: 'boolean' })
    await addField({ label: 'Buddy', type: 'user' })
    await addField({ label: 'Source' })
    await apply(
      'Ana',
      {
        pay: { amount: 123450, currency: 'EUR' },
        expires: '2027-12-31',
        ownCar: true,
        buddy: admin.id,
        source: 'x',
      },
      { shift: shift.options.map(({ id }) => id) },
    )
    expect((await rowsOf(exportApplications))[0]).toMatchObject({
      Shift: '["Days","Nights, late"]',
      Pay: '1234.50',
      Expires: '2027-12-31',
      'Own car': 'Yes',
      Buddy: 'Ada Admin',
      'candidate.source': 'x',
    })
    expect(await rowsOf(exportApplications, { columns: 'candidate,field.shift,candidate.pay' })).toEqual([
      { Candidate: 'Ana', Shift: '["Days","Nights, late"]', Pay: '1234.50' },
    ])
    expect((await rowsOf(exportCandidates, { columns: 'candidate,field.expires' }))[0]).toEqual({
      Candidate: 'Ana',
      Expires: '2027-12-31',
    })
  })

  it('has the days that were entered, and times of the timezone of the workspace unless another is named', async () => {
    await server.db
      .updateTable('workspaces')
      .set({ timezone: 'America/New_York' })
      .where('id', '=', workspaceId)
      .execute()
    await addField({ label: 'Expires', type: 'date' })
    await addField({ label: 'Seen', type: 'dateTime' })
    await apply('Ana', { expires: '2027-12-31', seen: '2026-03-29T23:30:00.000Z' })
    const columns = 'candidate.expires,candidate.seen'
    expect(await rowsOf(exportApplications, { columns })).toEqual([
      { Expires: '2027-12-31', Seen: '2026-03-29 19:30' },
    ])
    expect(await rowsOf(exportApplications, { columns, timezone: 'Asia/Tokyo' })).toEqual([
      { Expires: '2027-12-31', Seen: '2026-03-30 08:30' },
    ])
  })

  it('has those of companies', async () => {
    await addField({ subject: 'company', label: 'Cost center' })
    await server.call(createCompany, {
      as: admin,
      body: { name: 'Acme', customFields: { costCenter: 'C1' } },
    })
    expect(await rowsOf(exportCompanies, { columns: 'name,field.costCenter' })).toContainEqual({
      Company: 'Acme',
      'Cost center': 'C1',
    })
  })

  it('leaves out what the caller may not see: hidden, personal and retired fields', async () => {
    await addField({ label: 'Open' })
    await addField({ label: 'Secret', visibleTo: ['hiring_manager'] })
    await addField({ label: 'Private', personal: true })
    const old = await addField({ label: 'Old' })
    await apply('Ana', { open: 'o', secret: 's', private: 'p', old: 'x' })
    await server.call(retireCustomField, { as: admin, params: { id: old.id } })
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    const columns = (rows: Record<string, string>[]) =>
      Object.keys(rows[0]!).filter((name) => ['Open', 'Secret', 'Private', 'Old'].includes(name))
    expect(columns(await rowsOf(exportApplications))).toEqual(['Open', 'Secret', 'Private'])
    expect(columns(await rowsOf(exportApplications, {}, recruiter))).toEqual(['Open', 'Private'])
    // A viewer sees contact data, but does not export it.
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect(columns(await rowsOf(exportApplications, {}, viewer))).toEqual(['Open'])
    expect(
      columns(await rowsOf(exportApplications, { columns: 'candidate.open,candidate.private' }, viewer)),
    ).toEqual(['Open'])
    const named = (as: TestUser, name: string) =>
      download(server, as, exportApplications, { query: { columns: `candidate,candidate.${name}` } })
    expect((await named(recruiter, 'secret')).status).toBe(403)
    expect((await named(recruiter, 'old')).status).toBe(403)
    expect((await named(admin, 'se-cret')).status).toBe(422)
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await named(other, 'open')).status).toBe(403)
  })
})

const line = fc.oneof(
  fc.constantFrom('=1+1', 'n/a', "'-", 'a, b', '"q"', '1.234', 'None', '[x]', '007', 'yes', '###', '-'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.normalize('NFC')),
)

/** A field of each type with a generator of its values. */
const generated: { input: Omit<FieldInput, 'subject'>; values: fc.Arbitrary<unknown> }[] = [
  { input: { label: 'Badge', type: 'text' }, values: line },
  { input: { label: 'Notes', type: 'text' }, values: line },
  { input: { label: 'Story', type: 'longText' }, values: fc.tuple(line, line).map((two) => two.join('\n')) },
  {
    input: { label: 'Years', type: 'number', unit: 'years' },
    values: fc.oneof(fc.integer(), fc.constantFrom(0.1, -1234.567, 1e-7, 1234, 0.001)),
  },
  {
    input: { label: 'Pay', type: 'money', currency: 'EUR' },
    values: fc.integer({ min: -1e9, max: 1e9 }).map((amount) => ({ amount, currency: 'EUR' })),
  },
  {
    input: { label: 'Yen', type: 'money', currency: 'JPY' },
    values: fc.nat(1e9).map((amount) => ({ amount, currency: 'JPY' })),
  },
  {
    input: { label: 'Expires', type: 'date' },
    values: fc
      .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  },
  {
    input: { label: 'Seen', type: 'dateTime' },
    values: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
  { input: { label: 'Own car', type: 'boolean' }, values: fc.boolean() },
  { input: { label: 'Site', type: 'link' }, values: fc.webUrl() },
  { input: { label: 'Other mail', type: 'email' }, values: fc.nat(99).map((n) => `n${n}@example.org`) },
  {
    input: { label: 'Other phone', type: 'phone' },
    values: fc.integer({ min: 10, max: 99 }).map((n) => `+1 312 555 01${n} ext. 5`),
  },
]
const labels = ['Days', 'days, late', '[x]', 'A; b', 'None', '1.5']

describe('values that are exported and imported again', () => {
  it.each(['csv', 'xlsx'])('are nothing new as %s', async (format) => {
    const choices = { options: labels.map((label) => ({ label })) }
    const fields = [
      ...generated,
      { input: { label: 'Shift', type: 'choice' as const, ...choices }, values: null },
      { input: { label: 'Shifts', type: 'choices' as const, ...choices }, values: null },
    ]
    const made: { subject: string; key: string; values: fc.Arbitrary<unknown> }[] = []
    for (const subject of ['candidate', 'application'] as const)
      for (const { input, values } of fields) {
        const field = await addField({ ...input, subject })
        const ids = field.options.map(({ id }) => id)
        const chosen = () =>
          input.type === 'choices' ? fc.subarray(ids, { minLength: 1 }) : fc.constantFrom(...ids)
        made.push({ subject, key: field.key, values: values ?? chosen() })
      }
    const record = (subject: string) =>
      fc.record(
        Object.fromEntries(
          made.filter((one) => one.subject === subject).map(({ key, values }) => [key, values]),
        ),
        { requiredKeys: [] },
      )
    const rows = fc.sample(fc.tuple(record('candidate'), record('application')), { numRuns: 12, seed: 7 })
    for (const [index, [ofCandidate, ofApplication]] of rows.entries()) {
      const usable = (values: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(values).filter(
            ([, value]) => typeof value !== 'string' || !/[^\P{C}\n]|[\u2028\u2029]/u.test(value),
          ),
        )
      await apply(`Person${index}`, usable(ofCandidate), usable(ofApplication))
    }
    const stored = async () => {
      const read = (table: 'candidates' | 'applications') =>
        server.db
          .selectFrom(table)
          .where('workspace_id', '=', workspaceId)
          .orderBy('id')
          .select(['id', 'custom_fields', 'version'])
          .execute()
      return [await read('candidates'), await read('applications')] as unknown as FieldValue[][]
    }
    const before = await stored()
    const file = await download(server, admin, exportApplications, { query: { format } })
    const { body } = await upload(server, admin, file.content, { name: `list.${format}` })
    const mapping = suggestedMapping(body)
    expect(Object.values(mapping).filter((target) => target.includes('.'))).toHaveLength(made.length)
    const ended = await importNow(server, admin, body.id, { mapping, policy: 'overwrite' })
    expect(await stored()).toEqual(before)
    expect(ended).toMatchObject({ created: 0, updated: 0, invalid: 0, skipped: 12, losses: [] })
  })
})
