import { setTimeout } from 'node:timers/promises'
import { bulkApplications, selectApplications, undoBatch } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  listApplications,
  reopenApplication,
  restoreApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { mergeCandidates, unmergeCandidates } from '@muster/contract/candidate-merges.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { createCompany } from '@muster/contract/companies.ts'
import {
  createCustomField,
  restoreCustomField,
  retireCustomField,
  updateCustomField,
} from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import {
  type FieldSort,
  type FieldSubject,
  type FieldType,
  fieldColumnOf,
  fieldLimits,
  fieldTypes,
} from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { importContent } from '../imports/fixtures/import-kit.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { buildSortKeys } from './build-sort-keys.ts'
import { fieldTypeRules } from './field-types.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

type Query = CallOf<typeof listApplications>['query']

async function add(
  name: string,
  customFields: object = {},
  ofCandidate: object = {},
  at = position,
  as = admin,
) {
  const candidate = { name, customFields: { ...ofCandidate } }
  const body = { positionId: at.id, candidate, customFields: { ...customFields } }
  const answer = await server.call(createApplication, { as, body })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body
}

/** Returns the list's IDs, read page by page. */
async function idsBy(sort: FieldSort, query: Query = {}, as = admin): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const answer = await server.call(listApplications, { as, query: { ...query, sort, cursor } })
    expect([answer.status, answer.body]).toMatchObject([200, {}])
    const { items, nextCursor } = answer.body
    ids.push(...items.map(({ id }) => id))
    if (!nextCursor) return ids
    cursor = nextCursor
  }
}

async function namesBy(sort: FieldSort, query: Query = { positionId: [position.id] }, as = admin) {
  const { body } = await server.call(listApplications, { as, query: { ...query, sort } })
  return body.items.map(({ candidate }) => candidate.name)
}

async function refusalOf(sort: FieldSort, as = admin) {
  const { status, body } = await server.call(listApplications, { as, query: { sort } })
  return [status, (body as never as { details?: { sort: string[] } }).details?.sort?.[0]]
}

const sortableTypes = fieldTypes.filter((type) => fieldTypeRules[type].isSortable)

describe('a list sorted by a custom field', () => {
  const labels = ['Late', 'Early', 'Between']
  const users: TestUser[] = []
  const columns = new Map<string, FieldSort>()
  const options = new Map<string, string[]>()
  let at: TestPosition
  let applications: { id: string; candidate: { id: string } }[]

  beforeAll(async () => {
    at = await addPosition(server.db, workspaceId)
    for (const name of ['Émile', 'eduard', 'Zoe']) {
      const user = await server.addUser(workspaceId, 'recruiter')
      await server.db.updateTable('users').set({ name }).where('id', '=', user.id).execute()
      users.push({ ...user, name } as TestUser)
    }
    for (const subject of ['application', 'candidate'] as const)
      for (const type of sortableTypes) {
        const field = await addCustomField(server, admin, {
          subject,
          type,
          label: `Sorted ${type}`,
          key: `sorted${type[0]!.toUpperCase()}${type.slice(1)}`,
          sortable: true,
          ...(type === 'choice' && { options: labels.map((label) => ({ label })) }),
          ...(type === 'money' && { currency: 'EUR' }),
        })
        columns.set(`${subject} ${type}`, fieldColumnOf(field))
        if (type === 'choice')
          options.set(
            subject,
            field.options.map(({ id }) => id),
          )
      }
    applications = []
    for (let index = 0; index < 7; index += 1) applications.push(await add(`Sorted ${index}`, {}, {}, at))
  })

  const texts = fc.constantFrom(
    'a',
    'B',
    'ä',
    'Z',
    'zz',
    ' 1',
    '10',
    '9',
    '%',
    'Ωmega',
    'a b',
    'x'.repeat(600),
  )
  const numbers = fc.oneof(
    fc.constantFrom(0, 1, -1, 1.5, -1.5, 10, 9, 100, -100, 1e15, 2e-7, -2e-7),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((value) => value || 0),
  )
  const values: Partial<Record<FieldType, fc.Arbitrary<unknown>>> = {
    text: texts,
    number: numbers,
    money: fc.integer({ min: -1000, max: 1000 }).map((amount) => ({ amount, currency: 'EUR' })),
    date: fc.constantFrom('1999-12-31', '2026-01-02', '2026-01-10'),
    dateTime: fc.constantFrom(
      '1999-12-31T23:59:59.000Z',
      '2026-01-02T09:30:00.000Z',
      '2026-01-02T09:30:00.001Z',
    ),
    boolean: fc.boolean(),
    // Indexes of options and users, which are known later.
    choice: fc.constantFrom(0, 1, 2),
    user: fc.constantFrom(0, 1, 2),
    link: texts.map((text) => `https://example.com/${text}`),
    phone: fc.constantFrom('+13125550148', '+4740612345'),
    email: fc.constantFrom('ana@example.com', 'Bo@example.com'),
  }

  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, 500)

  /** What memory sorts by. */
  function keyOf(type: FieldType, value: unknown): number | string {
    if (type === 'money') return (value as { amount: number }).amount
    if (type === 'user') return fold((users[value as number] as unknown as { name: string }).name)
    if (typeof value === 'string') return fold(value)
    return Number(value)
  }

  const compare = (one: number | string, other: number | string) =>
    typeof one === 'string'
      ? Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
      : one - Number(other)

  const cases = fc.constantFrom(...sortableTypes).chain((type) =>
    fc.record({
      type: fc.constant(type),
      subject: fc.constantFrom<'application' | 'candidate'>('application', 'candidate'),
      rows: fc.array(fc.option(values[type]!), { minLength: 7, maxLength: 7 }),
      descending: fc.boolean(),
      limit: fc.integer({ min: 1, max: 8 }),
      filtered: fc.boolean(),
    }),
  )

  async function store(subject: FieldSubject, type: FieldType, rows: readonly unknown[]) {
    const column = columns.get(`${subject} ${type}`)!
    const stored = rows.map((value) => {
      if (type === 'choice' && value !== null) return options.get(subject)![value as number]!
      return type === 'user' && value !== null ? users[value as number]!.id : value
    })
    for (const [index, { id, candidate }] of applications.entries()) {
      const change = JSON.stringify(stored[index] === null ? {} : { [column.split('.')[1]!]: stored[index] })
      await (subject === 'application'
        ? sql`update applications set custom_fields = ${change}::jsonb where id = ${id}`
        : sql`update candidates set custom_fields = ${change}::jsonb where id = ${candidate.id}`
      ).execute(server.db)
    }
    return column
  }

  it('is read on after the longest text, whatever its letters', async () => {
    const column = await store('candidate', 'text', ['漢'.repeat(600), '😀'.repeat(600), 'a'])
    const query: Query = { positionId: [at.id], limit: '1' as never }
    expect((await idsBy(column, query)).slice(0, 3)).toEqual(
      [2, 0, 1].map((index) => applications[index]!.id),
    )
  })

  it('is sorted as in memory, in both directions, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ type, subject, rows, descending, limit, filtered }) => {
        const column = await store(subject, type, rows)
        const sort = (descending ? `-${column}` : column) as FieldSort
        const name = subject === 'candidate' ? column : column.split('.')[1]!
        const query: Query = {
          positionId: [at.id],
          limit: String(limit) as never,
          ...(filtered && { field: [`${name}:filled`] }),
        }
        const sign = descending ? -1 : 1
        const expected = applications
          .map(({ id }, index) => ({ id, value: rows[index] as FieldValue | null }))
          .filter(({ value }) => !filtered || value !== null)
          .sort((one, other) => {
            if ((one.value === null) !== (other.value === null)) return one.value === null ? 1 : -1
            const difference =
              one.value === null || other.value === null
                ? 0
                : compare(keyOf(type, one.value), keyOf(type, other.value))
            return sign * (difference || compare(one.id, other.id))
          })
          .map(({ id }) => id)
        expect(await idsBy(sort, query)).toEqual(expected)
        const selected = await server.call(selectApplications, {
          as: admin,
          query: { sort, positionId: [at.id], ...(filtered && { field: [`${name}:filled`] }) },
        })
        expect(selected.body.applicationIds).toEqual(expected)
      }),
      { numRuns: 120 },
    )
  }, 120_000)
})

describe('what a list is sorted by', () => {
  let at: TestPosition
  const query = () => ({ positionId: [at.id] })

  beforeEach(async () => {
    at = await addPosition(server.db, workspaceId)
  })

  const keysOf = (fieldId: string) =>
    server.db
      .selectFrom('application_sort_keys')
      .where('field_id', '=', fieldId)
      .orderBy('application_id')
      .select('application_id')
      .execute()
      .then((rows) => rows.map(({ application_id }) => application_id))

  const number = (label: string, subject: 'application' | 'candidate', sortable = true) =>
    addCustomField(server, admin, { label, subject, type: 'number', sortable })

  const update = (id: string, body: CallOf<typeof updateCustomField>['body']) =>
    server.call(updateCustomField, { as: admin, params: { id }, body })

  it('follows the values of a candidate until they are erased', async () => {
    const field = await number('Grade', 'candidate')
    const [low, high] = [await add('Low', {}, { grade: 1 }, at), await add('High', {}, { grade: 2 }, at)]
    expect(await namesBy('candidate.grade', query())).toEqual(['Low', 'High'])
    const params = { id: low.candidate.id }
    await server.call(updateCandidate, { as: admin, params, body: { customFields: { grade: 3 } } })
    expect(await namesBy('candidate.grade', query())).toEqual(['High', 'Low'])
    await server.call(closeApplication, {
      as: admin,
      params: { id: high.id },
      body: { disposition: 'unreachable' },
    })
    const erased = await server.call(eraseCandidate, {
      as: admin,
      params: { id: high.candidate.id },
      body: { confirmName: 'High' },
    })
    expect([erased.status, erased.body]).toMatchObject([200, {}])
    expect(await keysOf(field.id)).toEqual([low.id])
  })

  it('of open applications follows their end and their return', async () => {
    await number('Priority', 'candidate')
    const first = await add('First', {}, { priority: 1 }, at)
    await add('Second', {}, { priority: 2 }, at)
    const [of, open] = [
      { params: { id: first.id }, as: admin },
      { ...query(), open: true as never },
    ]
    const isWith = async (names: string[], where: Query = open) => {
      expect(await namesBy('candidate.priority', where)).toEqual(names)
      expect(await namesBy('-candidate.priority', where)).toEqual(names.toReversed())
    }
    await isWith(['First', 'Second'])
    await server.call(closeApplication, { ...of, body: { disposition: 'unreachable' } })
    await isWith(['Second'])
    await isWith(['First', 'Second'], query())
    await isWith(['First'], { ...query(), open: false as never })
    const params = { id: first.candidate.id }
    await server.call(updateCandidate, { as: admin, params, body: { customFields: { priority: 3 } } })
    await isWith(['Second'])
    await server.call(reopenApplication, { ...of, body: {} })
    await isWith(['Second', 'First'])
    await server.call(deleteApplication, of)
    await isWith(['Second'])
    await isWith(['First'], { ...query(), deleted: true as never })
    await isWith(['First'], { ...open, deleted: true as never })
    await server.call(restoreApplication, of)
    await isWith(['Second', 'First'])
  })

  it('follows a bulk edit and its undo', async () => {
    await number('Points', 'application')
    const first = await add('First', { points: 1 }, {}, at)
    await add('Second', { points: 2 }, {}, at)
    const { body } = await server.call(bulkApplications, {
      as: admin,
      body: { applicationIds: [first.id], action: { kind: 'setFields', customFields: { points: 3 } } },
    })
    expect(await namesBy('field.points', query())).toEqual(['Second', 'First'])
    await server.call(undoBatch, { as: admin, body: { batchId: body.batchId! } })
    expect(await namesBy('field.points', query())).toEqual(['First', 'Second'])
  })

  it('follows an application to the candidate of a merge, and back', async () => {
    await number('Level', 'candidate')
    const survivor = (await add('Survivor', {}, { level: 5 }, at)).candidate.id
    const elsewhere = await addPosition(server.db, workspaceId)
    const merged = (await add('Merged', {}, { level: 1 }, elsewhere)).candidate.id
    await add('Between', {}, { level: 3 }, elsewhere)
    const both = { positionId: [elsewhere.id] }
    expect(await namesBy('candidate.level', both)).toEqual(['Merged', 'Between'])
    const { body } = await server.call(mergeCandidates, {
      as: admin,
      params: { id: survivor },
      body: { mergedId: merged, version: 1, mergedVersion: 1, choices: {} },
    })
    expect(await namesBy('candidate.level', both)).toEqual(['Between', 'Survivor'])
    await server.call(unmergeCandidates, { as: admin, params: { id: survivor, mergeId: body.merge.id } })
    expect(await namesBy('candidate.level', both)).toEqual(['Merged', 'Between'])
  })

  it('has what an import adds', async () => {
    await number('Imported', 'candidate')
    const content = 'Name,Email,Imported\nTwo,two@example.com,2\nOne,one@example.com,1\n'
    await importContent(server, admin, content, { positionId: at.id })
    expect(await namesBy('candidate.imported', query())).toEqual(['One', 'Two'])
  })

  it('is written by a job for values that were there before the mark', async () => {
    const field = await number('Age', 'application', false)
    expect(field.sorting).toBeNull()
    for (const [name, age] of Object.entries({ Two: 2, One: 1, None: null })) await add(name, { age }, {}, at)
    expect(await refusalOf('field.age')).toEqual([
      422,
      'The list cannot be sorted by “Age”. The field is not sortable.',
    ])
    expect((await update(field.id, { sortable: true })).body.sorting).toBe('preparing')
    expect(await refusalOf('field.age')).toEqual([
      422,
      'The list cannot be sorted by “Age” yet. Its order is being prepared.',
    ])
    await add('Zero', { age: 0 }, {}, at)
    await buildSortKeys(server.services)
    expect(await namesBy('field.age', query())).toEqual(['Zero', 'One', 'Two', 'None'])
    expect((await update(field.id, { sortable: false })).body.sorting).toBeNull()
    await buildSortKeys(server.services)
    expect(await keysOf(field.id)).toEqual([])
  })

  it('is written anew when options change their order, and stays when one is added', async () => {
    const field = await addCustomField(server, admin, {
      label: 'Shift',
      subject: 'application',
      type: 'choice',
      options: [{ label: 'Early' }, { label: 'Late' }],
      sortable: true,
    })
    const [early, late] = field.options
    await add('Early', { shift: early!.id }, {}, at)
    await add('Late', { shift: late!.id }, {}, at)
    expect(await namesBy('field.shift', query())).toEqual(['Early', 'Late'])
    const longer = await update(field.id, { options: [early!, late!, { label: 'Night' }] })
    expect(longer.body.sorting).toBe('ready')
    const turned = await update(field.id, { options: [late!, early!] })
    expect(turned.body.sorting).toBe('preparing')
    await buildSortKeys(server.services)
    expect(await namesBy('field.shift', query())).toEqual(['Late', 'Early'])
  })

  it('follows the name of a user', async () => {
    await addCustomField(server, admin, {
      label: 'Buddy',
      subject: 'application',
      type: 'user',
      sortable: true,
    })
    const [ada, bob] = [
      await server.addUser(workspaceId, 'recruiter', { name: 'Ada' }),
      await server.addUser(workspaceId, 'recruiter', { name: 'Bob' }),
    ]
    await add('Of Ada', { buddy: ada.id }, {}, at)
    await add('Of Bob', { buddy: bob.id }, {}, at)
    await server.db.updateTable('users').set({ name: 'Zoe' }).where('id', '=', ada.id).execute()
    expect(await namesBy('field.buddy', query())).toEqual(['Of Ada', 'Of Bob'])
    await buildSortKeys(server.services)
    expect(await namesBy('field.buddy', query())).toEqual(['Of Bob', 'Of Ada'])
  })

  it('is removed with a retired field, and written again when it is restored', async () => {
    const field = await number('Seldom', 'application')
    await add('Two', { seldom: 2 }, {}, at)
    await add('One', { seldom: 1 }, {}, at)
    const params = { id: field.id }
    await server.call(retireCustomField, { as: admin, params })
    expect(await refusalOf('field.seldom')).toEqual([422, 'field.seldom: There is no field with this key'])
    await buildSortKeys(server.services)
    expect(await keysOf(field.id)).toEqual([])
    await server.call(restoreCustomField, { as: admin, params })
    await buildSortKeys(server.services)
    expect(await namesBy('field.seldom', query())).toEqual(['One', 'Two'])
  })

  it('includes an application that was being added while the field was marked', async () => {
    const field = await number('Contended', 'application', false)
    const { id } = await add('There', { contended: 2 }, {}, at)
    const { candidate } = await add('Added', {}, {}, await addPosition(server.db, workspaceId))
    const added = newId()
    const wrote = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const meanwhile = writeTransaction(server.db, async (tx) => {
      await sql`
        insert into applications
        select (jsonb_populate_record(a, jsonb_build_object(
          'id', ${added}::uuid, 'candidate_id', ${candidate.id}::uuid, 'rank', 'zz'
        ))).*
        from applications a where a.id = ${id}
      `.execute(tx)
      wrote.resolve()
      await finish.promise
    })
    await wrote.promise
    await update(field.id, { sortable: true })
    const built = buildSortKeys(server.services)
    expect(await Promise.race([built.then(() => 'built'), setTimeout(300, 'waits')])).toBe('waits')
    finish.resolve()
    await Promise.all([built, meanwhile])
    expect(await keysOf(field.id)).toEqual([id, added])
  })

  it('is complete although a row was locked while the job ran, which blocks nobody meanwhile', async () => {
    const field = await number('Locked', 'application', false)
    const [locked, free] = [
      await add('Locked', { locked: 1 }, {}, at),
      await add('Free', { locked: 2 }, {}, at),
    ]
    await update(field.id, { sortable: true })
    /** Locks a row until `finish` is called. */
    async function lock(id: string) {
      const began = Promise.withResolvers<void>()
      const { promise, resolve: finish } = Promise.withResolvers<void>()
      const ended = writeTransaction(server.db, async (tx) => {
        await sql`select from applications where id = ${id} for update`.execute(tx)
        began.resolve()
        await promise
      })
      await began.promise
      return { finish, ended }
    }
    // The job waits for this transaction, which is older, and then finds the row locked by a newer one.
    const older = await lock(free.id)
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(server.db)
    const built = buildSortKeys(server.services)
    // An idle connection still names its last query, which may be of an earlier test.
    const waits = sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%change_horizon() >= %'
        and query_start > ${rows[0]!.now}::timestamptz
    `
    await expect.poll(async () => (await waits.execute(server.db)).rows.length).toBeGreaterThan(0)
    const newer = await lock(locked.id)
    older.finish()
    await expect.poll(() => keysOf(field.id)).toEqual([free.id])
    const { status } = await server.call(updateApplication, {
      as: admin,
      params: { id: free.id },
      body: { customFields: { locked: 3 } },
    })
    expect(status).toBe(200)
    newer.finish()
    await Promise.all([built, older.ended, newer.ended])
    expect(await keysOf(field.id)).toEqual([locked.id, free.id])
    expect(await namesBy('-field.locked', query())).toEqual(['Free', 'Locked'])
  })

  it('costs nothing in a workspace without sortable fields', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const owner = await server.addUser(other, 'owner')
    const there = await addPosition(server.db, other)
    await addCustomField(server, owner, { label: 'Plain', subject: 'application', type: 'number' })
    await add('Somebody', { plain: 1 }, {}, there, owner)
    const rows = await server.db
      .selectFrom('application_sort_keys')
      .where('workspace_id', '=', other)
      .select('field_id')
      .execute()
    expect(rows).toEqual([])
  })
})

describe('who sorts by a custom field', () => {
  const unknown = (sort: string) => [422, `${sort}: There is no field with this key`]

  it('may see it: for others it does not exist', async () => {
    await addCustomField(server, admin, {
      label: 'Secret',
      subject: 'application',
      visibleTo: ['admin'],
      sortable: true,
    })
    await addCustomField(server, admin, { label: 'Birthday', type: 'date', personal: true, sortable: true })
    const without = await server.addUser(workspaceId, 'recruiter')
    await hideContacts(server, without)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await refusalOf('field.secret'))[0]).toBe(200)
    expect((await refusalOf('candidate.birthday', recruiter))[0]).toBe(200)
    expect(await refusalOf('field.nothing')).toEqual(unknown('field.nothing'))
    expect(await refusalOf('field.secret', recruiter)).toEqual(unknown('field.secret'))
    expect(await refusalOf('-candidate.birthday', await server.signIn(without))).toEqual(
      unknown('-candidate.birthday'),
    )
    expect(await refusalOf('field.secret', stranger)).toEqual(unknown('field.secret'))
    expect(await refusalOf('field.birthday')).toEqual(unknown('field.birthday'))
  })

  it('is no client reviewer, whether the field exists or not', async () => {
    await addCustomField(server, admin, { label: 'Internal', subject: 'application', sortable: true })
    const { body: company } = await server.call(createCompany, { as: admin, body: { name: 'A client' } })
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: company.id })
    for (const sort of ['field.internal', 'field.nothing'] as const) {
      const { status } = await server.call(listApplications, { as: reviewer, query: { sort } })
      expect([sort, status]).toEqual([sort, 403])
    }
  })

  it('sends a cursor of the same sort', async () => {
    await addCustomField(server, admin, { label: 'Paged', subject: 'application', sortable: true })
    const query = { sort: 'field.paged', limit: '1' as never } as const
    const { body } = await server.call(listApplications, { as: admin, query })
    const cursor = body.nextCursor!
    const other = await server.call(listApplications, { as: admin, query: { sort: '-field.paged', cursor } })
    expect(other.status).toBe(422)
    const forged = Buffer.from(JSON.stringify(['createdAt', null, body.items[0]!.id])).toString('base64url')
    const { status } = await server.call(listApplications, {
      as: admin,
      query: { sort: 'createdAt', cursor: forged },
    })
    expect(status).toBe(422)
  })

  it('names no other order', async () => {
    for (const sort of ['name', 'field.', 'field.a.b', '--field.shift', 'call.shift'] as never[]) {
      const { status, body } = await server.call(listApplications, { as: admin, query: { sort } })
      expect([sort, status, (body as never as { details: object }).details]).toEqual([
        sort,
        422,
        { sort: ['Unknown sort order'] },
      ])
    }
  })
})

describe('the mark', () => {
  it.each(fieldTypes.filter((type) => !fieldTypeRules[type].isSortable))(
    'is refused for %s',
    async (type) => {
      const { status, body } = await server.call(createCustomField, {
        as: admin,
        body: {
          subject: 'application',
          label: `Unsortable ${type}`,
          type,
          sortable: true,
          ...(type === 'choices' && { options: [{ label: 'A' }] }),
        },
      })
      expect([status, (body as never as { details: object }).details]).toEqual([
        422,
        { sortable: ['Lists cannot be sorted by fields of this type'] },
      ])
    },
  )

  it('is refused for fields of other subjects', async () => {
    const { status, body } = await server.call(createCustomField, {
      as: admin,
      body: { subject: 'company', label: 'Of companies', type: 'text', sortable: true },
    })
    expect([status, Object.keys((body as never as { details: object }).details)]).toEqual([422, ['sortable']])
  })

  it('is given to 20 fields of a subject, and left out when one too many is restored', async () => {
    const owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const fields = []
    for (let count = 0; count < fieldLimits.sortable; count += 1)
      fields.push(await addCustomField(server, owner, { label: `Field ${count}`, sortable: true }))
    const last = await addCustomField(server, owner, { label: 'One too many' })
    const mark = () =>
      server.call(updateCustomField, { as: owner, params: { id: last.id }, body: { sortable: true } })
    const refused = await mark()
    expect([refused.status, (refused.body as never as { details: object }).details]).toEqual([
      422,
      { sortable: ['At most 20 fields can be sortable. Turn it off for another one first.'] },
    ])
    await addCustomField(server, owner, { label: 'Of applications', subject: 'application', sortable: true })
    const params = { id: fields[0]!.id }
    await server.call(retireCustomField, { as: owner, params })
    expect((await mark()).status).toBe(200)
    const { body } = await server.call(restoreCustomField, { as: owner, params })
    expect([body.sortable, body.sorting]).toEqual([false, null])
  })
})
