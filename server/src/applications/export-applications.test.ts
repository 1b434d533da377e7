import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, exportAgents } from '@muster/contract/agents.ts'
import { exportApplications } from '@muster/contract/application-export.ts'
import * as contract from '@muster/contract/applications.ts'
import { exportCalls, logCall } from '@muster/contract/calls.ts'
import { exportCandidates } from '@muster/contract/candidates.ts'
import { exportCompanies, updateCompany } from '@muster/contract/companies.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { exportImports } from '@muster/contract/import-status.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { exportPositions } from '@muster/contract/positions.ts'
import { exportUsers } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable } from '../imports/files/open-table.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let position: TestPosition
let ana: string
let folder: string

beforeAll(async () => {
  server = await startTestServer({ poolSize: 6 })
  folder = await mkdtemp(join(tmpdir(), 'muster-exports-'))
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  ana = await apply({ name: 'Ana "the best", Ortiz', email: 'ana@example.com', phone: '+1 312 555 0148' })
  await apply({ name: '=HYPERLINK("http://evil.example")' }, { source: '-2+3' })
})

afterAll(async () => {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true })
})

async function apply(candidate: { name: string; email?: string; phone?: string }, more: object = {}) {
  const body = { positionId: position.id, candidate, appliedAt: '2026-03-29T23:30:00.000Z', ...more }
  return (await server.call(contract.createApplication, { as: recruiter, body })).body.id
}

function fetchExport(
  query: object,
  as: TestUser = recruiter,
  init: RequestInit = {},
  language = 'en',
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${as.accessToken}`,
    'content-type': 'application/json',
    'accept-language': language,
  }
  return fetch(server.url + addressOf(exportApplications, {}, query), { ...init, headers })
}

async function exported(query: object, as?: TestUser): Promise<string> {
  const answer = await fetchExport(query, as)
  expect(answer.status).toBe(200)
  // `Response.text` would strip the byte order mark.
  return Buffer.from(await answer.arrayBuffer()).toString()
}

const fetchList = (endpoint: AnyEndpoint, as: TestUser, query: object = {}) =>
  fetch(server.url + addressOf(endpoint, {}, query), {
    headers: { authorization: `Bearer ${as.accessToken}` },
  })

const textOf = async (endpoint: AnyEndpoint, as: TestUser) => (await fetchList(endpoint, as)).text()

/** Adds a user without some permissions of their role. */
async function addUserWithout(revoked: Permission[], role: 'admin' | 'recruiter', of = workspaceId) {
  const user = await server.addUser(of, role)
  await server.db
    .updateTable('users')
    .set({ revoked_permissions: revoked })
    .where('id', '=', user.id)
    .execute()
  return user
}

const logged = async ({ id }: TestUser, action: string) =>
  (
    await server.db
      .selectFrom('audit_logs')
      .where('user_id', '=', id)
      .where('action', '=', action)
      .select('details')
      .execute()
  ).map(({ details }) => details)

async function readXlsx(answer: Response): Promise<string[][]> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  const table = await openTable(path)
  const rows = [table.columns.map(({ header }) => header)]
  for await (const row of table.rows()) rows.push(row.cells)
  return rows
}

const few = { columns: ['candidate', 'source', 'applied'], sort: 'candidate' }

describe('exportApplications', () => {
  it('writes the requested columns in order, as CSV that cannot contain formulas', async () => {
    expect(await exported({ ...few, timezone: 'Europe/Oslo' })).toBe(
      [
        'Candidate,Source,Applied',
        `"'=HYPERLINK(""http://evil.example"")",'-2+3,2026-03-30 01:30`,
        '"Ana ""the best"", Ortiz",,2026-03-30 01:30',
        '',
      ].join('\r\n'),
    )
  })

  it("uses the requester's language", async () => {
    const answer = await fetchExport(
      { columns: ['statusType', 'candidate'], sort: 'candidate' },
      recruiter,
      {},
      'de',
    )
    expect((await answer.text()).split('\r\n').slice(0, 2)).toEqual([
      'Typ des Status,Kandidat',
      `Lead,"'=HYPERLINK(""http://evil.example"")"`,
    ])
  })

  it('adds a UTF-8 byte order mark only on request', async () => {
    expect((await exported({ ...few, bom: 'true' })).startsWith('\ufeffCandidate')).toBe(true)
    expect((await exported({ columns: 'candidate,phone' })).startsWith('Candidate,Phone\r\n')).toBe(true)
  })

  it('writes a workbook with typed cells', async () => {
    const answer = await fetchExport({ ...few, format: 'xlsx', timezone: 'America/New_York' })
    expect(answer.headers.get('content-disposition')).toMatch(/Applications \d{4}-\d\d-\d\d\.xlsx/)
    const rows = await readXlsx(answer)
    expect(rows).toEqual([
      ['Candidate', 'Source', 'Applied'],
      ['=HYPERLINK("http://evil.example")', '-2+3', '2026-03-29T19:30:00'],
      ['Ana "the best", Ortiz', '', '2026-03-29T19:30:00'],
    ])
  })

  it("applies the list's filters, or only the selection", async () => {
    expect((await exported({ ...few, q: 'nobody of this name' })).split('\r\n')).toHaveLength(2)
    const body = JSON.stringify({ applicationIds: [ana] })
    const answer = await fetchExport(few, recruiter, { method: 'POST', body })
    expect((await answer.text()).split('\r\n').slice(1)).toEqual([
      '"Ana ""the best"", Ortiz",,2026-03-29 23:30',
      '',
    ])
  })

  it('leaves out contact data for a viewer, even when requested', async () => {
    const viewer = await server.addUser(workspaceId, 'viewer')
    const text = await exported({ columns: 'candidate,email,phone' }, viewer)
    expect(text.split('\r\n')[0]).toBe('Candidate')
    expect(await exported({}, viewer)).not.toContain('ana@example.com')
    expect(await exported({})).toContain('ana@example.com')
  })

  it('and every other export leave out every contact detail for who may not export them', async () => {
    const there = (await server.addWorkspace()).workspaceId
    const owner = await server.addUser(there, 'owner')
    // Contact data takes both permissions: to see it, and to export it.
    const readers = [
      await addUserWithout(['contacts:export'], 'recruiter', there),
      await addUserWithout(['contacts:read'], 'recruiter', there),
    ]
    const { id: positionId, companyId } = await addPosition(server.db, there)
    await server.call(updateCompany, {
      as: owner,
      params: { id: companyId },
      body: {
        contactName: 'Secret name',
        contactEmail: 'secret@example.com',
        contactPhone: '+13125550001',
        notes: 'Secret company notes',
      },
    })
    const { body: application } = await server.call(contract.createApplication, {
      as: owner,
      body: {
        positionId,
        candidate: {
          name: 'Open Name',
          email: 'secret.person@example.com',
          phone: '+13125550002',
          profileUrl: 'https://people.example/secret',
          location: 'Secret town',
          notes: 'Secret notes',
        },
      },
    })
    await server.call(logCall, {
      as: owner,
      body: { applicationId: application.id, endReason: 'no_answer', summary: 'Secret summary' },
    })
    await server.db
      .updateTable('calls')
      .set({ from_number: '+13125550003', to_number: '+13125550004' })
      .where('workspace_id', '=', there)
      .execute()
    await server.call(createAgent, {
      as: owner,
      body: { name: 'Agent', kind: 'human', phone: '+13125550005' },
    })
    for (const endpoint of [
      exportApplications,
      exportCandidates,
      exportCalls,
      exportCompanies,
      exportAgents,
    ]) {
      const secrets = /secret|\+1312555000\d/gi
      for (const reader of readers)
        expect([endpoint.name, (await textOf(endpoint, reader)).match(secrets)]).toEqual([
          endpoint.name,
          null,
        ])
      expect([endpoint.name, (await textOf(endpoint, owner)).match(secrets)]).not.toContain(null)
    }
  })

  it('of users leaves out email addresses for who may not export contact details', async () => {
    const admin = await server.addUser(workspaceId, 'admin')
    const without = await addUserWithout(['contacts:export'], 'admin')
    expect(await textOf(exportUsers, admin)).toContain(admin.email)
    expect(await textOf(exportUsers, without)).not.toContain('@')
  })

  it('of a list is refused to who may not see the list', async () => {
    const lists: [AnyEndpoint, Permission][] = [
      [exportCandidates, 'candidates:read'],
      [exportCalls, 'calls:read'],
      [exportCompanies, 'companies:read'],
      [exportPositions, 'positions:read'],
      [exportAgents, 'agents:read'],
      [exportUsers, 'users:read'],
      [exportImports, 'applications:import'],
    ]
    const without = await addUserWithout(
      lists.map(([, permission]) => permission),
      'recruiter',
    )
    for (const [endpoint] of lists) {
      expect([endpoint.name, (await fetchList(endpoint, without)).status]).toEqual([endpoint.name, 403])
      expect([endpoint.name, (await fetchList(endpoint, recruiter)).status]).toEqual([endpoint.name, 200])
    }
  })

  it('writes times in the timezone of the workspace unless another is named', async () => {
    const { workspaceId: there } = await server.addWorkspace()
    await server.db
      .updateTable('workspaces')
      .set({ timezone: 'Asia/Tokyo' })
      .where('id', '=', there)
      .execute()
    const own = await server.addUser(there, 'recruiter')
    const { id: positionId } = await addPosition(server.db, there)
    await server.call(contract.createApplication, {
      as: own,
      body: { positionId, candidate: { name: 'Ana' }, appliedAt: '2026-03-29T23:30:00.000Z' },
    })
    expect(await exported({ columns: 'applied' }, own)).toBe('Applied\r\n2026-03-30 08:30\r\n')
    expect(await exported({ columns: 'applied', timezone: 'UTC' }, own)).toBe(
      'Applied\r\n2026-03-29 23:30\r\n',
    )
  })

  it('is refused without the permission to export', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    expect((await fetchExport({}, coordinator)).status).toBe(403)
  })

  it('is logged', async () => {
    const own = await server.addUser(workspaceId, 'recruiter')
    await exported({ ...few, statusType: 'lead' }, own)
    expect(await logged(own, 'applications.exported')).toMatchObject([
      {
        format: 'csv',
        columns: ['Candidate', 'Source', 'Applied'],
        filters: { statusType: ['lead'] },
      },
    ])
    // The entry gets its details when the export ends.
    await expect
      .poll(() => logged(own, 'applications.export_ended'))
      .toMatchObject([{ format: 'csv', rows: await countLeads(), complete: true }])
  })

  it('of a selection is logged with how many were selected', async () => {
    const own = await server.addUser(workspaceId, 'recruiter')
    const body = JSON.stringify({ applicationIds: [ana] })
    expect((await fetchExport(few, own, { method: 'POST', body })).status).toBe(200)
    expect(await logged(own, 'applications.exported')).toMatchObject([{ selected: 1 }])
  })

  it('of another list is logged with its filters', async () => {
    const own = await server.addUser(workspaceId, 'recruiter')
    expect((await fetchList(exportCandidates, own, { q: 'Ortiz' })).status).toBe(200)
    expect(await logged(own, 'candidates.exported')).toMatchObject([{ filters: { q: 'Ortiz' } }])
  })

  it('has a column once that was requested twice', async () => {
    expect((await exported({ columns: 'source,source' })).split('\r\n')[0]).toBe('Source')
  })

  it('is refused when no permitted column is left', async () => {
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect((await fetchExport({ columns: 'email,phone' }, viewer)).status).toBe(403)
  })

  it('reports a failure before the first byte like any other', async () => {
    await server.db.transaction().execute(async (tx) => {
      await sql`lock table applications in access exclusive mode`.execute(tx)
      const answer = fetchExport({})
      await expect.poll(copiesUnderWay).toBe(1)
      await sql`select pg_cancel_backend(pid) from pg_stat_activity where query like 'copy (%'`.execute(tx)
      expect((await answer).status).toBe(503)
    })
  })

  it('aborts the response when the database fails, so that a partial file is not mistaken for a complete one', async () => {
    const answer = await fetchExport({})
    expect(answer.status).toBe(200)
    await answer.text()
    const many = await manyApplications(4000)
    // More than the connection buffers while nobody reads.
    await server.db
      .updateTable('candidates')
      .set({ notes: 'All about them. '.repeat(300) })
      .where('workspace_id', '=', many.workspaceId)
      .execute()
    const broken = await fetchExport({}, many)
    const reading = broken.body!.getReader()
    await reading.read()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy (%'`.execute(
      server.db,
    )
    const readOn = async () => {
      while (!(await reading.read()).done);
    }
    await expect(readOn()).rejects.toThrow()
    await expect
      .poll(() => logged(many, 'applications.export_ended'))
      .toContainEqual(expect.objectContaining({ complete: false }))
  })

  it('reads all rows, and releases the connection when the client disconnects', async () => {
    const busy = await manyApplications(2200)
    const text = await exported({ columns: 'id' }, busy)
    const ids = text.trim().split('\r\n').slice(1)
    expect([ids.length, new Set(ids).size]).toEqual([2201, 2201])
    const rows = await readXlsx(await fetchExport({ columns: 'id,created', format: 'xlsx' }, busy))
    expect(rows).toHaveLength(2202)
    for (let round = 0; round < 4; round += 1) {
      const stop = new AbortController()
      const answer = await fetchExport({ format: round % 2 ? 'csv' : 'xlsx' }, busy, { signal: stop.signal })
      await answer.body!.getReader().read()
      stop.abort()
      await expect.poll(copiesUnderWay).toBe(0)
    }
    expect((await fetchExport({}, busy)).status).toBe(200)
  })
})

/** Inserts copies of an application directly into the table, each with its own candidate. */
async function copyApplication(id: string, count: number) {
  await sql`
    with made as (
      insert into candidates (workspace_id, id, name)
      select c.workspace_id, gen_random_uuid(), c.name || ' ' || n
      from candidates c join applications a on a.workspace_id = c.workspace_id and a.candidate_id = c.id,
        generate_series(1, ${count}) n
      where a.id = ${id} returning *
    )
    insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, candidate_name, candidate_search)
    select m.workspace_id, gen_random_uuid(), m.id, a.position_id, a.status_id, a.status_type, a.rank || m.id::text, m.name, ''
    from made m, applications a where a.id = ${id}
  `.execute(server.db)
}

async function copiesUnderWay(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'copy (%'
  `.execute(server.db)
  return rows[0]!.n
}

async function countLeads(): Promise<number> {
  return (await server.call(contract.listApplications, { as: recruiter, query: { statusType: 'lead' } })).body
    .total.value
}

/** Returns a recruiter of a workspace with `count` + 1 applications. */
async function manyApplications(count: number): Promise<TestUser> {
  const many = await server.addWorkspace()
  const user = await server.addUser(many.workspaceId, 'recruiter')
  const { id: positionId } = await addPosition(server.db, many.workspaceId)
  const candidate = { name: 'Somebody with a long enough name' }
  const { body } = await server.call(contract.createApplication, {
    as: user,
    body: { positionId, candidate },
  })
  await copyApplication(body.id, count)
  return user
}
