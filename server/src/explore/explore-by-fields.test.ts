import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { listCalls, logCall } from '@muster/contract/calls.ts'
import { restoreCustomField, retireCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreCohorts, exploreReport, exportExplore } from '@muster/contract/explore.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import type { AnyGrouping } from '@muster/contract/measures.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCustomField, type FieldInput } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
/** Sees the same rows without contact data. */
let blind: TestUser
let position: TestPosition
/** Options of `field.shift` by label. */
let shifts: Map<string, string>

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  recruiter = await server.addUser(workspaceId, 'recruiter')
  blind = await server.addUser(workspaceId, 'recruiter')
  await hideContacts(server, blind)
  position = await addPosition(server.db, workspaceId)
  const shift = await addField({
    label: 'Shift',
    type: 'choice',
    options: [{ label: 'Days' }, { label: 'Nights' }],
  })
  shifts = new Map(shift.options.map(({ label, id }) => [label, id]))
  await addField({ subject: 'candidate', label: 'Licensed', type: 'boolean' })
  await addField({ label: 'Buddy', type: 'user' })
  await apply({ shift: shifts.get('Days'), buddy: admin.id }, { licensed: true })
  await apply({ shift: shifts.get('Days') }, { licensed: false })
  await apply({ shift: shifts.get('Nights') })
  await apply({})
})

afterAll(() => server?.stop())

function addField(input: Partial<FieldInput> & { label: string }) {
  return addCustomField(server, admin, { subject: 'application', ...input })
}

async function apply(customFields: object, ofCandidate: object = {}) {
  const { status, body } = await server.call(createApplication, {
    as: admin,
    body: {
      positionId: position.id,
      candidate: { name: 'Ana', customFields: { ...ofCandidate } },
      customFields: { ...customFields },
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

type Answer = ResponseOf<typeof exploreReport>

const ask = (query: Record<string, unknown>, as = admin) =>
  server.call(exploreReport, { as, query: { measure: 'newApplications', ...query } as never })

async function answer(query: Record<string, unknown>, as = admin): Promise<Answer> {
  const { status, body } = await ask(query, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Returns the count of each group by its name. */
function countsOf({ rows, measures }: Answer): Record<string, number> {
  const cells = measures[0]!.cells.filter(({ row, column }) => row !== null && column === null)
  return Object.fromEntries(cells.map(({ row, n }) => [String(rows[row!]!.name), n]))
}

async function refusal(query: Record<string, unknown>, as = admin) {
  const { status, body } = await ask(query, as)
  return [status, (body as never as { details: unknown }).details]
}

const unknown = (parameter: string, grouping: string) => [
  422,
  { [parameter]: [`${grouping}: There is no field with this key to group by`] },
]

describe('exploreReport by a custom field', () => {
  it('names the groups by labels of options, users, and yes and no', async () => {
    expect(countsOf(await answer({ by: 'field.shift' }))).toEqual({ Days: 2, Nights: 1, null: 1 })
    expect(countsOf(await answer({ by: 'candidate.licensed' }))).toEqual({ Yes: 1, No: 1, null: 2 })
    expect(countsOf(await answer({ by: 'field.buddy' }))).toEqual({ 'Ada Admin': 1, null: 3 })
  })

  it('counts rows of several options in the group of each, and once in the total', async () => {
    const { options } = await addField({
      label: 'Skills',
      type: 'choices',
      options: [{ label: 'Welding' }, { label: 'Tufting' }],
    })
    await apply({ skills: options.map(({ id }) => id) })
    const body = await answer({ by: 'field.skills' })
    expect(countsOf(body)).toMatchObject({ Welding: 1, Tufting: 1 })
    const total = body.measures[0]!.cells.find(({ row }) => row === null)!
    const sum = Object.values(countsOf(body)).reduce((sum, n) => sum + n, 0)
    expect(sum - total.n).toBe(1)
  })

  it('keeps the group of a retired option, with its label', async () => {
    const field = await addField({
      label: 'Zone',
      type: 'choice',
      options: [{ label: 'North' }, { label: 'South' }],
    })
    await apply({ zone: field.options[0]!.id })
    const options = field.options.map(({ id, label }) => ({ id, label, retired: label === 'North' }))
    const { status } = await server.call(updateCustomField, {
      as: admin,
      params: { id: field.id },
      body: { options },
    })
    expect(status).toBe(200)
    expect(countsOf(await answer({ by: 'field.zone' }))).toMatchObject({ North: 1 })
  })

  it('filters by fields of the application and of its candidate, as the rows that its cells open', async () => {
    const filters = { field: [`shift:is:${shifts.get('Days')}`, 'candidate.licensed:is:true'] }
    const body = await answer({ by: 'field.shift', ...filters })
    expect(countsOf(body)).toEqual({ Days: 1 })
    const groups = [{ grouping: 'field.shift' as const, keys: [shifts.get('Days')!], isExcluded: false }]
    const behind = rowsOfCell('newApplications', body.period, groups, filters)
    const { body: page } = await server.call(listApplications, { as: admin, query: behind.filters as never })
    expect(page.total?.value).toBe(1)
  })

  it('opens the calls behind a cell, filtered by fields of their applications', async () => {
    const id = await apply({ shift: shifts.get('Nights') }, { licensed: true })
    expect((await server.call(logCall, { as: admin, body: { applicationId: id } })).status).toBe(201)
    const filters = { field: ['candidate.licensed:is:true'] }
    const body = await answer({ measure: 'callsPlaced', by: 'field.shift', ...filters })
    expect(countsOf(body)).toEqual({ Nights: 1 })
    const groups = [{ grouping: 'field.shift' as const, keys: [shifts.get('Nights')!], isExcluded: false }]
    const behind = rowsOfCell('callsPlaced', body.period, groups, filters)
    const count = async (query: object) =>
      (await server.call(listCalls, { as: admin, query: query as never })).body.total?.value
    expect([behind.list, await count(behind.filters)]).toEqual(['calls', 1])
    expect(await count({ applicationField: ['candidate.licensed:is:false'] })).toBe(0)
    expect(await count({ applicationField: [`shift:is:${shifts.get('Nights')}`] })).toBe(1)
  })

  it('filters cohorts', async () => {
    const cohorts = async (query: object) =>
      (await server.call(exploreCohorts, { as: admin, query: query as never })).body.total.n
    expect(await cohorts({ field: [`shift:is:${shifts.get('Days')}`] })).toBe(2)
  })

  it('refuses a field that is none, has no groups or is of calls', async () => {
    await addField({ label: 'Score', type: 'number' })
    await addField({ subject: 'call', label: 'Mood', type: 'boolean' })
    for (const by of ['field.nothing', 'field.score', 'candidate.shift', 'field.mood'])
      expect(await refusal({ by })).toEqual(unknown('by', by))
    expect((await refusal({ by: 'call.mood' }))[0]).toBe(422)
    expect((await refusal({ by: ['field.shift', 'field.shift'] }))[1]).toEqual({
      by: ['Choose two different groupings'],
    })
  })

  it('refuses a field that the role may not see, to group, to filter and to open rows by', async () => {
    await addField({ label: 'Verdict', type: 'boolean', visibleTo: ['coordinator'] })
    await apply({ verdict: true })
    expect(countsOf(await answer({ by: 'field.verdict' }))).toMatchObject({ Yes: 1 })
    expect(await refusal({ by: 'field.verdict' }, recruiter)).toEqual(unknown('by', 'field.verdict'))
    expect((await refusal({ field: ['verdict:is:true'] }, recruiter))[0]).toBe(422)
    const opened = { counted: 'newApplications', countedIn: ['field.verdict=true'] }
    const list = async (as: TestUser) => {
      const { status, body } = await server.call(listApplications, { as, query: opened as never })
      return status === 200 ? body.total?.value : [status, (body as never as { details: unknown }).details]
    }
    expect([await list(admin), await list(recruiter)]).toEqual([1, unknown('countedIn', 'field.verdict')])
    const calls = await server.call(listCalls, {
      as: recruiter,
      query: { counted: 'callsPlaced', countedIn: ['field.verdict=true'] } as never,
    })
    expect(calls.status).toBe(422)
    const byField = await server.call(listCalls, {
      as: recruiter,
      query: { applicationField: ['verdict:is:true'] },
    })
    expect(byField.status).toBe(422)
  })

  it('refuses personal data without the contact data permission', async () => {
    await addField({ subject: 'candidate', label: 'Smoker', type: 'boolean', personal: true })
    expect(await refusal({ by: 'candidate.smoker' }, blind)).toEqual(unknown('by', 'candidate.smoker'))
    expect((await refusal({ by: 'candidate.smoker' }, recruiter))[0]).toBe(200)
  })

  it('refuses fields of another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect(await refusal({ by: 'field.shift' }, stranger)).toEqual(unknown('by', 'field.shift'))
  })

  it('refuses a retired field until it is restored', async () => {
    const { id } = await addField({ label: 'Season', type: 'boolean' })
    await apply({ season: true })
    await server.call(retireCustomField, { as: admin, params: { id } })
    expect(await refusal({ by: 'field.season' })).toEqual(unknown('by', 'field.season'))
    expect((await refusal({ field: ['season:is:true'] }))[0]).toBe(422)
    await server.call(restoreCustomField, { as: admin, params: { id } })
    expect(countsOf(await answer({ by: 'field.season' }))).toMatchObject({ Yes: 1 })
  })
})

describe('a list of applications', () => {
  it('is filtered by fields of positions and companies', async () => {
    await addField({ subject: 'position', label: 'Remote', type: 'boolean' })
    await addField({ subject: 'company', label: 'Union', type: 'boolean', visibleTo: ['coordinator'] })
    const at = await addPosition(server.db, workspaceId)
    await server.db
      .updateTable('positions')
      .set({ custom_fields: JSON.stringify({ remote: true }) })
      .where('id', '=', at.id)
      .execute()
    await server.db
      .updateTable('companies')
      .set({ custom_fields: JSON.stringify({ union: true }) })
      .where('id', '=', at.companyId)
      .execute()
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { positionId: at.id, candidate: { name: 'Remo' } },
    })
    const ids = async (field: string[], as = admin) => {
      const { status, body } = await server.call(listApplications, { as, query: { field } })
      return status === 200 ? body.items.map(({ id }) => id) : status
    }
    expect(await ids(['position.remote:is:true'])).toEqual([application.id])
    expect(await ids(['position.remote:is:true', 'company.union:is:true'])).toEqual([application.id])
    expect(await ids(['position.remote:is:true', 'company.union:is:false'])).toEqual([])
    expect(await ids(['company.union:is:true'], recruiter)).toBe(422)
    const by = ['position.remote', 'company.union'] satisfies AnyGrouping[]
    expect(countsOf(await answer({ by }))).toMatchObject({ Yes: 1 })
  })
})

describe('exportExplore by a custom field', () => {
  const fetchFile = async (query: object, as = admin) => {
    const path = addressOf(exportExplore, {}, { measure: 'newApplications', ...query })
    return fetch(server.url + path, { headers: { authorization: `Bearer ${as.accessToken}` } })
  }

  it('has the label of the field in its header and those of its options in the rows', async () => {
    const lines = (await (await fetchFile({ by: 'field.shift' })).text()).trim().split(/\r?\n/)
    expect(lines[0]).toMatch(/^Measure,Shift,Value,/)
    expect(lines.some((line) => line.startsWith('New applications,Days,2,'))).toBe(true)
  })

  it('refuses a field that the role may not see', async () => {
    expect((await fetchFile({ by: 'field.verdict' }, recruiter)).status).toBe(422)
  })
})
