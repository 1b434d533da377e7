import { createApplication, updateApplication } from '@muster/contract/applications.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import * as contract from '@muster/contract/call-queues.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import * as fields from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
let coordinator: TestUser
let stranger: TestUser
let position: TestPosition
let license: string
let shift: string
let language: string

type FieldInput = CallOf<typeof fields.createCustomField>['body']
type Questions = NonNullable<CallOf<typeof contract.createCallQueue>['body']['questions']>

async function addField(body: Partial<FieldInput>, as: TestUser = admin): Promise<string> {
  const answer = await server.call(fields.createCustomField, {
    as,
    body: { subject: 'candidate', type: 'text', label: `Field ${newId()}`, ...body },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  coordinator = await server.addUser(workspaceId, 'coordinator')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  license = await addField({ label: 'License', key: 'license', help: 'As on the card' })
  shift = await addField({ subject: 'application', label: 'Shift', key: 'shift' })
  language = await addField({ subject: 'call', label: 'Language', key: 'language', defaultValue: 'English' })
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId)
  await server.db.deleteFrom('call_claims').execute()
})

afterAll(() => server?.stop())

const create = (questions: Questions, as: TestUser = recruiter) =>
  server.call(contract.createCallQueue, {
    as,
    body: {
      name: `Queue ${newId()}`,
      filters: { positionId: position.id },
      ...longestHours,
      questions,
    },
  })

async function addQueue(questions: Questions, as: TestUser = admin) {
  const { status, body } = await create(questions, as)
  expect(status).toBe(201)
  return body
}

const get = async (id: string, as: TestUser = recruiter) =>
  (await server.call(contract.getCallQueue, { as, params: { id } })).body

const update = (id: string, questions: Questions, as: TestUser = recruiter) =>
  server.call(contract.updateCallQueue, { as, params: { id }, body: { questions } })

async function addPerson() {
  const { status, body } = await server.call(createApplication, {
    as: admin,
    body: {
      positionId: position.id,
      candidate: { name: 'Petra Person', phone: phoneWhere('day') },
      ownerId: coordinator.id,
    },
  })
  expect(status).toBe(201)
  return body
}

async function claimed(queueId: string, as: TestUser = recruiter) {
  const { body } = await server.call(contract.claimNextCall, { as, params: { id: queueId }, body: {} })
  return body.claim!.questions
}

const notFound = 'Field not found. Choose a custom field of candidates, applications or calls.'

describe('the questions of a queue', () => {
  it('are stored in their order, with the text or null', async () => {
    const { id } = await addQueue([
      { fieldId: shift, text: 'Which shift?' },
      { fieldId: license },
      { fieldId: language, text: ' ' },
    ])
    expect((await get(id)).questions).toEqual([
      {
        ...{ fieldId: shift, builtIn: null },
        text: 'Which shift?',
        subject: 'application',
        key: 'shift',
        label: 'Shift',
        state: 'in_use',
      },
      {
        ...{ fieldId: license, builtIn: null },
        text: null,
        subject: 'candidate',
        key: 'license',
        label: 'License',
        state: 'in_use',
      },
      {
        ...{ fieldId: language, builtIn: null },
        ...{ text: null, subject: 'call', key: 'language', label: 'Language', state: 'in_use' },
      },
    ])
  })

  it('stay when other settings change, and can be emptied', async () => {
    const { id } = await addQueue([{ fieldId: license }])
    await server.call(contract.updateCallQueue, { as: admin, params: { id }, body: { script: 'Hello' } })
    expect((await get(id)).questions).toHaveLength(1)
    expect((await update(id, [])).body.questions).toEqual([])
  })

  it('are none by default', async () => {
    const { body } = await server.call(contract.createCallQueue, { as: admin, body: { name: newId() } })
    expect(body.questions).toEqual([])
  })

  it('refuse a field of another subject, of another workspace, an unknown, a retired and a repeated one', async () => {
    const foreign = await addField({ label: 'Foreign' }, stranger)
    const ofPosition = await addField({ subject: 'position' })
    const retired = await addField({})
    await server.call(fields.retireCustomField, { as: admin, params: { id: retired } })
    for (const fieldId of [foreign, ofPosition, newId(), retired]) {
      const refused = await create([{ fieldId: license }, { fieldId }])
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { code: 'VALIDATION', details: { 'questions.1.fieldId': [notFound] } },
      ])
    }
    const repeated = await create([{ fieldId: license }, { fieldId: license }])
    expect([repeated.status, repeated.body]).toMatchObject([
      422,
      { details: { 'questions.1.fieldId': ['Ask about each field once'] } },
    ])
    const { id } = await addQueue([])
    expect((await update(id, [{ fieldId: foreign }])).status).toBe(422)
  })

  it('refuse a field that the role may not see, and a long text', async () => {
    const secret = await addField({ visibleTo: ['admin'] })
    expect((await create([{ fieldId: secret }], recruiter)).body).toMatchObject({
      details: { 'questions.0.fieldId': [notFound] },
    })
    expect((await create([{ fieldId: license, text: 'x'.repeat(201) }])).status).toBe(422)
  })

  it('about hidden fields are absent, and stay when somebody changes the others', async () => {
    const secret = await addField({ visibleTo: ['admin'] })
    const { id } = await addQueue([{ fieldId: secret }, { fieldId: license }])
    const seen = (await get(id, recruiter)).questions
    expect(seen.map(({ fieldId }) => fieldId)).toEqual([license])
    await update(id, [{ fieldId: shift }], recruiter)
    expect((await get(id, admin)).questions.map(({ fieldId }) => fieldId)).toEqual([shift, secret])
    await update(id, [{ fieldId: shift }], admin)
    expect((await get(id, admin)).questions.map(({ fieldId }) => fieldId)).toEqual([shift])
  })

  it('name retired and removed fields to whoever manages queues, who may keep or remove them', async () => {
    const retired = await addField({ label: 'Retired' })
    const removed = await addField({ label: 'Removed' })
    const { id } = await addQueue([{ fieldId: retired }, { fieldId: license }, { fieldId: removed }])
    await server.call(fields.retireCustomField, { as: admin, params: { id: retired } })
    await server.db.deleteFrom('custom_fields').where('id', '=', removed).execute()
    await addField({})
    const states = async (as: TestUser) =>
      (await get(id, as)).questions.map(({ label, state }) => [label, state])
    const all = [
      ['Retired', 'retired'],
      ['License', 'in_use'],
      ['Removed', 'removed'],
    ]
    expect(await states(recruiter)).toEqual(all)
    expect(await states(coordinator)).toEqual([['License', 'in_use']])
    const kept = await update(id, [
      { fieldId: retired, text: 'Kept?' },
      { fieldId: license },
      { fieldId: removed },
    ])
    expect(kept.body.questions.map(({ label, state, text }) => [label, state, text])).toEqual([
      ['Retired', 'retired', 'Kept?'],
      ['License', 'in_use', null],
      ['Removed', 'removed', null],
    ])
    await server.call(fields.restoreCustomField, { as: admin, params: { id: retired } })
    expect((await states(coordinator))[0]).toEqual(['Retired', 'in_use'])
  })

  it('change with an audit entry, and not by a version that was read before', async () => {
    const queue = await addQueue([{ fieldId: license }])
    const stale = await server.call(contract.updateCallQueue, {
      as: recruiter,
      params: { id: queue.id },
      body: { questions: [], version: queue.version + 1 },
    })
    expect(stale.status).toBe(409)
    await update(queue.id, [])
    const { body } = await server.call(listAuditLogs, { as: admin, query: { limit: 100 } })
    const actions = body.items
      .filter(({ details }) => details?.name === queue.name)
      .map(({ action }) => action)
    expect(actions).toEqual(['call_queue.changed', 'call_queue.created'])
  })
})

describe('a person who was claimed', () => {
  it('comes with the questions, their texts and the present values', async () => {
    const queue = await addQueue([
      { fieldId: license },
      { fieldId: shift, text: 'Which shift?' },
      { fieldId: language },
    ])
    const person = await addPerson()
    await server.call(updateCandidate, {
      as: admin,
      params: { id: person.candidate.id },
      body: { customFields: { license: 'CDL-A' } },
    })
    expect(await claimed(queue.id)).toEqual([
      ...[
        { fieldId: license, subject: 'candidate', key: 'license', text: 'License', help: 'As on the card' },
      ].map((question) => ({ ...question, builtIn: null, value: 'CDL-A', canEdit: true })),
      {
        ...{ fieldId: shift, builtIn: null },
        subject: 'application',
        key: 'shift',
        text: 'Which shift?',
        help: null,
        value: null,
        canEdit: true,
      },
      {
        ...{ fieldId: language, builtIn: null },
        subject: 'call',
        key: 'language',
        text: 'Language',
        help: null,
        value: 'English',
        canEdit: true,
      },
    ])
    await server.call(updateApplication, {
      as: admin,
      params: { id: person.id },
      body: { customFields: { shift: 'Nights' } },
    })
    expect((await claimed(queue.id))[1]!.value).toBe('Nights')
  })

  it('is asked in the words of the queue, without the help of the field', async () => {
    const queue = await addQueue([{ fieldId: license, text: 'May I see your license?' }])
    await addPerson()
    expect(await claimed(queue.id)).toMatchObject([{ text: 'May I see your license?', help: null }])
  })

  it('has no questions about retired, removed and hidden fields', async () => {
    const secret = await addField({ visibleTo: ['admin'] })
    const retired = await addField({})
    const removed = await addField({})
    const queue = await addQueue([...[secret, retired, removed, license].map((fieldId) => ({ fieldId }))])
    await server.call(fields.retireCustomField, { as: admin, params: { id: retired } })
    await server.db.deleteFrom('custom_fields').where('id', '=', removed).execute()
    await addField({})
    await addPerson()
    const keys = async (as: TestUser) => (await claimed(queue.id, as)).map(({ fieldId }) => fieldId)
    expect(await keys(recruiter)).toEqual([license])
    await server.db.deleteFrom('call_claims').execute()
    expect(await keys(admin)).toEqual([secret, license])
  })

  it('has questions that the role sees and may not answer', async () => {
    const fixed = await addField({ editableTo: ['admin'] })
    const queue = await addQueue([{ fieldId: fixed }, { fieldId: shift }, { fieldId: language }])
    await addPerson()
    const rights = async (as: TestUser) => (await claimed(queue.id, as)).map(({ canEdit }) => canEdit)
    expect(await rights(recruiter)).toEqual([false, true, true])
    await server.db.deleteFrom('call_claims').execute()
    expect(await rights(admin)).toEqual([true, true, true])
  })

  it('is no one of another workspace', async () => {
    const queue = await addQueue([{ fieldId: license }])
    const { status } = await server.call(contract.claimNextCall, {
      as: stranger,
      params: { id: queue.id },
      body: {},
    })
    expect(status).toBe(404)
  })
})

describe('questions about built-in fields', () => {
  const named = async (id: string, as: TestUser) =>
    (await get(id, as)).questions.map(({ builtIn, key }) => builtIn ?? key)

  it('stand among those about custom fields, with the label of the language of the caller', async () => {
    const { id } = await addQueue([
      { builtIn: 'email', text: 'Where can we write to you?' },
      { fieldId: license },
      { builtIn: 'source' },
    ])
    const { questions } = await get(id)
    expect(questions[0]).toEqual({
      ...{ fieldId: null, builtIn: 'email', subject: 'candidate', key: 'email', state: 'in_use' },
      ...{ label: 'Email', text: 'Where can we write to you?' },
    })
    expect(questions.map(({ fieldId, builtIn, subject }) => [fieldId, builtIn, subject])).toEqual([
      [null, 'email', 'candidate'],
      [license, null, 'candidate'],
      [null, 'source', 'application'],
    ])
    const german = await server.call(contract.getCallQueue, {
      as: recruiter,
      params: { id },
      headers: { 'accept-language': 'de' },
    })
    expect(german.body.questions.map(({ label }) => label)).toEqual(['E-Mail', 'License', 'Quelle'])
  })

  it('refuse an unknown one, a repeated one, both kinds in one and neither', async () => {
    for (const question of [{ builtIn: 'consent' }, { fieldId: license, builtIn: 'email' }, { text: 'Why?' }])
      expect((await create([question as never])).status).toBe(422)
    const repeated = await create([{ builtIn: 'email' }, { builtIn: 'email' }])
    expect([repeated.status, repeated.body]).toMatchObject([
      422,
      { details: { 'questions.1.builtIn': ['Ask about each field once'] } },
    ])
  })

  it('come to the caller with the present values, which the record changes', async () => {
    const queue = await addQueue([
      { builtIn: 'location' },
      { builtIn: 'source', text: 'How did you find us?' },
    ])
    const person = await addPerson()
    const asked = async () => (await claimed(queue.id)).map(({ text, value }) => [text, value])
    expect(await asked()).toEqual([
      ['Location', null],
      ['How did you find us?', null],
    ])
    await server.call(updateCandidate, {
      as: recruiter,
      params: { id: person.candidate.id },
      body: { location: 'Oslo' },
    })
    await server.call(updateApplication, {
      as: recruiter,
      params: { id: person.id },
      body: { source: 'Referral' },
    })
    expect(await asked()).toEqual([
      ['Location', 'Oslo'],
      ['How did you find us?', 'Referral'],
    ])
  })

  it('about contact data are not for users who may not see it, and stay when these change the others', async () => {
    const blind = await server.addUser(workspaceId, 'recruiter')
    await hideContacts(server, blind)
    const { id } = await addQueue([{ builtIn: 'phone' }, { builtIn: 'email' }, { builtIn: 'notes' }])
    await addPerson()
    expect(await named(id, blind)).toEqual(['notes'])
    expect((await claimed(id, blind)).map(({ key }) => key)).toEqual(['notes'])
    const refused = await create([{ builtIn: 'email' }], blind)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { details: { 'questions.0.builtIn': ['You may not see contact data. Choose another field.'] } },
    ])
    expect((await update(id, [{ builtIn: 'location' }], blind)).status).toBe(200)
    expect(await named(id, admin)).toEqual(['location', 'phone', 'email'])
  })

  it('are seen and not answered by users who may not change candidates', async () => {
    const reader = await server.addUser(workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['candidates:write'] })
      .where('id', '=', reader.id)
      .execute()
    const queue = await addQueue([{ builtIn: 'name' }, { builtIn: 'source' }])
    await addPerson()
    expect((await claimed(queue.id, reader)).map(({ key, canEdit }) => [key, canEdit])).toEqual([
      ['name', false],
      ['source', true],
    ])
  })
})
