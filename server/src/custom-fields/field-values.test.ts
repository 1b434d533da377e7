import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import {
  closeApplication,
  createApplication,
  getApplication,
  listApplications,
  updateApplication,
} from '@muster/contract/applications.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import { logCall, updateCall } from '@muster/contract/calls.ts'
import { mergeCandidates, unmergeCandidates } from '@muster/contract/candidate-merges.ts'
import {
  createCandidate,
  getCandidate,
  listCandidates,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import { createCompany, listCompanies, updateCompany } from '@muster/contract/companies.ts'
import { createCustomField, retireCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import { createPosition, updatePosition } from '@muster/contract/positions.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCustomField, type FieldInput } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

const addField = (input: Partial<FieldInput> & { label: string }) => addCustomField(server, admin, input)

async function addCandidate(customFields: Record<string, unknown>, name = 'Ana', as = recruiter) {
  return server.call(createCandidate, { as, body: { name, customFields } })
}

function refusal({ status, body }: { status: number; body: unknown }) {
  const { details } = body as { details: Record<string, string[]> | null }
  return [status, Object.keys(details ?? {})]
}

describe('a value of a candidate', () => {
  it('is stored in one form for each type', async () => {
    const shift = await addField({
      label: 'Shift',
      type: 'choice',
      options: [{ label: 'Days' }, { label: 'Nights' }],
    })
    const licenses = await addField({
      label: 'Licenses',
      type: 'choices',
      options: [{ label: 'B' }, { label: 'CE' }],
    })
    const [b, ce] = licenses.options.map(({ id }) => id)
    await addField({ label: 'Badge' })
    await addField({ label: 'Story', type: 'longText' })
    await addField({ label: 'Years', type: 'number', validation: { min: 0, max: 60 } })
    await addField({ label: 'Pay', type: 'money', currency: 'EUR' })
    await addField({ label: 'Expires', type: 'date' })
    await addField({ label: 'Seen', type: 'dateTime' })
    await addField({ label: 'Own car', type: 'boolean' })
    await addField({ label: 'Mentor', type: 'user' })
    await addField({ label: 'Portfolio', type: 'link' })
    await addField({ label: 'Second phone', type: 'phone' })
    await addField({ label: 'Second email', type: 'email' })
    const { status, body } = await addCandidate({
      shift: shift.options[1]!.id,
      licenses: [ce, b, ce],
      badge: '  A-17 ',
      story: 'Two\nlines',
      years: 4.5,
      pay: { amount: 450_000, currency: 'EUR' },
      expires: '2027-02-28',
      seen: '2026-01-12T10:30:00+01:00',
      ownCar: false,
      mentor: admin.id,
      portfolio: 'example.com/ana',
      secondPhone: '+1 312 555 0148',
      secondEmail: 'Ana@Example.com',
    })
    expect(status).toBe(201)
    expect(body.customFields).toEqual({
      shift: shift.options[1]!.id,
      licenses: [b, ce],
      badge: 'A-17',
      story: 'Two\nlines',
      years: 4.5,
      pay: { amount: 450_000, currency: 'EUR' },
      expires: '2027-02-28',
      seen: '2026-01-12T09:30:00.000Z',
      ownCar: false,
      mentor: admin.id,
      portfolio: 'https://example.com/ana',
      secondPhone: '+13125550148',
      secondEmail: 'ana@example.com',
    })
    const changed = await server.call(updateCandidate, {
      as: recruiter,
      params: { id: body.id },
      body: { customFields: { badge: '', years: null, ownCar: true } },
    })
    expect(changed.body.customFields).toMatchObject({ ownCar: true, expires: '2027-02-28' })
    expect(changed.body.customFields).not.toHaveProperty('badge')
    expect(changed.body.customFields).not.toHaveProperty('years')
  })

  const nonsense: [string, unknown][] = [
    ['unheardOf', 'x'],
    ['__proto__x', 'x'],
    ['constructor', 'x'],
    ['shift', 'Nights'],
    ['shift', ['Nights']],
    ['licenses', 'B'],
    ['licenses', ['B']],
    ['badge', 7],
    ['badge', 'two\nlines'],
    ['badge', 'x'.repeat(501)],
    ['story', 'x'.repeat(10_001)],
    ['years', '4'],
    ['years', -1],
    ['years', 61],
    ['years', 1e300],
    ['pay', 5],
    ['pay', { amount: 5.5, currency: 'EUR' }],
    ['pay', { amount: 5, currency: 'USD' }],
    ['pay', { amount: 5, currency: 'EUR', more: 1 }],
    ['expires', '2027-02-29'],
    ['expires', '1027-02-28'],
    ['expires', 5],
    ['seen', 'yesterday'],
    ['ownCar', 'yes'],
    ['mentor', 'Ada'],
    ['mentor', '01890000-0000-7000-8000-000000000000'],
    ['portfolio', 'javascript:alert(1)'],
    ['portfolio', 'nothing'],
    ['secondPhone', 'call me'],
    ['secondEmail', 'not an email'],
  ]
  it.each(nonsense)('of %s is not %j', async (key, value) => {
    expect(refusal(await addCandidate({ [key]: value }))).toEqual([422, [`customFields.${key}`]])
  })

  it('is not a user of another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect(refusal(await addCandidate({ mentor: stranger.id }))).toEqual([422, ['customFields.mentor']])
  })

  it('is no user who was suspended, except where they were chosen before', async () => {
    const mentor = await server.addUser(workspaceId, 'recruiter')
    const { body: person } = await addCandidate({ mentor: mentor.id })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', mentor.id).execute()
    expect(refusal(await addCandidate({ mentor: mentor.id }))).toEqual([422, ['customFields.mentor']])
    const kept = await server.call(updateCandidate, {
      as: recruiter,
      params: { id: person.id },
      body: { customFields: { mentor: mentor.id, badge: 'M' } },
    })
    expect(kept.body.customFields).toEqual({ mentor: mentor.id, badge: 'M' })
  })

  it('keeps a retired option where it was chosen, and nowhere else', async () => {
    const field = await addField({
      label: 'Source kind',
      type: 'choice',
      options: [{ label: 'Fair' }, { label: 'Web' }],
    })
    const [fair, web] = field.options
    const { body: person } = await addCandidate({ sourceKind: fair!.id })
    await server.call(updateCustomField, { as: admin, params: { id: field.id }, body: { options: [web!] } })
    expect(refusal(await addCandidate({ sourceKind: fair!.id }))).toEqual([422, ['customFields.sourceKind']])
    const kept = await server.call(updateCandidate, {
      as: recruiter,
      params: { id: person.id },
      body: { customFields: { sourceKind: fair!.id, badge: 'B' } },
    })
    expect(kept.body.customFields).toMatchObject({ sourceKind: fair!.id, badge: 'B' })
  })

  it('is hidden from roles that may not see it, and refused to those that may not change it', async () => {
    await addField({ label: 'Secret', visibleTo: ['coordinator'] })
    await addField({ label: 'Fixed', editableTo: ['admin'] })
    const { body: person } = await addCandidate({ secret: 's', fixed: 'f' }, 'Bo', admin)
    expect(person.customFields).toEqual({ secret: 's', fixed: 'f' })
    const params = { id: person.id }
    const seen = await server.call(getCandidate, { as: recruiter, params })
    expect(seen.body.customFields).toEqual({ fixed: 'f' })
    const change = (customFields: Record<string, unknown>) =>
      server.call(updateCandidate, { as: recruiter, params, body: { customFields } })
    expect(refusal(await change({ secret: 'mine' }))).toEqual([422, ['customFields.secret']])
    expect((await change({ fixed: 'mine' })).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your role cannot change this field: Fixed',
    })
    expect((await change({ fixed: 'f' })).status).toBe(200)
    const listed = await server.call(listCandidates, { as: recruiter, query: { field: ['secret:is:s'] } })
    expect(refusal(listed)).toEqual([422, ['field']])
  })

  it('of a personal field is hidden from callers who may not see contact data', async () => {
    await addField({ label: 'Birthday', type: 'date', personal: true })
    const { body: person } = await addCandidate({ birthday: '1990-01-02' })
    const blind = await server.addUser(workspaceId, 'recruiter')
    await hideContacts(server, blind)
    const as = await server.signIn(blind)
    const { body } = await server.call(getCandidate, { as, params: { id: person.id } })
    expect(body.customFields).toEqual({})
  })

  it('is required where its field says so', async () => {
    const field = await addField({ label: 'Needed', required: { always: true } })
    expect(refusal(await addCandidate({}))).toEqual([422, ['customFields.needed']])
    const { body: person } = await addCandidate({ needed: 'here' })
    const change = (body: object) =>
      server.call(updateCandidate, { as: recruiter, params: { id: person.id }, body })
    expect(refusal(await change({ customFields: { needed: null } }))).toEqual([422, ['customFields.needed']])
    expect((await change({ location: 'Oslo' })).status).toBe(200)
    await server.call(updateCustomField, {
      as: admin,
      params: { id: field.id },
      body: { required: { always: false } },
    })
  })

  it('is not required of a role that may not fill it in', async () => {
    const field = await addField({ label: 'By admins', required: { always: true }, editableTo: ['admin'] })
    expect((await addCandidate({})).status).toBe(201)
    expect(refusal(await addCandidate({}, 'Bo', admin))).toEqual([422, ['customFields.byAdmins']])
    await server.call(retireCustomField, { as: admin, params: { id: field.id } })
  })

  it('is hidden while its field is retired', async () => {
    const field = await addField({ label: 'For a while' })
    const { body: person } = await addCandidate({ forAWhile: 'x', badge: 'C' })
    await server.call(retireCustomField, { as: admin, params: { id: field.id } })
    const { body } = await server.call(getCandidate, { as: admin, params: { id: person.id } })
    expect(body.customFields).toEqual({ badge: 'C' })
  })

  it('of the kept candidate wins a merge, which fills blanks and can be undone', async () => {
    const { body: kept } = await addCandidate({ badge: 'kept' })
    const { body: merged } = await addCandidate({ badge: 'lost', years: 3 })
    const { body } = await server.call(mergeCandidates, {
      as: admin,
      params: { id: kept.id },
      body: { mergedId: merged.id, version: 1, mergedVersion: 1 },
    })
    expect(body.candidate.customFields).toEqual({ badge: 'kept', years: 3 })
    const params = { id: kept.id, mergeId: body.merge.id }
    const { body: undone } = await server.call(unmergeCandidates, { as: admin, params })
    expect(undone.candidate.customFields).toEqual({ badge: 'kept' })
    expect(undone.restored.customFields).toEqual({ badge: 'lost', years: 3 })
  })
})

describe('a value of an application', () => {
  it('is on rows and details, and its change in the history by label', async () => {
    const field = await addField({ subject: 'application', label: 'Rate', type: 'money', currency: 'EUR' })
    await addField({ subject: 'application', label: 'Internal', visibleTo: ['coordinator'] })
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: {
        positionId: position.id,
        candidate: { name: 'Cleo', customFields: { badge: 'X9' } },
        customFields: { internal: 'i' },
      },
    })
    const params = { id: application.id }
    await server.call(updateApplication, {
      as: admin,
      params,
      body: { customFields: { rate: { amount: 4550, currency: 'EUR' }, internal: 'j' } },
    })
    await server.call(updateCandidate, {
      as: admin,
      params: { id: application.candidate.id },
      body: { customFields: { badge: 'Y1' } },
    })
    const { body: details } = await server.call(getApplication, { as: recruiter, params })
    expect(details.customFields).toEqual({ rate: { amount: 4550, currency: 'EUR' } })
    expect(details.candidate.customFields).toEqual({ badge: 'Y1' })
    const { body: list } = await server.call(listApplications, {
      as: recruiter,
      query: { field: ['rate:gte:4550', 'candidate.badge:is:Y1'] },
    })
    expect(
      list.items.map(({ id, customFields, candidate }) => [id, customFields, candidate.customFields]),
    ).toEqual([[application.id, { rate: { amount: 4550, currency: 'EUR' } }, { badge: 'Y1' }]])
    const history = async (as: TestUser) => {
      const { body } = await server.call(listActivityLogs, {
        as,
        params,
        query: { kind: 'edited', sort: 'at' },
      })
      return body.items.map(({ field, oldValue, newValue }) => [field, oldValue, newValue])
    }
    expect((await history(admin)).sort()).toEqual([
      ['candidate.customFields.badge', 'X9', 'Y1'],
      ['customFields.internal', 'i', 'j'],
      ['customFields.rate', null, '€45.50'],
    ])
    expect((await history(recruiter)).sort()[1]).toEqual(['customFields.internal', null, null])
    await server.call(retireCustomField, { as: admin, params: { id: field.id } })
    expect((await history(admin)).sort()[2]).toEqual(['customFields.rate', null, null])
  })

  it('takes the permission to edit applications', async () => {
    await addField({ subject: 'application', label: 'Grade' })
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Dan' }, ownerId: coordinator.id },
    })
    const body = { callbackAt: '2099-01-01T00:00:00Z', customFields: { grade: 'A' } }
    const answer = await server.call(updateApplication, {
      as: coordinator,
      params: { id: application.id },
      body,
    })
    expect(answer.status).toBe(403)
  })

  it('is erased with the person if it is personal or free text', async () => {
    await addField({ subject: 'application', label: 'Remark' })
    await addField({ subject: 'application', label: 'Born', type: 'date', personal: true })
    await addField({ subject: 'application', label: 'Score', type: 'number' })
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: {
        positionId: position.id,
        candidate: { name: 'Eve Erased', customFields: { badge: 'E' } },
        customFields: { remark: 'Eve', born: '1990-01-02', score: 5 },
      },
    })
    await server.call(closeApplication, {
      as: admin,
      params: { id: application.id },
      body: { disposition: 'unreachable' },
    })
    const erased = await server.call(eraseCandidate, {
      as: admin,
      params: { id: application.candidate.id },
      body: { confirmName: 'Eve Erased' },
    })
    expect(erased.status).toBeLessThan(300)
    const stored = await server.db
      .selectFrom('applications')
      .innerJoin('candidates', 'candidates.id', 'applications.candidate_id')
      .where('applications.id', '=', application.id)
      .select(['applications.custom_fields', 'candidates.custom_fields as theirs'])
      .executeTakeFirst()
    expect(stored).toEqual({ custom_fields: { score: 5 }, theirs: {} })
  })
})

describe('a value of a company, a position or a call', () => {
  it('is stored, listed and recorded in the audit log', async () => {
    await addField({ subject: 'company', label: 'Debtor', type: 'number' })
    await addField({ subject: 'position', label: 'Site' })
    await addField({ subject: 'call', label: 'Mood' })
    const { body: company } = await server.call(createCompany, {
      as: admin,
      body: { name: 'Norvik', customFields: { debtor: 12 } },
    })
    const changed = await server.call(updateCompany, {
      as: admin,
      params: { id: company.id },
      body: { customFields: { debtor: 13 }, version: company.version },
    })
    expect(changed.body).toMatchObject({ customFields: { debtor: 13 }, version: 2 })
    const { body: found } = await server.call(listCompanies, {
      as: admin,
      query: { field: ['debtor:gt:12'] },
    })
    expect(found.items.map(({ id }) => id)).toEqual([company.id])
    const { body: log } = await server.call(listAuditLogs, { as: admin, query: { subjectId: company.id } })
    expect(log.items.map(({ action, details }) => [action, details])).toEqual([
      ['company.fields_changed', { fields: [{ key: 'debtor', label: 'Debtor', from: '12', to: '13' }] }],
      ['company.fields_changed', { fields: [{ key: 'debtor', label: 'Debtor', from: null, to: '12' }] }],
    ])

    const { body: opened } = await server.call(createPosition, {
      as: admin,
      body: { name: 'Welder', companyId: company.id, customFields: { site: 'North' } },
    })
    const moved = await server.call(updatePosition, {
      as: admin,
      params: { id: opened.id },
      body: { customFields: { site: 'South' } },
    })
    expect([opened.customFields, moved.body.customFields]).toEqual([{ site: 'North' }, { site: 'South' }])

    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Finn' } },
    })
    const { body: call } = await server.call(logCall, {
      as: admin,
      body: { applicationId: application.id, endReason: 'no_answer', customFields: { mood: 'calm' } },
    })
    const corrected = await server.call(updateCall, {
      as: admin,
      params: { id: call.id },
      body: { customFields: { mood: 'cheerful' } },
    })
    expect([call.customFields, corrected.body.customFields]).toEqual([{ mood: 'calm' }, { mood: 'cheerful' }])
  })
})

describe('the audit log of values', () => {
  const fieldsOf = async (subjectId: string) => {
    const { body } = await server.call(listAuditLogs, { as: admin, query: { subjectId } })
    return body.items
      .filter(({ action }) => action.endsWith('.fields_changed'))
      .flatMap(({ details }) => details.fields)
  }

  it('says that a personal field of a company changed, and nothing of its values', async () => {
    await addField({ subject: 'company', label: 'Home phone', personal: true })
    const { body: company } = await server.call(createCompany, {
      as: admin,
      body: { name: 'Sørvik', customFields: { homePhone: 'Secret 1' } },
    })
    expect(await fieldsOf(company.id)).toEqual([{ key: 'homePhone', label: 'Home phone' }])
  })

  it('has the changed values of a call', async () => {
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Finn Two' } },
    })
    const { body: call } = await server.call(logCall, {
      as: admin,
      body: { applicationId: application.id, endReason: 'no_answer', customFields: { mood: 'calm' } },
    })
    await server.call(updateCall, {
      as: admin,
      params: { id: call.id },
      body: { customFields: { mood: 'cheerful' } },
    })
    expect(await fieldsOf(call.id)).toEqual([
      { key: 'mood', label: 'Mood', from: 'calm', to: 'cheerful' },
      { key: 'mood', label: 'Mood', from: null, to: 'calm' },
    ])
  })
})

describe('a filter by a custom field', () => {
  it.each([
    ['unheardOf:is:x', 'There is no field with this key'],
    ['badge', 'This field can be compared by: is, isNot, contains, empty, filled'],
    ['badge:gt:x', 'This field can be compared by: is, isNot, contains, empty, filled'],
    ['badge:is', 'Add a value to compare with'],
    ['badge:filled:x', 'This comparison takes no value'],
    ['years:gt:many', 'Enter a number'],
    ['expires:before:soon', 'Enter a date, such as 2026-01-31'],
    ['shift:is:Nights', 'Choose one of the options'],
    ['ownCar:is:1', 'Enter true or false'],
  ])('refuses %s and says why', async (filter, reason) => {
    const { status, body } = await server.call(listCandidates, { as: recruiter, query: { field: [filter] } })
    expect([status, body]).toMatchObject([422, { details: { field: [`${filter}: ${reason}`] } }])
  })

  it('finds nothing of another workspace', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const as = await server.addUser(other, 'admin')
    const field = { subject: 'candidate' as const, type: 'text' as const, label: 'Badge' }
    await server.call(createCustomField, { as, body: field })
    const { body } = await server.call(listCandidates, { as, query: { field: ['badge:filled'] } })
    expect(body.items).toEqual([])
  })
})
