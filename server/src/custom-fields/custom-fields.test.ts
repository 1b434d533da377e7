import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as contract from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { fieldLimits, fieldTypes } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
let stranger: TestUser

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

type Input = CallOf<typeof contract.createCustomField>['body']

function create(input: Partial<Input> & { label: string }, as = admin) {
  return server.call(contract.createCustomField, {
    as,
    body: { subject: 'candidate', type: 'text', ...input },
  })
}

function update(id: string, body: CallOf<typeof contract.updateCustomField>['body'], as = admin) {
  return server.call(contract.updateCustomField, { as, params: { id }, body })
}

async function labels(query: CallOf<typeof contract.listCustomFields>['query'], as = admin) {
  const { body } = await server.call(contract.listCustomFields, { as, query })
  return body.items.map(({ label }) => label)
}

describe('createCustomField', () => {
  it('makes the key of the label, with a number where that is taken', async () => {
    const { status, body } = await create({ label: 'Driver’s license (class)', subject: 'company' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      key: 'driversLicenseClass',
      subject: 'company',
      type: 'text',
      required: { always: false, fromStatusType: null, outcomes: [] },
      visibleTo: null,
      personal: false,
      filled: null,
      canEdit: true,
      version: 1,
    })
    expect((await create({ label: 'Drivers license class', subject: 'company' })).body.key).toBe(
      'driversLicenseClass2',
    )
    expect((await create({ label: '3 Schichten – ÄÖÜ', subject: 'company' })).body.key).toBe(
      'field3SchichtenAou',
    )
    expect((await create({ label: 'Смена', subject: 'company' })).body.key).toMatch(/^field/)
  })

  it('refuses a label or a key that the subject has, and takes it for another subject', async () => {
    await create({ label: 'Shift', key: 'shift' })
    expect((await create({ label: 'SHIFT', key: 'other' })).status).toBe(409)
    expect((await create({ label: 'Other', key: 'shift' })).status).toBe(409)
    expect((await create({ label: 'Shift', key: 'shift', subject: 'application' })).status).toBe(201)
  })

  it.each(['Shift', 'a.b', 'a b', '1a', 'a'.repeat(41), 'constructor', '__proto__'])(
    'refuses the key %s',
    async (key) => {
      const { status, body } = await create({ label: `Key ${key}`.slice(0, 70), key })
      expect([status, Object.keys((body as never as { details: object }).details)]).toEqual([422, ['key']])
    },
  )

  it('gives options IDs and keeps their order', async () => {
    const options = [{ label: 'B', color: '#112233' }, { label: 'CE' }]
    const { body } = await create({ label: 'License class', type: 'choice', options })
    expect(body.options.map(({ label, color, retired }) => [label, color, retired])).toEqual([
      ['B', '#112233', false],
      ['CE', null, false],
    ])
  })

  const nonsense: [string, Partial<Input>, string][] = [
    ['a choice without options', { type: 'choice' }, 'options'],
    [
      'options that are all retired',
      { type: 'choices', options: [{ label: 'A', retired: true }] },
      'options',
    ],
    ['options of a text', { options: [{ label: 'A' }] }, 'options'],
    ['an option twice', { type: 'choice', options: [{ label: 'A' }, { label: 'a' }] }, 'options.1.label'],
    ['an unknown option', { type: 'choice', options: [{ id: newId(), label: 'A' }] }, 'options.0.id'],
    ['money without a currency', { type: 'money' }, 'currency'],
    ['an unknown currency', { type: 'money', currency: 'XQQ' }, 'currency'],
    ['the currency of a text', { currency: 'EUR' }, 'currency'],
    ['the unit of a date', { type: 'date', unit: 'km' }, 'unit'],
    ['a smallest text', { validation: { min: 1 } }, 'validation.min'],
    [
      'a limit of characters of a number',
      { type: 'number', validation: { maxLength: 3 } },
      'validation.maxLength',
    ],
    ['a range upside down', { type: 'number', validation: { min: 3, max: 1 } }, 'validation.max'],
    [
      'sorting by several options',
      { type: 'choices', options: [{ label: 'A' }], sortable: true },
      'sortable',
    ],
    ['a default of another type', { type: 'number', defaultValue: 'many' }, 'defaultValue'],
    [
      'a default beyond the limits',
      { type: 'number', validation: { max: 1 }, defaultValue: 2 },
      'defaultValue',
    ],
    ['a user as default', { type: 'user', defaultValue: newId() }, 'defaultValue'],
    [
      'a field that is required to move',
      { subject: 'company', required: { fromStatusType: 'offer' } },
      'required.fromStatusType',
    ],
    [
      'a field that is required to call',
      { subject: 'position', required: { outcomes: ['qualified'] } },
      'required.outcomes',
    ],
    ['client reviewers', { visibleTo: ['client_reviewer'] }, 'visibleTo'],
    ['client reviewers who change values', { editableTo: ['client_reviewer'] }, 'editableTo'],
  ]
  it.each(nonsense)('refuses %s', async (name, input, field) => {
    const { status, body } = await create({ label: `Nonsense: ${name}`, ...input })
    expect([status, Object.keys((body as never as { details: object }).details)]).toEqual([422, [field]])
  })

  it('takes each type', async () => {
    for (const type of fieldTypes) {
      const input = {
        ...(type === 'money' ? { currency: 'EUR' } : {}),
        ...(/choice/.test(type) ? { options: [{ label: 'One' }] } : {}),
      }
      const { status } = await create({ label: `Type ${type}`, subject: 'call', type, ...input })
      expect([type, status]).toEqual([type, 201])
    }
  })

  it('refuses more than 500 fields, retired ones aside', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const as = await server.addUser(other, 'owner')
    const { body: first } = await create({ label: 'First' }, as)
    await sql`
      insert into custom_fields (workspace_id, id, subject, key, label, type, ordinal)
      select ${other}, gen_random_uuid(), 'candidate', 'k' || n, 'Field ' || n, 'text', n
      from generate_series(2, ${fieldLimits.fields}) n
    `.execute(server.db)
    await update(first.id, { help: 'Reads the fields again' }, as)
    expect((await create({ label: 'One too many' }, as)).status).toBe(422)
    await server.call(contract.retireCustomField, { as, params: { id: first.id } })
    expect((await create({ label: 'In its place' }, as)).status).toBe(201)
    const restored = await server.call(contract.restoreCustomField, { as, params: { id: first.id } })
    expect(restored.status).toBe(409)
  })

  it('is recorded in the audit log', async () => {
    const { body: field } = await create({ label: 'Recorded' })
    const { body } = await server.call(listAuditLogs, { as: admin, query: { subjectId: field.id } })
    expect(body.items).toMatchObject([
      { action: 'custom-field.created', area: 'workspace', details: { key: 'recorded', type: 'text' } },
    ])
  })
})

describe('listCustomFields', () => {
  it('returns the fields of one subject in their order, without retired ones', async () => {
    const subject = 'position'
    const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((label) => create({ label, subject })))
    const ids = [c!.body.id, a!.body.id, b!.body.id]
    const ordered = await server.call(contract.orderCustomFields, { as: admin, body: { subject, ids } })
    expect(ordered.body.items.map(({ label }) => label)).toEqual(['C', 'A', 'B'])
    await server.call(contract.retireCustomField, { as: admin, params: { id: a!.body.id } })
    expect(await labels({ subject })).toEqual(['C', 'B'])
    expect(await labels({ subject, retired: 'true' })).toEqual(['A'])
    expect(
      (await server.call(contract.orderCustomFields, { as: admin, body: { subject, ids } })).status,
    ).toBe(422)
    expect(await labels({ subject }, stranger)).toEqual([])
  })

  it('leaves out what a role may not see, and says what it may change', async () => {
    const hidden = await create({ label: 'For coordinators', visibleTo: ['coordinator'] })
    const fixed = await create({ label: 'Set by admins', editableTo: ['admin'] })
    const personal = await create({ label: 'Date of birth', type: 'date', personal: true })
    const viewer = await server.addUser(workspaceId, 'viewer')
    const { body } = await server.call(contract.listCustomFields, {
      as: recruiter,
      query: { subject: 'candidate' },
    })
    const seen = new Map(body.items.map((field) => [field.id, field.canEdit]))
    expect(seen.has(hidden.body.id)).toBe(false)
    expect([seen.get(fixed.body.id), seen.get(personal.body.id)]).toEqual([false, true])
    const { body: forViewer } = await server.call(contract.listCustomFields, { as: viewer })
    expect(forViewer.items.some(({ canEdit }) => canEdit)).toBe(false)
    expect(await labels({}, admin)).toContain('For coordinators')
    const params = { id: hidden.body.id }
    expect((await server.call(contract.getCustomField, { as: recruiter, params })).status).toBe(404)
    const without = await server.addUser(workspaceId, 'recruiter')
    await hideContacts(server, without)
    const seenWithout = await labels({}, await server.signIn(without))
    expect(seenWithout).toContain('Set by admins')
    expect(seenWithout).not.toContain('Date of birth')
  })

  it('shows client reviewers none, and retired fields and counts to nobody who may not manage them', async () => {
    const { body: company } = await server.call(createCompany, { as: admin, body: { name: 'A client' } })
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: company.id })
    expect(await labels({}, reviewer)).toEqual([])
    for (const query of [{ retired: 'true' }, { counts: 'true' }] as const)
      expect((await server.call(contract.listCustomFields, { as: recruiter, query })).status).toBe(403)
  })

  it('counts the rows with a value, without deleted ones', async () => {
    const { body: field } = await create({ label: 'Counted', subject: 'company' })
    for (const name of ['Counted 1', 'Counted 2', 'Counted 3'])
      await server.call(createCompany, { as: admin, body: { name } })
    await sql`
      update companies set custom_fields = jsonb_build_object('counted', 'x'),
        deleted_at = case name when 'Counted 3' then now() end
      where workspace_id = ${workspaceId} and name in ('Counted 1', 'Counted 3')
    `.execute(server.db)
    const { body } = await server.call(contract.listCustomFields, {
      as: admin,
      query: { subject: 'company', counts: 'true' },
    })
    expect(body.items.find(({ id }) => id === field.id)?.filled).toEqual({ value: 1, of: 3 })
  })
})

describe('updateCustomField', () => {
  it('changes what is sent, and retires options that are left out', async () => {
    const { body: field } = await create({
      label: 'Shift model',
      type: 'choice',
      options: [{ label: 'Days', color: '#112233' }, { label: 'Nights' }],
    })
    const [days, nights] = field.options
    const { body } = await update(field.id, {
      options: [{ label: 'Weekends' }, { id: nights!.id, label: 'Night shift' }],
      version: 1,
    })
    expect(body).toMatchObject({ label: 'Shift model', version: 2 })
    expect(body.options.map(({ id, label, retired }) => [id, label, retired]).slice(1)).toEqual([
      [nights!.id, 'Night shift', false],
      [days!.id, 'Days', true],
    ])
  })

  it('keeps the other requirements, and the colors of options, that are not sent', async () => {
    const { body: field } = await create({
      label: 'Grade',
      subject: 'application',
      type: 'choice',
      options: [{ label: 'A', color: '#112233' }],
      required: { fromStatusType: 'offer' },
    })
    const options = field.options.map(({ id }) => ({ id, label: 'Best' }))
    const { body } = await update(field.id, { options, required: { always: true } })
    expect(body.options).toMatchObject([{ label: 'Best', color: '#112233' }])
    expect(body.required).toEqual({ always: true, fromStatusType: 'offer', outcomes: [] })
  })

  it('lets one of two people who change the same version win', async () => {
    const { body: field } = await create({ label: 'Contended' })
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((help) => update(field.id, { help, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('refuses another currency while there are values', async () => {
    const { body: field } = await create({ label: 'Pay', type: 'money', currency: 'EUR', subject: 'company' })
    expect((await update(field.id, { currency: 'USD' })).status).toBe(200)
    await server.call(createCompany, { as: admin, body: { name: 'Payer' } })
    await sql`
      update companies set custom_fields = '{"pay": {"amount": 1, "currency": "USD"}}'
      where workspace_id = ${workspaceId} and name = 'Payer'
    `.execute(server.db)
    expect((await update(field.id, { currency: 'EUR' })).status).toBe(422)
  })

  it('is for those who may manage fields of this workspace', async () => {
    const { body: field } = await create({ label: 'Guarded' })
    expect((await update(field.id, { label: 'Mine' }, recruiter)).status).toBe(403)
    expect((await update(field.id, { label: 'Mine' }, stranger)).status).toBe(404)
  })
})

describe('retireCustomField', () => {
  it('hides the field, keeps its key and frees its label, until it is restored', async () => {
    const { body: field } = await create({ label: 'Seldom', key: 'seldom' })
    const params = { id: field.id }
    expect((await server.call(contract.retireCustomField, { as: admin, params })).status).toBe(204)
    expect((await update(field.id, { label: 'Gone' })).status).toBe(404)
    expect((await create({ label: 'Seldom', key: 'seldom' })).status).toBe(409)
    const { body: successor } = await create({ label: 'Seldom' })
    expect(successor.key).toBe('seldom2')
    expect((await server.call(contract.restoreCustomField, { as: admin, params })).status).toBe(409)
    await update(successor.id, { label: 'Seldom, second' })
    const restored = await server.call(contract.restoreCustomField, { as: admin, params })
    expect(restored.body).toMatchObject({ key: 'seldom', retiredAt: null })
    expect((await server.call(contract.restoreCustomField, { as: admin, params })).status).toBe(404)
  })
})

describe('a change of a definition', () => {
  const announced = async () => {
    const { rows } = await sql<{ event: unknown }>`
      select event from live_events
      where workspace_id = ${workspaceId} and event->>'kind' = 'custom-fields-changed' order by id desc limit 1
    `.execute(server.db)
    return rows[0]?.event
  }

  it('is in the audit log: changed, retired and restored', async () => {
    const { body: field } = await create({ label: 'Logged' })
    await update(field.id, { help: 'Read this', label: 'Logged well' })
    await server.call(contract.retireCustomField, { as: admin, params: { id: field.id } })
    await server.call(contract.restoreCustomField, { as: admin, params: { id: field.id } })
    const { body } = await server.call(listAuditLogs, { as: admin, query: { subjectId: field.id } })
    expect(body.items.map(({ action, user, details }) => [action, user?.id, details.changed])).toEqual([
      ['custom-field.restored', admin.id, undefined],
      ['custom-field.retired', admin.id, undefined],
      ['custom-field.changed', admin.id, ['label', 'help']],
      ['custom-field.created', admin.id, undefined],
    ])
  })

  it('reaches the open screens of colleagues', async () => {
    const kind = 'custom-fields-changed'
    const { body: one } = await create({ label: 'Announced', subject: 'call' })
    expect(await announced()).toEqual({ kind, subject: 'call', actorId: admin.id })
    await update(one.id, { help: 'More' }, await server.addUser(workspaceId, 'owner'))
    expect(await announced()).not.toEqual({ kind, subject: 'call', actorId: admin.id })
  })

  it('of their order is in the audit log, and reaches the open screens of colleagues', async () => {
    const subject = 'call'
    const { body: before } = await server.call(contract.listCustomFields, { as: admin, query: { subject } })
    const ids = before.items.map(({ id }) => id).reverse()
    const as = await server.addUser(workspaceId, 'owner')
    await server.call(contract.orderCustomFields, { as, body: { subject, ids } })
    expect(await announced()).toEqual({ kind: 'custom-fields-changed', subject, actorId: as.id })
    const { body } = await server.call(listAuditLogs, { as: admin, query: { userId: as.id } })
    expect(body.items).toMatchObject([
      {
        action: 'custom-field.ordered',
        details: { subject, keys: before.items.map(({ key }) => key).reverse() },
      },
    ])
  })
})
