import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { createPosition } from '@muster/contract/positions.ts'
import * as contract from '@muster/contract/search.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let companyId: string
let applicationId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  companyId = (await server.call(createCompany, { as: admin, body: { name: 'Lantern Works' } })).body.id
  const position = await server.call(createPosition, {
    as: admin,
    body: { name: 'Lantern maker', companyId },
  })
  const candidate = { name: 'Lena Lantern', email: 'lena@glow.example', phone: '312 555 0123' }
  const application = await server.call(createApplication, {
    as: admin,
    body: { positionId: position.body.id, candidate },
  })
  applicationId = application.body.id
})

afterAll(() => server?.stop())

async function find(q: string, as = admin) {
  const { status, body } = await server.call(contract.search, { as, query: { q } })
  expect(status).toBe(200)
  return body
}

function counts(found: Awaited<ReturnType<typeof find>>) {
  return Object.fromEntries(Object.entries(found).map(([kind, items]) => [kind, items.length]))
}

describe('search', () => {
  it('finds candidates, positions and companies by part of their name', async () => {
    const found = await find('LANT')
    expect(found.applications).toMatchObject([
      { id: applicationId, candidateName: 'Lena Lantern', positionName: 'Lantern maker', statusType: 'lead' },
    ])
    expect(found.candidates).toMatchObject([{ name: 'Lena Lantern', phone: '+13125550123' }])
    expect(found.positions).toMatchObject([{ name: 'Lantern maker', companyName: 'Lantern Works' }])
    expect(found.companies).toMatchObject([{ name: 'Lantern Works' }])
  })

  it('finds candidates by email and by phone in any format', async () => {
    for (const q of ['lena@glow', '(312) 555-0123', '5550123'])
      expect(counts(await find(q))).toMatchObject({ applications: 1, candidates: 1, positions: 0 })
  })

  it('finds candidates with and without accents, whichever are typed', async () => {
    for (const name of ['Zoë Müßig', 'Zoe Mussig']) {
      const { status } = await server.call(createCandidate, { as: admin, body: { name } })
      expect(status).toBe(201)
    }
    for (const q of ['müß', 'MUSS', 'zoë mussig'])
      expect(counts(await find(q))).toMatchObject({ candidates: 2 })
  })

  it('has eight of each kind: candidates by name, applications from the latest activity', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin')
    const position = await addPosition(server.db, workspaceId)
    for (const letter of 'iHgFeDcBa') {
      const { body } = await server.call(createApplication, {
        as,
        body: { positionId: position.id, candidate: { name: `${letter} Quill` } },
      })
      const activity = new Date(Date.UTC(2026, 0, 40 - letter.toLowerCase().charCodeAt(0) + 96))
      await server.db
        .updateTable('applications')
        .set({ last_activity_at: activity.toISOString() })
        .where('id', '=', body.id)
        .execute()
    }
    const { candidates, applications } = await find('quill', as)
    const names = [...'aBcDeFgH'].map((letter) => `${letter} Quill`)
    expect(candidates.map(({ name }) => name)).toEqual(names)
    expect(applications.map(({ candidateName }) => candidateName)).toEqual(names)
  })

  it('finds nothing that was deleted', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin')
    const company = (await server.call(createCompany, { as, body: { name: 'Quillfeather' } })).body
    const position = (
      await server.call(createPosition, { as, body: { name: 'Quillfeather', companyId: company.id } })
    ).body
    const { body: application } = await server.call(createApplication, {
      as,
      body: { positionId: position.id, candidate: { name: 'Quillfeather' } },
    })
    const all = { applications: 1, candidates: 1, positions: 1, companies: 1 }
    expect(counts(await find('quillfeather', as))).toEqual(all)
    const ids = { applications: application.id, candidates: application.candidate.id }
    const rows = { ...ids, positions: position.id, companies: company.id }
    for (const [table, id] of Object.entries(rows)) {
      const set = (deleted_at: string | null) =>
        server.db
          .updateTable(table as keyof typeof rows)
          .set({ deleted_at })
          .where('id', '=', id)
          .execute()
      await set('2026-01-01')
      expect(counts(await find('quillfeather', as))).toEqual({ ...all, [table]: 0 })
      await set(null)
    }
  })

  it('lists closed positions last', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin')
    const company = (await server.call(createCompany, { as, body: { name: 'Ordered' } })).body
    for (const [name, state] of [
      ['Welder A', 'closed'],
      ['Welder B', 'open'],
      ['Welder C', 'on_hold'],
    ] as const)
      await server.call(createPosition, { as, body: { name, companyId: company.id, state } })
    const found = await find('welder', as)
    expect(found.positions.map(({ name }) => name)).toEqual(['Welder B', 'Welder C', 'Welder A'])
  })

  it('finds nothing of another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect(counts(await find('lantern', stranger))).toEqual({
      applications: 0,
      candidates: 0,
      positions: 0,
      companies: 0,
    })
  })

  it('finds nobody by contact data that the searcher may not see', async () => {
    const recruiter = await server.addUser(admin.workspaceId, 'recruiter')
    await hideContacts(server, recruiter)
    for (const q of ['lena@glow', '5550123'])
      expect(counts(await find(q, recruiter))).toMatchObject({ applications: 0, candidates: 0 })
    expect(counts(await find('lena', recruiter))).toMatchObject({ applications: 1, candidates: 1 })
  })

  it("does not name another client's company to a reviewer", async () => {
    const { body: other } = await server.call(createCompany, { as: admin, body: { name: 'Beacon Works' } })
    const reviewer = await server.addUser(admin.workspaceId, 'client_reviewer', { companyId: other.id })
    expect((await find('works', reviewer)).companies.map(({ name }) => name)).toEqual(['Beacon Works'])
  })

  it('shows each role only what it may see', async () => {
    const { workspaceId } = admin
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    expect(counts(await find('lantern', coordinator))).toMatchObject({ applications: 0, candidates: 0 })
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    expect(counts(await find('lantern', manager))).toMatchObject({ applications: 0, positions: 0 })
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId })
    expect(counts(await find('lantern', reviewer))).toEqual({
      applications: 0,
      candidates: 0,
      positions: 1,
      companies: 1,
    })
    expect(counts(await find('lena@glow', reviewer))).toMatchObject({ applications: 0 })
  })
})
