import { createCandidate } from '@muster/contract/candidates.ts'
import * as contract from '@muster/contract/field-changes.ts'
import { type FieldType, fieldTypes } from '@muster/contract/field-subjects.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCustomField } from '../../testing/add-custom-field.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { fieldTypeRules } from '../field-types.ts'
import { loadFields } from '../load-fields.ts'
import { applyFieldChange } from './apply-field-change.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

type Convertible = Exclude<FieldType, 'file'>
const types = fieldTypes.filter((type) => type !== 'file') as Convertible[]
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const text = fc.oneof(
  fc.constantFrom(
    'yes',
    '4',
    '1,234.5',
    '2027-01-31',
    '03/04/2027',
    'Days',
    'Days, Nights',
    '€ 5',
    'ada@example.com',
  ),
  fc.constantFrom('example.com', '+1 312 555 0148', 'Ada Admin', '[x]', '{}', '"', 'null', "'1"),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 15 }),
)

/** Values of each type; of options and users those that exist. */
const valuesOf: Record<Convertible, (options: string[], user: string) => fc.Arbitrary<unknown>> = {
  text: () => text,
  longText: () => fc.tuple(text, text).map((lines) => lines.join('\n')),
  number: () => fc.oneof(fc.integer(), fc.constantFrom(0, 1, 0.1, -1234.567, 1e-7)),
  money: () => fc.integer({ min: -1e9, max: 1e9 }).map((amount) => ({ amount, currency: 'EUR' })),
  date: () => day.map((date) => date.slice(0, 10)),
  dateTime: () => day,
  boolean: () => fc.boolean(),
  choice: (options) => fc.constantFrom(...options),
  choices: (options) => fc.subarray(options, { minLength: 1 }),
  user: (_, user) => fc.constant(user),
  link: () => fc.webUrl(),
  phone: () => fc.integer({ min: 10, max: 99 }).map((n) => `+1 312 555 01${n}`),
  email: () => fc.nat(99).map((n) => `n${n}@example.org`),
}

async function apply(as: TestUser, answer: { status: number; body: unknown }): Promise<string> {
  expect([answer.status, answer.body]).toMatchObject([202, {}])
  const { id } = answer.body as { id: string }
  await applyFieldChange(server.services, { workspaceId: as.workspaceId, changeId: id })
  return id
}

async function rowsOf(workspaceId: string) {
  return server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .select(['id', 'custom_fields'])
    .execute()
}

/** Settings that a type must have. */
function settings(type: Convertible) {
  const options = ['Days', 'Nights', 'a, b'].map((label) => ({ label }))
  return {
    type,
    ...(type === 'money' && { currency: 'EUR' }),
    ...(fieldTypeRules[type].has?.options && { options }),
  }
}

describe.each(types)('a field of type %s', (type) => {
  it('has valid values after a change to every other type, and its own after the undo', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
    const field = await addCustomField(server, as, { label: 'F', ...settings(type) })
    const params = { id: field.id }
    const arbitrary = valuesOf[type](
      field.options.map(({ id }) => id),
      as.id,
    )
    for (const value of fc.sample(arbitrary, 12))
      await server.call(createCandidate, { as, body: { name: 'Ana', customFields: { f: value as never } } })
    const before = await rowsOf(workspaceId)
    for (const other of types.filter((each) => each !== type)) {
      const body = { ...settings(other), emptied: 12 }
      const preview = await server.call(contract.previewFieldType, { as, params, body: settings(other) })
      const changeId = await apply(as, await server.call(contract.changeFieldType, { as, params, body }))
      const [changed] = await loadFields(server.db, workspaceId, 'candidate')
      const after = (await rowsOf(workspaceId)).map((row) => (row.custom_fields as { f?: unknown }).f)
      const filled = after.filter((value) => value !== undefined)
      expect([other, filled.length]).toEqual([other, preview.body.fitting])
      const { read } = fieldTypeRules[other]
      expect(filled.map((value) => read(value, changed!, { country: 'US' }))).toEqual(filled)
      await apply(as, await server.call(contract.undoFieldChange, { as, params: { ...params, changeId } }))
      expect(await rowsOf(workspaceId)).toEqual(before)
    }
  })
})
