import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { logCall } from '@muster/contract/calls.ts'
import {
  createCandidate,
  getCandidate,
  listCandidates,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import { getCustomField, retireCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/field-changes.ts'
import { type FieldType, fieldLimits } from '@muster/contract/field-subjects.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../database/new-id.ts'
import { execute, upload } from '../../imports/fixtures/import-kit.ts'
import { runImport } from '../../imports/run-import.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { eraseCalls } from '../../privacy/erase-candidates.ts'
import { addCustomField, type FieldInput } from '../../testing/add-custom-field.ts'
import { addPosition } from '../../testing/add-position.ts'
import { hideContacts } from '../../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { buildSortKeys } from '../build-sort-keys.ts'
import { keepFields } from '../load-fields.ts'
import { applyFieldChange } from './apply-field-change.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  await sql`update workspaces set timezone = 'America/New_York' where id = ${workspaceId}`.execute(server.db)
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
})

afterAll(() => server?.stop())

const addField = (input: Partial<FieldInput> & { label: string }) => addCustomField(server, admin, input)

/** Adds a candidate with a value of a field, and returns the ID. */
async function addPerson(key: string, value: unknown, name = String(value)): Promise<string> {
  const answer = await server.call(createCandidate, {
    as: admin,
    body: { name: name || 'Nobody', customFields: value === null ? {} : { [key]: value } },
  })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body.id
}

async function storedValue(id: string, key: string): Promise<unknown> {
  const { body } = await server.call(getCandidate, { as: admin, params: { id } })
  return body.customFields[key] ?? null
}

const storedValues = (ids: readonly string[], key: string) =>
  Promise.all(ids.map((id) => storedValue(id, key)))

const setValue = (id: string, key: string, value: unknown) =>
  server.call(updateCandidate, { as: admin, params: { id }, body: { customFields: { [key]: value } } })

type TypeBody = CallOf<typeof contract.changeFieldType>['body']

const preview = (id: string, body: CallOf<typeof contract.previewFieldType>['body'], as = admin) =>
  server.call(contract.previewFieldType, { as, params: { id }, body })

const changeType = (id: string, body: TypeBody, as = admin) =>
  server.call(contract.changeFieldType, { as, params: { id }, body })

const merge = (id: string, from: string[], into: string, as = admin) =>
  server.call(contract.mergeFieldOptions, { as, params: { id }, body: { from, into } })

const undo = (id: string, changeId: string, as = admin) =>
  server.call(contract.undoFieldChange, { as, params: { id, changeId } })

/** Does what the job of a change does. */
async function applied<Answer extends { status: number; body: { id: string } }>(answer: Promise<Answer>) {
  const { status, body } = await answer
  expect([status, body]).toMatchObject([202, {}])
  await applyFieldChange(server.services, { workspaceId, changeId: body.id })
  return body
}

async function changesOf(id: string) {
  const { body } = await server.call(contract.listFieldChanges, { as: admin, params: { id } })
  return body.items
}

const fieldOf = async (id: string) => (await server.call(getCustomField, { as: admin, params: { id } })).body

describe('a change of type', () => {
  it('turns values into those of the new type, and lists those that do not fit before and after', async () => {
    const field = await addField({ label: 'Years' })
    const ids = []
    for (const value of ['4', ' 12.5 ', 'many', '1,234', null]) ids.push(await addPerson('years', value))
    const { body } = await preview(field.id, { type: 'number', unit: 'years' })
    expect(body).toMatchObject({ values: 4, fitting: 2, newOptions: [] })
    expect(body.unfit.map(({ rowId, value }) => [rowId, value])).toEqual(
      [
        [ids[2], 'many'],
        [ids[3], '1,234'],
      ].sort(),
    )
    expect(body.unfit.find(({ value }) => value === 'many')).toMatchObject({
      name: 'many',
      reason: 'Enter a number',
    })
    const change = await applied(changeType(field.id, { type: 'number', unit: 'years', emptied: 2 }))
    expect(await storedValues(ids, 'years')).toEqual([4, 12.5, null, null, null])
    expect(await fieldOf(field.id)).toMatchObject({ type: 'number', unit: 'years', isChanging: false })
    expect(await changesOf(field.id)).toMatchObject([
      { kind: 'type', state: 'done', from: 'text', to: 'number', by: 'Ada Admin', changed: 2, emptied: 2 },
    ])
    const emptied = await server.call(contract.listEmptiedValues, {
      as: admin,
      params: { id: field.id, changeId: change.id },
    })
    expect(emptied.body.items.map(({ rowId, name, value }) => [rowId, name, value])).toEqual(
      [
        [ids[2], 'many', 'many'],
        [ids[3], '1,234', '1,234'],
      ].sort(),
    )
  })

  it('is refused until it is confirmed how many values are emptied', async () => {
    const field = await addField({ label: 'Years' })
    const id = await addPerson('years', 'many')
    const { status, body } = await changeType(field.id, { type: 'number' })
    expect([status, body]).toMatchObject([409, { details: { emptied: 1 } }])
    expect(await storedValue(id, 'years')).toBe('many')
    expect(await fieldOf(field.id)).toMatchObject({ type: 'text', isChanging: false })
  })

  const pairs: [string, FieldType, unknown, TypeBody, unknown][] = [
    ['a text a date', 'text', '31.12.2027', { type: 'date' }, '2027-12-31'],
    [
      'a text a time of the workspace',
      'text',
      '2027-01-31 09:30',
      { type: 'dateTime' },
      '2027-01-31T14:30:00.000Z',
    ],
    ['a text yes or no', 'text', 'nein', { type: 'boolean' }, false],
    ['a text a user by name', 'text', 'Ada Admin', { type: 'user' }, 'Ada Admin'],
    ['a text a link', 'text', 'example.com/a', { type: 'link' }, 'https://example.com/a'],
    [
      'a text an amount',
      'text',
      '€ 1,200.50',
      { type: 'money', currency: 'EUR' },
      { amount: 120050, currency: 'EUR' },
    ],
    [
      'a number an amount',
      'number',
      12.5,
      { type: 'money', currency: 'EUR' },
      { amount: 1250, currency: 'EUR' },
    ],
    ['a number a text', 'number', 1234.5, { type: 'text' }, '1234.5'],
    ['a number yes or no', 'number', 1, { type: 'boolean' }, true],
    ['yes or no a text', 'boolean', true, { type: 'text' }, 'Yes'],
    ['a time a day of the workspace', 'dateTime', '2027-01-31T03:30:00Z', { type: 'date' }, '2027-01-30'],
    ['a day a time of the workspace', 'date', '2027-01-31', { type: 'dateTime' }, '2027-01-31T05:00:00.000Z'],
  ]
  it.each(pairs)('makes %s', async (_, type, value, body, expected) => {
    const field = await addField({ label: 'F', type })
    const id = await addPerson('f', value)
    await applied(changeType(field.id, body))
    expect(await storedValue(id, 'f')).toEqual(expected === 'Ada Admin' ? admin.id : expected)
  })

  const unfit: [string, FieldType, unknown, TypeBody][] = [
    ['a number no date', 'number', 45_000, { type: 'date' }],
    ['a day that may be two no date', 'text', '03/04/2027', { type: 'date' }],
    ['several lines no text of one', 'longText', 'one\ntwo', { type: 'text' }],
    ['a user who is unknown', 'text', 'Nobody Else', { type: 'user' }],
    ['a text no option', 'text', 'Days', { type: 'choice', options: [{ label: 'Nights' }] }],
    ['a number beyond the limits', 'text', '12', { type: 'number', validation: { max: 10 } }],
  ]
  it.each(unfit)('makes %s', async (_, type, value, body) => {
    const field = await addField({ label: 'F', type })
    await addPerson('f', value, 'Ana')
    expect((await preview(field.id, body)).body).toMatchObject({ values: 1, fitting: 0 })
  })

  it('makes options of the values, the commonest first', async () => {
    const field = await addField({ label: 'Shift' })
    const ids = []
    for (const text of ['nights', 'Days', 'Days', 'days', 'Nights  late'])
      ids.push(await addPerson('shift', text))
    const body = { type: 'choice' as const, optionsFromValues: true, options: [{ label: 'Weekends' }] }
    expect((await preview(field.id, body)).body).toMatchObject({
      fitting: 5,
      newOptions: ['Days', 'nights', 'Nights late'],
    })
    await applied(changeType(field.id, body))
    const { options } = await fieldOf(field.id)
    expect(options.map(({ label }) => label)).toEqual(['Weekends', 'Days', 'nights', 'Nights late'])
    const chosen = (await storedValues(ids, 'shift')).map(
      (id) => options.find((each) => each.id === id)?.label,
    )
    expect(chosen).toEqual(['nights', 'Days', 'Days', 'Days', 'Nights late'])
  })

  it('keeps the options from one option to several, and back where there is one', async () => {
    const options = [{ label: 'B' }, { label: 'CE' }]
    const field = await addField({ label: 'License', type: 'choice', options })
    const [b, ce] = field.options.map(({ id }) => id)
    const ids = [await addPerson('license', b), await addPerson('license', ce)]
    await applied(changeType(field.id, { type: 'choices' }))
    expect(await storedValues(ids, 'license')).toEqual([[b], [ce]])
    await setValue(ids[0]!, 'license', [b, ce])
    expect((await preview(field.id, { type: 'choice' })).body).toMatchObject({ values: 2, fitting: 1 })
  })

  it('converts the default, and drops one that does not fit', async () => {
    const years = await addField({ label: 'Years', defaultValue: '3' })
    await applied(changeType(years.id, { type: 'number' }))
    expect((await fieldOf(years.id)).defaultValue).toBe(3)
    const shift = await addField({ label: 'Shift', defaultValue: 'late' })
    await applied(changeType(shift.id, { type: 'number' }))
    expect((await fieldOf(shift.id)).defaultValue).toBeNull()
  })

  it('converts values of deleted rows, which may be restored, without counting them', async () => {
    const field = await addField({ label: 'Years' })
    const id = await addPerson('years', '4')
    await sql`update candidates set deleted_at = now() where id = ${id}`.execute(server.db)
    expect((await preview(field.id, { type: 'number' })).body.values).toBe(0)
    await applied(changeType(field.id, { type: 'number' }))
    await sql`update candidates set deleted_at = null where id = ${id}`.execute(server.db)
    expect(await storedValue(id, 'years')).toBe(4)
  })

  it('converts a value that somebody was just writing', async () => {
    const field = await addField({ label: 'Years' })
    const id = await addPerson('years', null, 'Ana')
    const { body: change } = await changeType(field.id, { type: 'number' })
    const writing = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const writer = server.db.transaction().execute(async (tx) => {
      await keepFields(tx, workspaceId)
      writing.resolve()
      await written.promise
      await sql`update candidates set custom_fields = '{"years": "7"}' where id = ${id}`.execute(tx)
    })
    await writing.promise
    const job = applyFieldChange(server.services, { workspaceId, changeId: change.id })
    written.resolve()
    await Promise.all([writer, job])
    expect(await storedValue(id, 'years')).toBe(7)
  })

  it('keeps what lists are sorted by, until the undo too', async () => {
    const field = await addField({ label: 'Years', sortable: true })
    const position = await addPosition(server.db, workspaceId)
    for (const years of ['10', '9', '100'])
      await server.call(createApplication, {
        as: admin,
        body: { positionId: position.id, candidate: { name: years, customFields: { years } } },
      })
    const order = async () => {
      await buildSortKeys(server.services)
      const { body } = await server.call(listApplications, { as: admin, query: { sort: 'candidate.years' } })
      return body.items.map(({ candidate }) => candidate.name)
    }
    expect(await order()).toEqual(['10', '100', '9'])
    const change = await applied(changeType(field.id, { type: 'number' }))
    expect(await order()).toEqual(['9', '10', '100'])
    await applied(undo(field.id, change.id))
    expect(await order()).toEqual(['10', '100', '9'])
    await applied(changeType(field.id, { type: 'longText' }))
    expect((await fieldOf(field.id)).sortable).toBe(false)
  })

  it('has one effect when its job runs again', async () => {
    const field = await addField({ label: 'Years' })
    const ids = [await addPerson('years', '4'), await addPerson('years', 'many')]
    const change = await applied(changeType(field.id, { type: 'number', emptied: 1 }))
    await applyFieldChange(server.services, { workspaceId, changeId: change.id })
    expect(await changesOf(field.id)).toMatchObject([{ state: 'done', changed: 1, emptied: 1 }])
    await applied(undo(field.id, change.id))
    expect(await storedValues(ids, 'years')).toEqual(['4', 'many'])
  })

  it('shows and changes personal values only for who may see contact data', async () => {
    const field = await addField({ label: 'Years', personal: true })
    await addPerson('years', 'many')
    const blind = await server.addUser(workspaceId, 'admin')
    await hideContacts(server, blind)
    expect((await preview(field.id, { type: 'number' }, blind)).status).toBe(403)
    expect((await changeType(field.id, { type: 'number', emptied: 1 }, blind)).status).toBe(403)
    const { id: changeId } = await applied(changeType(field.id, { type: 'number', emptied: 1 }))
    const params = { id: field.id, changeId }
    expect((await server.call(contract.listEmptiedValues, { as: blind, params })).status).toBe(403)
  })

  it('lists emptied values page by page', async () => {
    const field = await addField({ label: 'Years' })
    const ids = [await addPerson('years', 'many'), await addPerson('years', 'few')].sort()
    const { id: changeId } = await applied(changeType(field.id, { type: 'number', emptied: 2 }))
    const params = { id: field.id, changeId }
    const list = async (query: { after?: string } = {}) =>
      (await server.call(contract.listEmptiedValues, { as: admin, params, query })).body.items
    expect((await list()).map(({ rowId }) => rowId)).toEqual(ids)
    expect((await list({ after: ids[0]! })).map(({ rowId }) => rowId)).toEqual(ids.slice(1))
  })

  it('keeps the definition from other changes until it is done', async () => {
    const field = await addField({ label: 'Years' })
    const { body: change } = await changeType(field.id, { type: 'number' })
    expect(await fieldOf(field.id)).toMatchObject({ type: 'text', isChanging: true })
    const params = { id: field.id }
    const answers = [
      await server.call(updateCustomField, { as: admin, params, body: { label: 'Other' } }),
      await server.call(retireCustomField, { as: admin, params }),
      await changeType(field.id, { type: 'longText' }),
      await undo(field.id, change.id),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    await applyFieldChange(server.services, { workspaceId, changeId: change.id })
    expect(
      (await server.call(updateCustomField, { as: admin, params, body: { label: 'Other' } })).status,
    ).toBe(200)
  })

  it('waits for an import that fills the field, and an import for the change', async () => {
    const years = await addField({ label: 'Years' })
    const other = await addField({ label: 'Other' })
    const start = async () => {
      const importId = (await upload(server, admin, 'Name,Years\nAna,4')).body.id
      const mapping = { '0': 'fullName', '1': 'candidate.years' } as const
      const settings = { mapping, policy: 'skip', undecided: 'report' } as const
      return { importId, ...(await execute(server, admin, importId, settings)) }
    }
    const { importId, status } = await start()
    expect(status).toBe(202)
    expect((await changeType(other.id, { type: 'number' })).status).toBe(202)
    const refused = await changeType(years.id, { type: 'number' })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: 'An import is filling “Years”. Try again when it has ended.' },
    ])
    await runImport(server.services, { workspaceId, importId })
    expect((await changeType(years.id, { type: 'number' })).status).toBe(202)
    const later = await start()
    expect([later.status, later.body]).toMatchObject([
      409,
      { message: '“Years” is being changed. Try again when that is done.' },
    ])
  })

  it('is refused for the same type, files, unknown settings and what somebody changed meanwhile', async () => {
    const field = await addField({ label: 'Years' })
    const refused = async (body: Partial<TypeBody>) => {
      const answer = await changeType(field.id, body as TypeBody)
      return [answer.status, Object.keys((answer.body as { details?: object }).details ?? {})]
    }
    expect(await refused({ type: 'text' })).toEqual([422, ['type']])
    expect(await refused({ type: 'file' })).toEqual([422, ['type']])
    expect(await refused({ type: 'money' })).toEqual([422, ['currency']])
    expect(await refused({ type: 'number', currency: 'EUR' })).toEqual([422, ['currency']])
    expect(await refused({ type: 'choice' })).toEqual([422, ['options']])
    expect(await refused({ type: 'date', options: [{ label: 'A' }] })).toEqual([422, ['options']])
    expect(await refused({ type: 'number', version: 9 })).toEqual([409, ['version']])
  })

  it('is refused where values are too many different ones for options', async () => {
    const field = await addField({ label: 'Badge' })
    await sql`
      insert into candidates (workspace_id, id, name, custom_fields)
      select ${workspaceId}::uuid, gen_random_uuid(), 'n', jsonb_build_object('badge', 'b' || n)
      from generate_series(1, 201) n
    `.execute(server.db)
    const { status, body } = await preview(field.id, { type: 'choice', optionsFromValues: true })
    expect([status, body]).toMatchObject([
      422,
      { details: { optionsFromValues: [expect.stringMatching(/200/)] } },
    ])
  })

  it('is for those who manage fields, in their workspace', async () => {
    const field = await addField({ label: 'Years' })
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const { id: changeId } = await applied(changeType(field.id, { type: 'number' }))
    const statuses = async (as: TestUser) => [
      (await preview(field.id, { type: 'longText' }, as)).status,
      (await changeType(field.id, { type: 'longText' }, as)).status,
      (await undo(field.id, changeId, as)).status,
      (await server.call(contract.listFieldChanges, { as, params: { id: field.id } })).status,
      (await server.call(contract.listEmptiedValues, { as, params: { id: field.id, changeId } })).status,
    ]
    expect(await statuses(recruiter)).toEqual([403, 403, 403, 403, 403])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404])
  })
})

describe('the undo of a change of type', () => {
  it('restores all values, emptied ones included, and turns back those that were changed since', async () => {
    const field = await addField({ label: 'Years' })
    const ids = []
    for (const value of ['04', 'many', 'few', '5', null]) ids.push(await addPerson('years', value))
    const change = await applied(changeType(field.id, { type: 'number', emptied: 2 }))
    await setValue(ids[2]!, 'years', 9)
    await setValue(ids[3]!, 'years', null)
    await setValue(ids[4]!, 'years', 8)
    const undone = await applied(undo(field.id, change.id))
    expect(await storedValues(ids, 'years')).toEqual(['04', 'many', '9', null, '8'])
    expect(await fieldOf(field.id)).toMatchObject({ type: 'text' })
    expect(await changesOf(field.id)).toMatchObject([
      { id: undone.id, state: 'done', from: 'number', to: 'text', undoes: change.id, emptied: 0 },
      { id: change.id, state: 'undone', undoableUntil: null },
    ])
  })

  it('can be undone itself', async () => {
    const field = await addField({ label: 'Years' })
    const ids = [await addPerson('years', '04'), await addPerson('years', 'many')]
    const change = await applied(changeType(field.id, { type: 'number', emptied: 1 }))
    const undone = await applied(undo(field.id, change.id))
    await applied(undo(field.id, undone.id))
    expect(await storedValues(ids, 'years')).toEqual([4, null])
    expect((await fieldOf(field.id)).type).toBe('number')
  })

  it('is refused for a change that was undone, one that is not the last, and after 30 days', async () => {
    const field = await addField({ label: 'Years' })
    const first = await applied(changeType(field.id, { type: 'longText' }))
    const second = await applied(changeType(field.id, { type: 'text' }))
    expect((await undo(field.id, first.id)).status).toBe(409)
    await applied(undo(field.id, second.id))
    expect((await undo(field.id, second.id)).status).toBe(409)
    await sql`
      update custom_field_changes set created_at = now() - interval '30 days 1 minute' where field_id = ${field.id}
    `.execute(server.db)
    expect((await undo(field.id, first.id)).status).toBe(404)
  })

  it('leaves the field unsorted when as many others are sortable by now as can be', async () => {
    const field = await addField({ label: 'Years', sortable: true })
    const change = await applied(changeType(field.id, { type: 'longText' }))
    for (let n = 0; n < fieldLimits.sortable; n++) await addField({ label: `Sorted ${n}`, sortable: true })
    await applied(undo(field.id, change.id))
    expect(await fieldOf(field.id)).toMatchObject({ type: 'text', sortable: false })
  })

  it('does not bring back what was erased', async () => {
    const field = await addField({ label: 'Years' })
    const ids = [await addPerson('years', 'many', 'Ana'), await addPerson('years', 'few', 'Bo')]
    const change = await applied(changeType(field.id, { type: 'number', emptied: 2 }))
    const params = { id: ids[0]! }
    const erased = await server.call(eraseCandidate, { as: admin, params, body: { confirmName: 'Ana' } })
    expect(erased.status).toBe(200)
    const left = await server.db
      .selectFrom('custom_field_former_values')
      .where('change_id', '=', change.id)
      .select('row_id')
      .execute()
    expect(left.map(({ row_id }) => row_id)).toEqual([ids[1]])
  })
})

describe('the values before a change', () => {
  it('are removed with the contents of a call', async () => {
    const field = await addField({ label: 'Said', subject: 'call' })
    const position = await addPosition(server.db, workspaceId)
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Ana' } },
    })
    const { body: call } = await server.call(logCall, {
      as: admin,
      body: { applicationId: application.id, endReason: 'no_answer', customFields: { said: '4' } },
    })
    const change = await applied(changeType(field.id, { type: 'number' }))
    const kept = () =>
      server.db
        .selectFrom('custom_field_former_values')
        .where('change_id', '=', change.id)
        .select('row_id')
        .execute()
    expect(await kept()).toEqual([{ row_id: call.id }])
    await eraseCalls(server.db, workspaceId, [call.id])
    expect(await kept()).toEqual([])
  })

  it('stay while the change waits, however long', async () => {
    const field = await addField({ label: 'Years' })
    const { body: change } = await changeType(field.id, { type: 'number' })
    await sql`update custom_field_changes set created_at = now() - interval '31 days' where id = ${change.id}`.execute(
      server.db,
    )
    await cleanUp(server.db)
    await applyFieldChange(server.services, { workspaceId, changeId: change.id })
    expect(await fieldOf(field.id)).toMatchObject({ type: 'number', isChanging: false })
  })

  it('are removed after 30 days', async () => {
    const field = await addField({ label: 'Years' })
    await addPerson('years', '4')
    const change = await applied(changeType(field.id, { type: 'number' }))
    const kept = async () =>
      (
        await server.db
          .selectFrom('custom_field_former_values')
          .where('change_id', '=', change.id)
          .select('row_id')
          .execute()
      ).length
    const age = (interval: string) =>
      sql`update custom_field_changes set created_at = now() - ${interval}::interval where id = ${change.id}`.execute(
        server.db,
      )
    await age('29 days 23 hours 59 minutes')
    await cleanUp(server.db)
    expect(await kept()).toBe(1)
    await age('30 days 1 minute')
    await cleanUp(server.db)
    expect(await kept()).toBe(0)
  })
})

describe('a merge of options', () => {
  async function addShift(type: 'choice' | 'choices' = 'choice') {
    const labels = ['Days', 'Daytime', 'Nights', 'Late']
    const field = await addField({ label: 'Shift', type, options: labels.map((label) => ({ label })) })
    const [days, daytime, nights, late] = field.options.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ]
    return { id: field.id, days, daytime, nights, late }
  }

  it('replaces options wherever they are chosen, each once', async () => {
    const { id, days, daytime, nights } = await addShift('choices')
    const ids = [await addPerson('shift', [days, daytime, nights]), await addPerson('shift', [nights])]
    await applied(merge(id, [daytime], days))
    expect(await storedValues(ids, 'shift')).toEqual([[days, nights], [nights]])
    expect(await changesOf(id)).toMatchObject([
      { kind: 'merge', from: 'Daytime', to: 'Days', changed: 1, emptied: 0 },
    ])
  })

  it('is followed by filters, new values and later merges', async () => {
    const { id, days, daytime, late } = await addShift()
    const ana = await addPerson('shift', daytime, 'Ana')
    await applied(merge(id, [daytime], days))
    const bo = await addPerson('shift', daytime, 'Bo')
    expect(await storedValues([ana, bo], 'shift')).toEqual([days, days])
    await applied(merge(id, [days], late))
    const found = await server.call(listCandidates, { as: admin, query: { field: [`shift:is:${daytime}`] } })
    expect(found.body.items.map(({ name }) => name).sort()).toEqual(['Ana', 'Bo'])
  })

  it('cannot be taken back by the options alone, only undone', async () => {
    const { id, days, daytime, nights, late } = await addShift()
    const ana = await addPerson('shift', daytime, 'Ana')
    const settings = { as: admin, params: { id }, body: { defaultValue: daytime } }
    expect((await server.call(updateCustomField, settings)).status).toBe(200)
    const change = await applied(merge(id, [daytime], days))
    expect((await fieldOf(id)).defaultValue).toBe(days)
    const options = [
      { id: days, label: 'Day shift' },
      { id: daytime, label: 'Daytime', retired: false },
      { id: nights, label: 'Nights' },
      { id: late, label: 'Late' },
    ]
    const update = (sent: CallOf<typeof updateCustomField>['body']['options']) =>
      server.call(updateCustomField, { as: admin, params: { id }, body: { options: sent } })
    expect((await update(options)).status).toBe(422)
    const unmerged = options.map((option) => ({ ...option, retired: undefined, mergedInto: null }))
    expect((await update(unmerged)).status).toBe(422)
    expect((await update(options.filter((option) => option.id !== daytime))).status).toBe(200)
    await applied(undo(id, change.id))
    expect(await storedValue(ana, 'shift')).toBe(daytime)
    expect((await fieldOf(id)).defaultValue).toBe(daytime)
    expect((await fieldOf(id)).options).toMatchObject([
      { label: 'Day shift', mergedInto: null },
      { label: 'Nights' },
      { label: 'Late' },
      { label: 'Daytime', retired: false, mergedInto: null },
    ])
  })

  it('is refused for itself, for options that are unknown, merged or retired, and for fields without options', async () => {
    const { id, days, daytime, nights, late } = await addShift()
    const refused = async (from: string[], into: string) => {
      const { status, body } = await merge(id, from, into)
      return [status, Object.keys((body as unknown as { details: object }).details)]
    }
    expect(await refused([days], days)).toEqual([422, ['from.0']])
    expect(await refused([days, newId()], late)).toEqual([422, ['from.1']])
    expect(await refused([days], newId())).toEqual([422, ['into']])
    await applied(merge(id, [daytime], days))
    expect(await refused([daytime], late)).toEqual([422, ['from.0']])
    expect(await refused([late], daytime)).toEqual([422, ['into']])
    const options = [days, nights].map((option, index) => ({ id: option, label: `${index}` }))
    await server.call(updateCustomField, { as: admin, params: { id }, body: { options } })
    expect(await refused([days], late)).toEqual([422, ['into']])
    const text = await addField({ label: 'Badge' })
    expect((await merge(text.id, [newId()], newId())).status).toBe(422)
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await merge(id, [days], nights, recruiter)).status).toBe(403)
    expect((await merge(id, [days], nights, stranger)).status).toBe(404)
  })
})
