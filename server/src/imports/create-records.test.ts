import { createComment } from '@muster/contract/activity-logs.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import { createCompany, listCompanies, updateCompany } from '@muster/contract/companies.ts'
import { getImportStatus } from '@muster/contract/import-status.ts'
import { previewImportUndo, undoImport } from '@muster/contract/import-undo.ts'
import { inviteUser } from '@muster/contract/invitations.ts'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  execute,
  importNow,
  preview,
  type Settings,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'
import { runUndo } from './undo/run-undo.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

const file = `Name,Email,Position,Status,Owner
Ana Ortiz,ana@example.com,Driver,New lead,
Ben Hill,ben@example.com,Driver,Waiting on client,
Cy Young,cy@example.com,driver ,Interview,
Dee Wong,dee@example.com,Welder,Waiting on client,
`

async function start(content = file) {
  const { body } = await upload(server, admin, content)
  return { id: body.id, mapping: suggestedMapping(body), values: body.values }
}

const create = {
  positions: { Driver: { companyName: 'Halden Freight' }, Welder: { companyName: 'halden  freight' } },
  statuses: { 'Waiting on client': 'submitted' },
} satisfies Settings['create']

async function positions() {
  const { body } = await server.call(listPositions, { as: admin, query: { sort: 'name' } })
  return body.items
}

const statusNames = async (id: string) =>
  (await server.call(getPosition, { as: admin, params: { id } })).body.statuses.map(({ name }) => name)

const applications = () =>
  server.db
    .selectFrom('applications')
    .innerJoin('statuses', 'statuses.id', 'applications.status_id')
    .innerJoin('positions', 'positions.id', 'applications.position_id')
    .where('applications.workspace_id', '=', workspaceId)
    .where('applications.deleted_at', 'is', null)
    .orderBy('candidate_name')
    .select(['candidate_name', 'positions.name as position', 'statuses.name as status'])
    .execute()

describe('values of a file that nothing in the workspace is called', () => {
  it('are named, and the import starts only when all of them are decided', async () => {
    const { id, mapping } = await start(file.replace('client,\n', 'client,Nora Nobody\n'))
    const refused = await execute(server, admin, id, { mapping })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      details: {
        'values.position': [expect.stringContaining('“Driver” (2), “driver” (1), “Welder” (1)')],
        'values.owner': [expect.stringContaining('“Nora Nobody” (1)')],
      },
    })
    const driver = await addNamedPosition(server, workspaceId, 'Driver')
    const ended = await importNow(server, admin, id, {
      undecided: 'refuse',
      mapping,
      values: {
        position: { Driver: driver.id, Welder: null },
        status: { 'Waiting on client': null },
        owner: { 'Nora Nobody': null },
      },
    })
    expect(ended).toMatchObject({ created: 3, invalid: 1 })
    expect(await applications()).toEqual([
      { candidate_name: 'Ana Ortiz', position: 'Driver', status: 'Lead' },
      { candidate_name: 'Ben Hill', position: 'Driver', status: 'Lead' },
      { candidate_name: 'Cy Young', position: 'Driver', status: 'Interview' },
    ])
  })

  it('include statuses, which never become the first status unasked', async () => {
    const driver = await addNamedPosition(server, workspaceId, 'Driver')
    const { id, mapping } = await start(file.replaceAll('Welder', 'Driver'))
    const refused = await execute(server, admin, id, { mapping })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { details: { 'values.status': [expect.stringContaining('“Waiting on client” (2)')] } },
    ])
    const { body } = await preview(server, admin, id, { mapping })
    expect(body.reasons).toContainEqual(expect.objectContaining({ code: 'status_unknown', count: 2 }))
    expect(body.counts).toMatchObject({ create: 2, invalid: 2 })
    const added = { mapping, create: { positions: {}, statuses: create.statuses } }
    expect(await importNow(server, admin, id, { ...added, undecided: 'refuse' })).toMatchObject({
      created: 4,
    })
    expect(await statusNames(driver.id)).toContain('Waiting on client')
  })

  it('can be created by the import, as its preview says', async () => {
    const { id, mapping } = await start()
    const seen = await preview(server, admin, id, { mapping, create })
    expect(seen.body.counts).toMatchObject({ create: 4, invalid: 0 })
    const made = [
      ['company', 'Halden Freight', null],
      ['position', 'Driver', 'Halden Freight'],
      ['status', 'Waiting on client', 'Driver'],
      ['position', 'Welder', 'Halden Freight'],
      ['status', 'Waiting on client', 'Welder'],
    ]
    expect(seen.body.records.map(({ kind, name, within }) => [kind, name, within])).toEqual(made)
    expect(await positions()).toEqual([])

    const ended = await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    expect(ended).toMatchObject({ created: 4, invalid: 0, lostRows: 0 })
    expect(ended.records.map(({ kind, name, within }) => [kind, name, within])).toEqual(made)
    expect(await applications()).toEqual([
      { candidate_name: 'Ana Ortiz', position: 'Driver', status: 'New lead' },
      { candidate_name: 'Ben Hill', position: 'Driver', status: 'Waiting on client' },
      { candidate_name: 'Cy Young', position: 'Driver', status: 'Company interview' },
      { candidate_name: 'Dee Wong', position: 'Welder', status: 'Waiting on client' },
    ])
    const [driver] = await positions()
    expect(driver).toMatchObject({ name: 'Driver', state: 'open', owner: { id: admin.id } })
    expect(await statusNames(driver!.id)).toEqual([
      ...['New lead', 'Contacted', 'Qualified', 'Submitted to company', 'Waiting on client'],
      ...['Company interview', 'Offer', 'Hired', 'Closed'],
    ])
    const { body } = await server.call(listAuditLogs, {
      as: admin,
      query: { action: 'import.records_created' },
    })
    expect(body.items).toHaveLength(1)
    // A repeat creates nothing again, and the next file of these headers finds them.
    expect((await execute(server, admin, id, { mapping, create })).status).toBe(202)
    expect(await positions()).toHaveLength(2)
    const again = await start()
    expect(again.values.position.map(({ match }) => match)).not.toContain(null)
  })

  it('need one position for a file that names none', async () => {
    const { id, mapping } = await start('Name,Email\nAna Ortiz,ana@example.com\n')
    const position = { name: 'Night guard', companyName: 'Halden' }
    const settings = { mapping, create: { positions: {}, statuses: {}, position } }
    expect((await preview(server, admin, id, settings)).body.counts).toMatchObject({ create: 1 })
    await importNow(server, admin, id, settings)
    expect(await applications()).toMatchObject([{ position: 'Night guard', status: 'New lead' }])
  })

  it('create a company and a position anew beside a deleted company and a closed position of their names', async () => {
    const { id, mapping } = await start()
    await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    const [halden] = (await server.call(listCompanies, { as: admin })).body.items
    const close = (state: 'closed') =>
      server.db.updateTable('positions').set({ state }).where('workspace_id', '=', workspaceId).execute()
    await close('closed')
    const again = await start(file.replaceAll('@example.com', '@example.net'))
    await importNow(server, admin, again.id, {
      undecided: 'refuse',
      mapping: again.mapping,
      create: {
        ...create,
        positions: { Driver: { companyId: halden!.id }, Welder: { companyId: halden!.id } },
      },
    })
    expect((await positions()).filter(({ state }) => state === 'open').map(({ name }) => name)).toEqual([
      'Driver',
      'Welder',
    ])
    await close('closed')
    await server.db
      .updateTable('companies')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', halden!.id)
      .execute()
    const last = await start(file.replaceAll('@example.com', '@example.org'))
    await importNow(server, admin, last.id, { undecided: 'refuse', mapping: last.mapping, create })
    const companies = (await server.call(listCompanies, { as: admin })).body.items
    expect(companies.map(({ id: one, name }) => [one === halden!.id, name])).toEqual([
      [false, 'Halden Freight'],
    ])
  })

  it('add no status to an existing position for users who may not change positions', async () => {
    await addNamedPosition(server, workspaceId, 'Driver')
    await addNamedPosition(server, workspaceId, 'Welder')
    const limited = await server.addUser(workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['positions:write'] })
      .where('id', '=', limited.id)
      .execute()
    const { body } = await upload(server, limited, file)
    const settings = { mapping: suggestedMapping(body), create: { ...create, positions: {} } }
    const refused = await execute(server, limited, body.id, settings)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: expect.stringContaining('You do not have permission to create statuses') },
    ])
  })

  it('are created only by users who may create them by hand', async () => {
    const { id, mapping } = await start()
    for (const permission of ['positions:write', 'companies:write']) {
      const limited = await server.addUser(workspaceId, 'recruiter')
      await server.db
        .updateTable('users')
        .set({ revoked_permissions: [permission] })
        .where('id', '=', limited.id)
        .execute()
      const upl = await upload(server, limited, file)
      const answer = await execute(server, limited, upl.body.id, { mapping, create })
      expect([permission, answer.status]).toEqual([permission, 403])
    }
    expect(await positions()).toEqual([])
    expect((await server.call(listCompanies, { as: admin })).body.items).toEqual([])
    const elsewhere = await server.addWorkspace()
    const other = await server.call(listCompanies, {
      as: await server.addUser(elsewhere.workspaceId, 'admin'),
    })
    expect(other.status).toBe(200)
    const foreign = { Driver: { companyId: crypto.randomUUID() }, Welder: { companyName: 'Halden' } }
    const answer = await execute(server, admin, id, {
      mapping,
      create: { ...create, positions: foreign },
    })
    expect(answer.status).toBe(422)
  })
})

const clients = `Name,Email,Position,Client,Status
Ana Ortiz,ana@example.com,Driver,Halden Freight,Waiting on client
Ben Hill,ben@example.com,Driver,Northwind,New lead
Cy Young,cy@example.com,driver,halden freight,New lead
Dee Wong,dee@example.com,Driver,,New lead
`

const placed = async () =>
  (
    await server.db
      .selectFrom('applications')
      .innerJoin('positions', 'positions.id', 'applications.position_id')
      .innerJoin('companies', 'companies.id', 'positions.company_id')
      .innerJoin('statuses', 'statuses.id', 'applications.status_id')
      .where('applications.workspace_id', '=', workspaceId)
      .orderBy('candidate_name')
      .select(['candidate_name', 'positions.name as position', 'companies.name as company'])
      .select('statuses.name as status')
      .execute()
  ).map((row) => Object.values(row).join(', '))

describe('a column of client companies', () => {
  it('lists each position with the client of its rows', async () => {
    const { mapping, values } = await start(clients)
    expect(mapping[3]).toBe('clientCompany')
    expect(values.position).toEqual([
      { value: 'Driver · Halden Freight', name: 'Driver', company: 'Halden Freight', count: 1, match: null },
      { value: 'Driver · Northwind', name: 'Driver', company: 'Northwind', count: 1, match: null },
      { value: 'driver · halden freight', name: 'driver', company: 'halden freight', count: 1, match: null },
      { value: 'Driver', count: 1, match: null },
    ])
  })

  it('creates positions at the companies chosen for their clients, and rejects a row that was left out', async () => {
    const { id, mapping } = await start(clients)
    const settings = {
      mapping,
      values: { position: { Driver: null } },
      create: {
        positions: {
          'Driver · Halden Freight': { name: 'Driver', companyName: 'Halden Freight' },
          'Driver · Northwind': { name: 'Driver', companyName: 'Northwind' },
        },
        statuses: create.statuses,
      },
    }
    const seen = await preview(server, admin, id, settings)
    expect(seen.body.records.map(({ kind, name, within }) => [kind, name, within])).toEqual([
      ['company', 'Halden Freight', null],
      ['company', 'Northwind', null],
      ['position', 'Driver', 'Halden Freight'],
      ['status', 'Waiting on client', 'Driver'],
      ['position', 'Driver', 'Northwind'],
    ])
    const ended = await importNow(server, admin, id, { undecided: 'refuse', ...settings })
    expect(ended).toMatchObject({ created: 3, invalid: 1, lostRows: 0 })
    expect(await placed()).toEqual([
      'Ana Ortiz, Driver, Halden Freight, Waiting on client',
      'Ben Hill, Driver, Northwind, New lead',
      'Cy Young, Driver, Halden Freight, New lead',
    ])
  })

  it('finds a position only at the client of the row', async () => {
    const driver = await addNamedPosition(server, workspaceId, 'Driver')
    await server.call(updateCompany, {
      as: admin,
      params: { id: driver.companyId },
      body: { name: 'Northwind' },
    })
    const { id, mapping, values } = await start(clients)
    expect(values.position.map(({ value, match }) => [value, match])).toEqual([
      ['Driver · Halden Freight', null],
      ['Driver · Northwind', driver.id],
      ['driver · halden freight', null],
      ['Driver', driver.id],
    ])
    const refused = await execute(server, admin, id, { mapping })
    expect(refused.body).toMatchObject({
      details: {
        'values.position': [
          expect.stringMatching(/: “Driver · Halden Freight” \(1\), “driver · halden freight” \(1\)$/),
        ],
      },
    })
    await importNow(server, admin, id, { mapping })
    expect(await placed()).toEqual(['Ben Hill, Driver, Northwind, Lead', 'Dee Wong, Driver, Northwind, Lead'])
  })

  it('creates a company beside one of the same name in another workspace', async () => {
    const elsewhere = await server.addWorkspace()
    const stranger = await server.addUser(elsewhere.workspaceId, 'admin')
    const made = await server.call(createCompany, { as: stranger, body: { name: 'Northwind' } })
    const { id, mapping } = await start(
      'Name,Email,Position,Client\nBen Hill,ben@example.com,Driver,Northwind\n',
    )
    const positions = { 'Driver · Northwind': { name: 'Driver', companyName: 'Northwind' } }
    await importNow(server, admin, id, { mapping, create: { positions, statuses: {} } })
    const { body } = await server.call(listCompanies, { as: admin })
    expect(body.items.map(({ name }) => name)).toEqual(['Northwind'])
    expect(body.items[0]!.id).not.toBe(made.body.id)
  })

  it('is refused without a column of positions', async () => {
    const { id } = await start(clients)
    const { status, body } = await execute(server, admin, id, {
      mapping: { 0: 'fullName', 3: 'clientCompany' },
    })
    expect([status, body]).toMatchObject([422, { details: { 'mapping.3': expect.anything() } }])
  })

  it('refuses a longer name for a new position than positions have', async () => {
    const { id, mapping } = await start(clients)
    const long = { name: 'D'.repeat(201), companyName: 'Halden' }
    const answer = await execute(server, admin, id, {
      mapping,
      create: { positions: { Driver: long }, statuses: {} },
    })
    expect(answer.status).toBe(422)
  })
})

describe('undoing an import that created records', () => {
  it('removes them unless somebody uses them since', async () => {
    const { id, mapping } = await start()
    await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    const [driver, welder] = await positions()
    const dee = await server.db
      .selectFrom('applications')
      .where('position_id', '=', welder!.id)
      .select(['id', 'candidate_id'])
      .executeTakeFirstOrThrow()
    // Somebody worked on Dee, so she stays, and with her all that she is in.
    await server.call(createComment, { as: admin, params: { id: dee.id }, body: { body: 'Call her' } })
    const forecast = await server.call(previewImportUndo, { as: admin, params: { id } })
    expect(forecast.body).toMatchObject({ removedApplications: 3, kept: 1 })
    await server.call(undoImport, { as: admin, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    const { body } = await server.call(getImportStatus, { as: admin, params: { id } })
    expect(body.records.map(({ kind, name, within, removed }) => [kind, name, within, removed])).toEqual([
      ['company', 'Halden Freight', null, false],
      ['position', 'Driver', 'Halden Freight', true],
      ['status', 'Waiting on client', 'Driver', true],
      ['position', 'Welder', 'Halden Freight', false],
      ['status', 'Waiting on client', 'Welder', false],
    ])
    expect((await positions()).map(({ id: one }) => one)).toEqual([welder!.id])
    expect(driver!.id).not.toBe(welder!.id)
  })

  it('leaves a company that was edited since', async () => {
    const { id, mapping } = await start()
    await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    const [company] = (await server.call(listCompanies, { as: admin })).body.items
    await server.call(updateCompany, { as: admin, params: { id: company!.id }, body: { name: 'Halden' } })
    await server.call(undoImport, { as: admin, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    const { body } = await server.call(listCompanies, { as: admin })
    expect(body.items.map(({ name }) => name)).toEqual(['Halden'])
  })

  it('leaves a company whose contact was invited since', async () => {
    const { id, mapping } = await start()
    await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    const [company] = (await server.call(listCompanies, { as: admin })).body.items
    const email = 'contact.of.halden@example.com'
    const body = { email, role: 'client_reviewer' as const, companyId: company!.id }
    expect((await server.call(inviteUser, { as: admin, body })).status).toBe(201)
    await server.call(undoImport, { as: admin, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    expect((await server.call(listCompanies, { as: admin })).body.items).toHaveLength(1)
  })

  it('leaves a position to which an agent was assigned since', async () => {
    const { id, mapping } = await start()
    await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    const [driver] = await positions()
    const agent = { workspace_id: workspaceId, id: newId(), name: 'Ava', kind: 'voice', status: 'available' }
    await server.db.insertInto('agents').values(agent).execute()
    await server.db
      .insertInto('agent_positions')
      .values({ workspace_id: workspaceId, agent_id: agent.id, position_id: driver!.id })
      .execute()
    await server.call(undoImport, { as: admin, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    expect((await positions()).map(({ name }) => name)).toEqual(['Driver'])
  })

  it('removes all of them when nobody used any', async () => {
    const { id, mapping } = await start()
    await importNow(server, admin, id, { undecided: 'refuse', mapping, create })
    await server.call(undoImport, { as: admin, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    expect(await positions()).toEqual([])
    expect((await server.call(listCompanies, { as: admin })).body.items).toEqual([])
  })
})
