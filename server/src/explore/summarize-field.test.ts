import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApplication, getApplication, listApplications } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { listCalls, logCall } from '@muster/contract/calls.ts'
import { retireCustomField } from '@muster/contract/custom-fields.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreReport, exportExplore } from '@muster/contract/explore.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { createSavedReport, getSavedReport, listSavedReports } from '@muster/contract/saved-reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { openTable } from '../imports/files/open-table.ts'
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

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  blind = await server.addUser(workspaceId, 'recruiter')
  await hideContacts(server, blind)
  position = await addPosition(server.db, workspaceId)
  await addField({ label: 'Distance', type: 'number', unit: 'km' })
  await addField({ label: 'Pay', type: 'money', currency: 'EUR' })
  await apply({ distance: 0.1, pay: { amount: 100_00, currency: 'EUR' } }, 'Referral')
  await apply({ distance: 0.2, pay: { amount: 100_01, currency: 'EUR' } }, 'Referral')
  await apply({ distance: 6 }, 'Fair')
  await apply({}, 'Fair')
})

afterAll(() => server?.stop())

function addField(input: Partial<FieldInput> & { label: string }) {
  return addCustomField(server, admin, { subject: 'application', ...input })
}

async function apply(
  customFields: object,
  source: string,
  candidate: { name: string; customFields?: { experience: number } } = { name: 'Ana' },
) {
  const { status, body } = await server.call(createApplication, {
    as: admin,
    body: {
      positionId: position.id,
      source,
      candidate,
      customFields: { ...customFields },
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const ask = (query: Record<string, unknown>, as = admin) =>
  server.call(exploreReport, {
    as,
    query: { measure: 'newApplications', source: ['Referral', 'Fair'], ...query } as never,
  })

async function answer(query: Record<string, unknown>, as = admin): Promise<ResponseOf<typeof exploreReport>> {
  const { status, body } = await ask(query, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function total(query: Record<string, unknown>, as = admin) {
  const { measures } = await answer(query, as)
  const { value, n, rows, isFew } = measures[0]!.cells.find(
    ({ row, column }) => row === null && column === null,
  )!
  return { value, n, rows, isFew }
}

async function refusal(query: Record<string, unknown>, as = admin) {
  const { status, body } = await ask(query, as)
  return [status, (body as never as { details: unknown }).details]
}

const unknown = (name: string) => [
  422,
  { of: [`${name}: There is no field of numbers or money with this key`] },
]

describe('exploreReport of a custom field', () => {
  it('sums, averages and takes the median of the applications with a value', async () => {
    const of = 'field.distance'
    expect(await total({ of, aggregate: 'sum' })).toMatchObject({ value: 6.3, n: 3, rows: 3 })
    expect(await total({ of, aggregate: 'average' })).toMatchObject({ value: 2.1, n: 3 })
    expect(await total({ of, aggregate: 'median' })).toMatchObject({ value: 0.2, n: 3 })
    expect(await total({ of })).toMatchObject({ value: 2.1 })
  })

  it('has money in whole minor units with its currency', async () => {
    const { measures } = await answer({ of: 'field.pay', aggregate: 'average' })
    expect(measures[0]).toMatchObject({
      unit: 'money',
      summary: { field: 'field.pay', aggregate: 'average', label: 'Pay', unit: null, currency: 'EUR' },
    })
    expect(measures[0]!.cells.at(-1)).toMatchObject({ value: 100_01, n: 2 })
  })

  it('has the unit of numbers and a definition that says what is left out', async () => {
    const { measures } = await answer({ of: 'field.distance', aggregate: 'median' })
    expect(measures[0]).toMatchObject({ unit: 'number', summary: { unit: 'km', currency: null } })
    expect(measures[0]!.definition).toBe(
      'The median of “Distance”, without applications that have no value, of: Applications created in the period',
    )
  })

  it('opens the applications with a value of each group', async () => {
    const { period, rows, measures } = await answer({ of: 'field.distance', aggregate: 'sum', by: 'source' })
    const values = measures[0]!.cells.map(({ row, value, n }) => [
      row === null ? null : rows[row]!.key,
      value,
      n,
    ])
    expect(values).toEqual([
      ['Referral', 0.3, 2],
      ['Fair', 6, 1],
      [null, 6.3, 3],
    ])
    const behind = rowsOfCell(
      'newApplications',
      period,
      [{ grouping: 'source', keys: ['Fair'], isExcluded: false }],
      {},
      'field.distance',
    )
    const { body } = await server.call(listApplications, { as: admin, query: behind.filters as never })
    expect(body.total?.value).toBe(1)
  })

  it('has no group and no value of applications without a value', async () => {
    const { rows } = await answer({ of: 'field.pay', by: 'source', compare: 'false' })
    expect(rows.map(({ key }) => key)).toEqual(['Referral'])
    expect(await total({ of: 'field.pay', source: ['Fair'] })).toEqual({
      value: null,
      n: 0,
      rows: 0,
      isFew: true,
    })
  })

  it('counts an application once that entered several stages', async () => {
    const id = await apply({ distance: 40 }, 'Moved')
    for (const type of ['contacted', 'qualified'] as const) {
      const { status } = await server.call(moveApplications, {
        as: admin,
        params: { id: position.id },
        body: { applicationIds: [id], toStatusId: position.statuses[type] },
      })
      expect(status).toBe(200)
    }
    const query = { measure: 'stageEntries', of: 'field.distance', aggregate: 'sum', source: ['Moved'] }
    expect(await total(query)).toMatchObject({ value: 40, n: 1, rows: 1 })
  })

  it('marks averages and medians of fewer than 10, and no sum', async () => {
    await addField({ label: 'Points', type: 'number' })
    for (let points = 1; points < 10; points += 1) await apply({ points }, 'Points')
    const few = async (aggregate: string) =>
      (await total({ of: 'field.points', aggregate, source: ['Points'] })).isFew
    expect([await few('average'), await few('median'), await few('sum')]).toEqual([true, true, false])
    await apply({ points: 10 }, 'Points')
    expect([await few('average'), await few('median')]).toEqual([false, false])
  })

  it('refuses values in several currencies, and names them', async () => {
    await addField({ label: 'Fee', type: 'money', currency: 'EUR' })
    await apply({ fee: { amount: 5, currency: 'EUR' } }, 'Fee')
    const id = await apply({ fee: { amount: 7, currency: 'EUR' } }, 'Fee')
    // The API keeps a field to its currency: only a value from elsewhere has another one.
    await server.db
      .updateTable('applications')
      .set({ custom_fields: JSON.stringify({ fee: { amount: 7, currency: 'USD' } }) })
      .where('id', '=', id)
      .execute()
    expect(await refusal({ of: 'field.fee', aggregate: 'sum', source: ['Fee'] })).toEqual([
      422,
      {
        of: [
          'The values of “Fee” are in EUR and USD, which do not add up. Change them to one currency, or export the applications.',
        ],
      },
    ])
  })

  it('counts a candidate with two applications once, and opens both', async () => {
    await addField({ subject: 'candidate', label: 'Experience', type: 'number' })
    const person = { name: 'Ben', customFields: { experience: 4 } }
    const first = await apply({}, 'Twice', person)
    const { candidate } = (await server.call(getApplication, { as: admin, params: { id: first } })).body
    const other = await addPosition(server.db, workspaceId)
    const again = await server.call(createApplication, {
      as: admin,
      body: { positionId: other.id, source: 'Twice', candidateId: candidate.id },
    })
    expect(again.status).toBe(201)
    await apply({}, 'Twice', { name: 'Cas', customFields: { experience: 10 } })
    await apply({}, 'Twice')
    const query = { of: 'candidate.experience', source: ['Twice'] }
    expect(await total({ ...query, aggregate: 'sum' })).toMatchObject({ value: 14, n: 2, rows: 3 })
    expect(await total({ ...query, aggregate: 'average' })).toMatchObject({ value: 7, n: 2 })
    const { period, measures } = await answer(query)
    expect(measures[0]).toMatchObject({
      summary: { field: 'candidate.experience', label: 'Experience' },
      definition:
        'The average of “Experience”, each candidate once, without those that have no value, of: Applications created in the period',
    })
    const behind = rowsOfCell('newApplications', period, [], { source: ['Twice'] }, 'candidate.experience')
    const { body } = await server.call(listApplications, { as: admin, query: behind.filters as never })
    expect(body.total?.value).toBe(3)
  })

  it('summarizes fields of calls over measures that count calls, and opens those calls', async () => {
    await addField({ subject: 'call', label: 'Cost', type: 'money', currency: 'EUR' })
    const application = await apply({}, 'Called')
    const call = (customFields: object) =>
      server.call(logCall, {
        as: admin,
        body: { applicationId: application, outcome: 'interested', customFields: { ...customFields } },
      })
    for (const cost of [{ amount: 150, currency: 'EUR' }, { amount: 250, currency: 'EUR' }, null])
      expect((await call(cost ? { cost } : {})).status).toBe(201)
    const query = { measure: 'callsPlaced', of: 'call.cost', source: ['Called'] }
    expect(await total({ ...query, aggregate: 'sum' })).toMatchObject({ value: 400, n: 2, rows: 2 })
    const { period, measures } = await answer(query)
    expect(measures[0]).toMatchObject({ unit: 'money', summary: { field: 'call.cost', currency: 'EUR' } })
    expect(measures[0]!.definition).toContain('without calls that have no value')
    const behind = rowsOfCell('callsPlaced', period, [], { field: ['distance:empty'] }, 'call.cost')
    expect(behind).toMatchObject({
      list: 'calls',
      filters: { field: ['cost:filled'], applicationField: ['distance:empty'] },
    })
    const { body } = await server.call(listCalls, { as: admin, query: behind.filters as never })
    expect(body.total?.value).toBe(2)
  })

  describe('of the costs of calls', () => {
    const campaigns = [newId(), newId()]
    const query = { measure: 'callsPlaced', of: 'callCost', source: ['Costly'] }

    beforeAll(async () => {
      const agent = await server.db
        .insertInto('agents')
        .values({ workspace_id: workspaceId, id: newId(), name: 'Voice', kind: 'voice' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [index, id] of campaigns.entries())
        await server.db
          .insertInto('voice_campaigns')
          .values({
            ...{ workspace_id: workspaceId, id, name: `Campaign ${index}`, agent_id: agent.id },
            ...{ max_concurrent: 1, currency: 'USD', only_with_consent: true, created_by: admin.id },
          })
          .execute()
      await addCalls('Costly', [
        [campaigns[0]!, 12, 'USD'],
        [campaigns[0]!, 20, 'USD'],
        [campaigns[1]!, 305, 'USD'],
        [null, 4, 'USD'],
        [campaigns[1]!, null, null],
        [campaigns[1]!, 7, null],
      ])
    })

    async function addCalls(source: string, calls: [string | null, number | null, string | null][]) {
      const application_id = await apply({}, source)
      for (const [campaign_id, cost_minor, currency] of calls)
        await server.db
          .insertInto('calls')
          .values({
            ...{ workspace_id: workspaceId, id: newId(), application_id, campaign_id, cost_minor, currency },
            ...{ direction: 'outbound', lifecycle: 'completed', started_at: new Date().toISOString() },
          })
          .execute()
    }

    it('adds them up by campaign, calls of none included, and opens the calls with a cost', async () => {
      const { period, rows, measures } = await answer({ ...query, aggregate: 'sum', by: 'campaign' })
      expect(measures[0]).toMatchObject({
        unit: 'money',
        summary: { field: 'callCost', aggregate: 'sum', label: 'Call costs', currency: 'USD' },
      })
      const named = measures[0]!.cells.map(({ row, value, n }) => [
        row === null ? 'all' : rows[row]!.name,
        value,
        n,
      ])
      expect(named).toHaveLength(4)
      expect(named).toEqual(
        expect.arrayContaining([
          ['Campaign 0', 32, 2],
          ['Campaign 1', 305, 1],
          [null, 4, 1],
          ['all', 341, 4],
        ]),
      )
      for (const [key, count] of [
        [campaigns[0]!, 2],
        [campaigns[1]!, 1],
        [null, 1],
      ] as const) {
        const groups = [{ grouping: 'campaign' as const, keys: [key], isExcluded: false }]
        const behind = rowsOfCell('callsPlaced', period, groups, { source: ['Costly'] }, 'callCost')
        const { body } = await server.call(listCalls, { as: admin, query: behind.filters as never })
        expect(body.total?.value).toBe(count)
      }
    })

    it('refuses costs in several currencies, until a filter leaves one', async () => {
      await addCalls('Mixed', [
        [campaigns[0]!, 5, 'EUR'],
        [campaigns[1]!, 5, 'USD'],
      ])
      const mixed = { ...query, source: ['Mixed'], aggregate: 'sum' }
      expect(await refusal(mixed)).toEqual([
        422,
        {
          of: [
            'The calls cost EUR and USD, which do not add up. Filter by agent, call queue or voice campaign.',
          ],
        },
      ])
      expect(await total({ ...mixed, campaignId: [campaigns[0]!] })).toMatchObject({ value: 5, n: 1 })
    })

    it('refuses them for measures that do not count calls', async () => {
      for (const measure of ['newApplications', 'contactRate', 'callMinutes', 'connectionRate'])
        expect((await refusal({ ...query, measure }))[0]).toBe(422)
    })

    it('has none of another workspace', async () => {
      const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
      expect(await total({ ...query, campaignId: campaigns }, stranger)).toMatchObject({ value: null, n: 0 })
    })
  })

  it('refuses fields of calls for measures that count applications, and the other way round', async () => {
    expect(await refusal({ of: 'call.cost' })).toEqual([
      422,
      { of: ['“New applications” does not count calls, whose values could be summarized'] },
    ])
    for (const measure of ['callMinutes', 'connectionRate'])
      expect((await refusal({ measure, of: 'call.cost' }))[0]).toBe(422)
    expect(await refusal({ measure: 'callsPlaced', of: 'candidate.experience' })).toEqual([
      422,
      { of: ['“Calls placed” does not count applications, whose values could be summarized'] },
    ])
  })

  it('refuses fields of candidates and calls that are hidden, retired or of another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    for (const [subject, measure] of [
      ['candidate', 'hired'],
      ['call', 'callsPlaced'],
    ] as const) {
      const add = (label: string, more: Partial<FieldInput> = {}) =>
        addField({ subject, label, type: 'number', ...more })
      await add('Secret', { visibleTo: ['coordinator'] })
      await add('Private', { personal: true })
      const { id } = await add('Former')
      await server.call(retireCustomField, { as: admin, params: { id } })
      const refused = (key: string, as: TestUser) => refusal({ measure, of: `${subject}.${key}` }, as)
      expect((await ask({ measure, of: `${subject}.secret` })).status).toBe(200)
      expect(await refused('secret', recruiter)).toEqual(unknown(`${subject}.secret`))
      expect((await ask({ measure, of: `${subject}.private` }, recruiter)).status).toBe(200)
      expect(await refused('private', blind)).toEqual(unknown(`${subject}.private`))
      expect(await refused('former', admin)).toEqual(unknown(`${subject}.former`))
      expect(await refused('secret', stranger)).toEqual(unknown(`${subject}.secret`))
    }
  })

  it('refuses measures that do not count applications', async () => {
    for (const measure of ['callsPlaced', 'contactRate', 'timeToHire'])
      expect((await refusal({ measure, of: 'field.distance' }))[0]).toBe(422)
    expect((await refusal({ measure: ['hired', 'callMinutes'], of: 'field.distance' }))[1]).toEqual({
      of: ['“Call minutes” does not count applications, whose values could be summarized'],
    })
  })

  it('refuses fields that are none, have no numbers or are of another subject', async () => {
    await addField({ label: 'Note', type: 'text' })
    await addField({ subject: 'candidate', label: 'Years', type: 'number' })
    for (const name of [
      'field.nothing',
      'field.note',
      'field.years',
      'candidate.distance',
      'candidate.nothing',
    ])
      expect(await refusal({ of: name })).toEqual(unknown(name))
    expect((await refusal({ of: 'position.years' }))[0]).toBe(422)
  })

  it('refuses a field that the role may not see', async () => {
    await addField({ label: 'Margin', type: 'number', visibleTo: ['coordinator'] })
    expect((await ask({ of: 'field.margin' })).status).toBe(200)
    expect(await refusal({ of: 'field.margin' }, recruiter)).toEqual(unknown('field.margin'))
  })

  it('refuses personal data without the contact data permission', async () => {
    await addField({ label: 'Age', type: 'number', personal: true })
    expect((await ask({ of: 'field.age' }, recruiter)).status).toBe(200)
    expect(await refusal({ of: 'field.age' }, blind)).toEqual(unknown('field.age'))
  })

  it('refuses fields of another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect(await refusal({ of: 'field.distance' }, stranger)).toEqual(unknown('field.distance'))
  })

  it('refuses a retired field', async () => {
    const { id } = await addField({ label: 'Season', type: 'number' })
    await server.call(retireCustomField, { as: admin, params: { id } })
    expect(await refusal({ of: 'field.season' })).toEqual(unknown('field.season'))
  })
})

describe('exportExplore of a custom field', () => {
  const fetchFile = (query: Record<string, unknown>, as = admin) =>
    fetch(server.url + addressOf(exportExplore, {}, { measure: 'newApplications', ...query } as never), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })

  it('has the costs of calls in their main unit', async () => {
    const query = { measure: 'callsPlaced', of: 'callCost', aggregate: 'sum', source: ['Costly'] }
    const lines = (await (await fetchFile(query)).text()).trim().split(/\r?\n/)
    expect(lines[1]).toMatch(/^Calls placed: sum of Call costs \(USD\),3\.41,4,/)
  })

  it('has the summary in its name and money in the main unit', async () => {
    const query = { of: 'field.pay', aggregate: 'sum', by: 'source', source: ['Referral'] }
    const lines = (await (await fetchFile(query)).text()).trim().split(/\r?\n/)
    expect(lines[1]).toMatch(/^New applications: sum of Pay \(EUR\),Referral,200\.01,2,/)
  })

  it('defines the summary in the workbook', async () => {
    const file = await fetchFile({ of: 'field.distance', aggregate: 'median', format: 'xlsx' })
    const folder = await mkdtemp(join(tmpdir(), 'muster-summary-'))
    const path = join(folder, 'report.xlsx')
    await writeFile(path, Buffer.from(await file.arrayBuffer()))
    const about: string[][] = []
    const table = await openTable(path, { sheet: 'Filters and definitions', headerRow: 1 })
    for await (const { cells } of table.rows()) about.push(cells)
    await rm(folder, { recursive: true })
    expect(about).toContainEqual([
      'New applications: median of Distance (km)',
      'The median of “Distance”, without applications that have no value, of: Applications created in the period',
    ])
  })

  it('refuses a field that the role may not see', async () => {
    expect((await fetchFile({ of: 'field.margin' }, recruiter)).status).toBe(422)
  })
})

describe('a shared report', () => {
  it('does not exist for those who may not see a field that it summarizes, groups or filters by', async () => {
    await addField({ label: 'Rank', type: 'boolean', visibleTo: ['coordinator'] })
    await addField({ subject: 'candidate', label: 'Grade', type: 'boolean', visibleTo: ['coordinator'] })
    await addField({ label: 'Call cost', type: 'number', visibleTo: ['coordinator'] })
    const queries = {
      'of a hidden field': { of: 'field.margin', aggregate: 'sum' },
      "of a candidate's hidden field": { of: 'candidate.secret', aggregate: 'sum' },
      'of a hidden field of calls': { measure: 'callsPlaced', of: 'call.secret', aggregate: 'sum' },
      'by a hidden field': { by: ['source', 'field.rank'] },
      'filtered by a hidden field': { field: ['distance:gte:1', 'margin:gte:40'] },
      "filtered by a candidate's hidden field": { field: ['candidate.grade:is:true'] },
      'of costs, not of a hidden field named like them': { measure: 'callsPlaced', of: 'callCost' },
      'of and by what they see': { of: 'field.distance', by: ['source'], field: ['distance:filled'] },
    }
    const ids: string[] = []
    for (const [name, query] of Object.entries(queries)) {
      const { body } = await server.call(createSavedReport, {
        as: admin,
        body: { name, query: { measure: 'hired', ...query }, roles: ['recruiter', 'coordinator'] },
      })
      ids.push(body.id)
    }
    const names = async (as: TestUser) =>
      (await server.call(listSavedReports, { as })).body.items.map(({ name }) => name).sort()
    expect(await names(recruiter)).toEqual([
      'of and by what they see',
      'of costs, not of a hidden field named like them',
    ])
    expect(await names(admin)).toEqual(Object.keys(queries).sort())
    const opened = await server.call(getSavedReport, { as: recruiter, params: { id: ids[2]! } })
    expect(opened.status).toBe(404)
  })
})
