import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  listApplications,
} from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/candidates.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
let positionId: string

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
  positionId = await openPosition(await server.addUser(workspaceId, 'admin'), 'Welder')
})

afterAll(() => server?.stop())

async function openPosition(as: TestUser, name: string, hiringManagerId?: string) {
  const { body: company } = await server.call(createCompany, { as, body: { name: `Client for ${name}` } })
  const body = { name, companyId: company.id, hiringManagerId }
  return (await server.call(createPosition, { as, body })).body.id
}

type Input = Parameters<typeof add>[0]

function add(body: {
  name: string
  email?: string | null
  phone?: string
  profileUrl?: string
  tags?: string[]
  currentCompany?: string
  allowDuplicate?: boolean
}) {
  return server.call(contract.createCandidate, { as: recruiter, body })
}

async function apply(candidateId: string, position = positionId, more: { ownerId?: string } = {}) {
  const { status, body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position, candidateId, ...more },
  })
  expect(status).toBe(201)
  return body
}

describe('createCandidate', () => {
  it('stores contact data in canonical form', async () => {
    const { status, body } = await add({
      name: '  Ana Ortiz ',
      email: ' Ana.Ortiz@Example.COM ',
      phone: '(312) 555-0148 ext. 12',
      profileUrl: 'linkedin.com/in/Ana-Ortiz/?trk=x',
      tags: ['CDL-A', 'CDL-A', 'nights'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Ana Ortiz',
      email: 'ana.ortiz@example.com',
      phone: '+13125550148',
      phoneExtension: '12',
      profileUrl: 'https://www.linkedin.com/in/ana-ortiz',
      tags: ['CDL-A', 'nights'],
      consent: 'unknown',
      doNotCall: false,
    })
  })

  it.each([
    ['a phone that cannot be one', { phone: 'ring the bell' }, 'phone'],
    ['two phones in one field', { phone: '312 555 0101 / 312 555 0102' }, 'phone'],
    ['an address that is no profile', { profileUrl: 'http://' }, 'profileUrl'],
    ['an e-mail that cannot be one', { email: 'nobody' }, 'email'],
  ])('refuses %s', async (_, more, field) => {
    const { status, body } = await add({ name: 'Never', ...more } as Input)
    expect(status).toBe(422)
    expect(body.details).toHaveProperty(field)
  })

  it.each([
    ['email', { email: 'twice@example.com' }],
    ['phone', { phone: '+1 312 555 0190' }],
    ['profileUrl', { profileUrl: 'https://xing.com/profile/Twice' }],
  ])('names the candidate who has the same %s', async (matchedBy, contact) => {
    const { body: first } = await add({ name: 'The first', ...contact })
    const { status, body } = await add({ name: 'The second', ...contact })
    expect(status).toBe(409)
    expect(body.details).toEqual({ candidateId: first.id, matchedBy })
    expect((await add({ name: 'The second', ...contact, allowDuplicate: true })).status).toBe(201)
  })

  it('creates one candidate from many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        add({ name: 'At once', email: 'at.once@example.com', phone: '3125550111' }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it('takes the oldest of several with the same contact data for the person', async () => {
    const email = 'shared.mailbox@example.com'
    const { body: oldest } = await add({ name: 'First of the mailbox', email })
    await add({ name: 'Second of the mailbox', email, allowDuplicate: true })
    const { status, body } = await add({ name: 'Third of the mailbox', email })
    expect([status, body.details]).toMatchObject([409, { candidateId: oldest.id, matchedBy: 'email' }])
  })

  it('finds nobody by a name alone', async () => {
    await add({ name: 'Same Name' })
    expect((await add({ name: 'Same Name' })).status).toBe(201)
  })
})

describe('listCandidates', () => {
  it('finds candidates by words of name, email and employer, and by phone in any format', async () => {
    const { body: person } = await add({
      name: 'Quill Hartnett',
      email: 'qh@harbour.example',
      phone: '+13125550177',
      currentCompany: 'Seaborne Freight',
    })
    for (const q of [
      'hartnett quill',
      'qh@harbour',
      'quill SEABORNE',
      '(312) 555-0177',
      '555-0177',
      '001 312 5550177',
    ]) {
      const { body } = await server.call(contract.listCandidates, { as: recruiter, query: { q } })
      expect([q, body.items.map((item) => item.id)]).toEqual([q, [person.id]])
    }
  })

  it.each(['name', '-name', 'createdAt', '-createdAt'] as const)(
    'pages through search results without repeats, by %s',
    async (sort) => {
      const names = ['Paged Delta', 'paged alpha', 'Paged Charlie', 'Paged Bravo', 'Paged Echo']
      const query = { q: 'paged', sort, limit: 2 }
      const before = await server.call(contract.listCandidates, { as: recruiter, query })
      if (before.body.total.value === 0) for (const name of names) await add({ name })
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { body } = await server.call(contract.listCandidates, {
          as: recruiter,
          query: { ...query, cursor },
        })
        expect(body.total).toEqual({ value: 5, atLeast: false })
        found.push(...body.items.map((item) => item.name))
        cursor = body.nextCursor ?? undefined
      } while (cursor)
      const ordered = sort.endsWith('name') ? names.toSorted((a, b) => a.localeCompare(b)) : names
      expect(found).toEqual(sort.startsWith('-') ? ordered.toReversed() : ordered)
    },
  )

  it('filters by tag and by do-not-call, and counts applications', async () => {
    const { body: person } = await add({ name: 'Tagged', tags: ['forklift'] })
    await apply(person.id)
    const { body } = await server.call(contract.listCandidates, { as: recruiter, query: { tag: 'forklift' } })
    expect(body.items).toMatchObject([{ id: person.id, applicationCount: 1 }])
    const none = await server.call(contract.listCandidates, {
      as: recruiter,
      query: { tag: 'forklift', doNotCall: 'true' },
    })
    expect(none.body.items).toEqual([])
  })

  it('counts the applications that the reader sees, without deleted ones', async () => {
    const coordinator = await server.addUser(recruiter.workspaceId, 'coordinator')
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    const { body: person } = await add({ name: 'Counted Thrice' })
    await apply(person.id, positionId, { ownerId: coordinator.id })
    await apply(person.id, await openPosition(admin, 'Second of three'))
    const { id } = await apply(person.id, await openPosition(admin, 'Third of three'))
    await server.call(deleteApplication, { as: admin, params: { id } })
    const counted = async (as: TestUser) =>
      (await server.call(contract.listCandidates, { as, query: { q: 'Counted Thrice' } })).body.items.map(
        ({ applicationCount }) => applicationCount,
      )
    expect([await counted(recruiter), await counted(coordinator)]).toEqual([[2], [1]])
  })

  it('tells a reviewer of the client nobody who asked not to be called', async () => {
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    const position = await openPosition(admin, 'Reviewed position')
    const { company_id: companyId } = await server.db
      .selectFrom('positions')
      .where('id', '=', position)
      .select('company_id')
      .executeTakeFirstOrThrow()
    const { id: statusId } = await server.db
      .selectFrom('statuses')
      .where('position_id', '=', position)
      .where('type', '=', 'submitted')
      .select('id')
      .executeTakeFirstOrThrow()
    const { status } = await server.call(createApplication, {
      as: recruiter,
      body: {
        positionId: position,
        statusId,
        candidate: { name: 'Asked Not To Be Called', doNotCall: true },
      },
    })
    expect(status).toBe(201)
    const reviewer = await server.addUser(recruiter.workspaceId, 'client_reviewer', { companyId })
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['candidates:read'] })
      .where('id', '=', reviewer.id)
      .execute()
    const list = (query: { doNotCall?: 'true' }) =>
      server.call(contract.listCandidates, { as: reviewer, query })
    expect((await list({})).body.items).toMatchObject([{ name: 'Asked Not To Be Called', doNotCall: false }])
    expect((await list({ doNotCall: 'true' })).status).toBe(403)
  })

  it('shows a coordinator and a hiring manager only the candidates of their applications', async () => {
    const coordinator = await server.addUser(recruiter.workspaceId, 'coordinator')
    const manager = await server.addUser(recruiter.workspaceId, 'hiring_manager')
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    const managed = await openPosition(admin, 'Managed', manager.id)
    const { body: assigned } = await add({ name: 'Assigned' })
    const { body: applied } = await add({ name: 'Applied' })
    await apply(assigned.id, positionId, { ownerId: coordinator.id })
    await apply(applied.id, managed)
    const seen = async (as: TestUser) =>
      (await server.call(contract.listCandidates, { as })).body.items.map((item) => item.id)
    expect(await seen(coordinator)).toEqual([assigned.id])
    expect(await seen(manager)).toEqual([applied.id])
    const params = { id: applied.id }
    expect((await server.call(contract.getCandidate, { as: coordinator, params })).status).toBe(404)
  })

  it('neither shows nor searches contact data without the permission', async () => {
    await add({ name: 'Hidden Person', email: 'hidden@example.com', phone: '3125550133' })
    const viewer = await server.addUser(recruiter.workspaceId, 'viewer')
    await hideContacts(server, viewer)
    const byName = await server.call(contract.listCandidates, { as: viewer, query: { q: 'hidden' } })
    expect(byName.body.items).toMatchObject([{ name: 'Hidden Person', email: null, phone: null }])
    const byEmail = await server.call(contract.listCandidates, { as: viewer, query: { q: 'hidden@example' } })
    expect(byEmail.body.items).toEqual([])
    const query = { email: 'hidden@example.com', phone: '3125550133', name: 'hidden@example.com' }
    const duplicates = await server.call(contract.findDuplicateCandidates, { as: viewer, query })
    expect(duplicates.body.items).toEqual([])
  })
})

describe('findDuplicateCandidates', () => {
  it('lists certain matches first, then similar names', async () => {
    const { body: same } = await add({ name: 'Somebody Else', email: 'wiktor@example.com' })
    const { body: similar } = await add({ name: 'Wiktor Kowalczyk' })
    await apply(similar.id)
    const { body } = await server.call(contract.findDuplicateCandidates, {
      as: recruiter,
      query: { name: 'Viktor Kowalczyk', email: 'WIKTOR@example.com', phone: '31' },
    })
    expect(body.items).toMatchObject([
      { id: same.id, matchedBy: 'email', certain: true, applications: [] },
      {
        id: similar.id,
        matchedBy: 'name',
        certain: false,
        applications: [{ position: { name: 'Welder' }, status: { type: 'lead' } }],
      },
    ])
  })

  it('tells nobody without the permission whose contact data these are', async () => {
    const made = await add({ name: 'Guarded Person', email: 'guarded@example.com', phone: '312 555 0199' })
    expect(made.status).toBe(201)
    const as = await server.addUser(recruiter.workspaceId, 'recruiter')
    await hideContacts(server, as)
    for (const query of [
      { email: 'guarded@example.com' },
      { phone: '312 555 0199' },
      { name: 'guarded@example.com' },
    ]) {
      const { body } = await server.call(contract.findDuplicateCandidates, { as, query })
      expect(body.items, JSON.stringify(query)).toEqual([])
    }
    const { body } = await server.call(contract.findDuplicateCandidates, {
      as,
      query: { name: 'Guarded Person' },
    })
    expect(body.items).toMatchObject([{ name: 'Guarded Person', email: null, phone: null }])
  })

  it('leaves out the candidate being edited', async () => {
    const { body: person } = await add({ name: 'Only One', email: 'only.one@example.com' })
    const { body } = await server.call(contract.findDuplicateCandidates, {
      as: recruiter,
      query: { email: 'only.one@example.com', exceptId: person.id },
    })
    expect(body.items).toEqual([])
  })
})

describe('getCandidate', () => {
  it('leaves out deleted applications', async () => {
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    const { body: person } = await add({ name: 'Applied Twice' })
    const kept = await apply(person.id)
    const deleted = await apply(person.id, await openPosition(admin, 'Deleted again'))
    await server.call(deleteApplication, { as: admin, params: { id: deleted.id } })
    const { body } = await server.call(contract.getCandidate, { as: admin, params: { id: person.id } })
    expect(body.applications.map(({ id }) => id)).toEqual([kept.id])
  })
})

describe('updateCandidate', () => {
  it('updates the name on every application and logs each change on the open ones', async () => {
    const { body: person } = await add({ name: 'Before Name', email: 'before@example.com' })
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    const closed = await apply(person.id, await openPosition(admin, 'Closed one'))
    await server.call(closeApplication, {
      as: recruiter,
      params: { id: closed.id },
      body: { disposition: 'unreachable' },
    })
    const open = await apply(person.id)
    const { body } = await server.call(contract.updateCandidate, {
      as: recruiter,
      params: { id: person.id },
      body: { name: 'After Name', email: 'after@example.com', location: null },
    })
    expect(body).toMatchObject({ name: 'After Name', email: 'after@example.com', version: 2 })
    for (const filter of ['true', 'false'] as const) {
      const query = { q: 'after@example.com', open: filter }
      const found = await server.call(listApplications, { as: recruiter, query })
      expect(found.body.items.map((item) => item.id)).toEqual([filter === 'true' ? open.id : closed.id])
    }
    const stale = await server.db
      .selectFrom('applications')
      .innerJoin('candidates', 'candidates.id', 'applications.candidate_id')
      .whereRef('applications.candidate_search', '<>', 'candidates.search_text')
      .select('applications.id')
      .execute()
    expect(stale).toEqual([])
    const logs = await server.call(listActivityLogs, {
      as: recruiter,
      params: { id: open.id },
      query: { kind: 'edited' },
    })
    expect(
      logs.body.items.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]).sort(),
    ).toEqual([
      ['email', 'before@example.com', 'after@example.com'],
      ['name', 'Before Name', 'After Name'],
    ])
    const none = await server.call(listActivityLogs, {
      as: recruiter,
      params: { id: closed.id },
      query: { kind: 'edited' },
    })
    expect(none.body.items).toEqual([])
  })

  it('shows those without the contact data permission only that they changed', async () => {
    const { body: person } = await add({ name: 'Watched', email: 'watched@example.com' })
    const { id } = await apply(person.id)
    const params = { id: person.id }
    const change = { email: 'watched.anew@example.com', phone: '312 555 0129', currentTitle: 'Welder' }
    await server.call(contract.updateCandidate, { as: recruiter, params, body: change })
    const viewer = await server.addUser(recruiter.workspaceId, 'viewer')
    await hideContacts(server, viewer)
    const { body } = await server.call(listActivityLogs, { as: viewer, params: { id } })
    const edits = body.items.filter((item) => item.kind === 'edited')
    expect(edits.map((item) => [item.field, item.newValue]).sort()).toEqual([
      ['currentTitle', 'Welder'],
      ['email', null],
      ['phone', null],
    ])
    expect(JSON.stringify(body)).not.toMatch(/watched@|watched\.anew@|5550129/)
  })

  it('changes and logs nothing if all values are the same', async () => {
    const { body: person } = await add({ name: 'Unchanged', phone: '312 555 0166 x7', tags: ['a', 'b'] })
    await apply(person.id)
    const { body } = await server.call(contract.updateCandidate, {
      as: recruiter,
      params: { id: person.id },
      body: { name: 'Unchanged', phone: person.phone, tags: ['a', 'b', 'a'] },
    })
    expect(body).toMatchObject({ version: 1, phoneExtension: '7' })
  })

  it('keeps the extension of a number that is typed again in another form', async () => {
    const { body: person } = await add({ name: 'Retyped', phone: '312 555 0169 x7' })
    const { body } = await server.call(contract.updateCandidate, {
      as: recruiter,
      params: { id: person.id },
      body: { phone: '(312) 555-0169', location: 'Chicago' },
    })
    expect(body).toMatchObject({ phone: '+13125550169', phoneExtension: '7', location: 'Chicago' })
  })

  it('keeps a number that today’s rules refuse when something else is changed', async () => {
    const { body: person } = await add({ name: 'Old Number' })
    await server.db.updateTable('candidates').set({ phone: '+1200' }).where('id', '=', person.id).execute()
    const { status, body } = await server.call(contract.updateCandidate, {
      as: recruiter,
      params: { id: person.id },
      body: { phone: '+1200', location: 'Chicago' },
    })
    expect([status, body.phone, body.location]).toEqual([200, '+1200', 'Chicago'])
  })

  it('clears null fields and stores a new number with its extension', async () => {
    const { body: person } = await add({ name: 'Emptied', phone: '312 555 0167 x7' })
    const change = async (phone: string | null) =>
      (
        await server.call(contract.updateCandidate, {
          as: recruiter,
          params: { id: person.id },
          body: { phone },
        })
      ).body
    expect(await change('312 555 0168')).toMatchObject({ phone: '+13125550168', phoneExtension: null })
    expect(await change(null)).toMatchObject({ phone: null, phoneExtension: null })
  })

  it('lets one of many updates of the same version win', async () => {
    const { body: person } = await add({ name: 'Contended' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        server.call(contract.updateCandidate, {
          as: recruiter,
          params: { id: person.id },
          body: { notes: `number ${index}`, version: 1 },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  it('stays consistent with an application added concurrently', async () => {
    const { body: person } = await add({ name: 'Racing' })
    const [, application] = await Promise.all([
      server.call(contract.updateCandidate, {
        as: recruiter,
        params: { id: person.id },
        body: { name: 'Raced' },
      }),
      apply(person.id),
    ])
    const row = await server.db
      .selectFrom('applications')
      .where('id', '=', application.id)
      .select('candidate_name')
      .executeTakeFirstOrThrow()
    expect(row.candidate_name).toBe('Raced')
  })
})

describe('deleteCandidate', () => {
  it('can be undone, and a deleted candidate is not a duplicate', async () => {
    const { body: person } = await add({ name: 'Short-lived', email: 'short@example.com' })
    const params = { id: person.id }
    expect((await server.call(contract.deleteCandidate, { as: recruiter, params })).status).toBe(204)
    expect((await server.call(contract.getCandidate, { as: recruiter, params })).status).toBe(404)
    expect((await add({ name: 'Second life', email: 'short@example.com' })).status).toBe(201)
    expect((await server.call(contract.restoreCandidate, { as: recruiter, params })).status).toBe(200)
  })

  it('is possible once their applications are closed or deleted', async () => {
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    const { body: person } = await add({ name: 'Done Applying' })
    const closed = await apply(person.id)
    const deleted = await apply(person.id, await openPosition(admin, 'Deleted one'))
    await server.call(closeApplication, {
      as: recruiter,
      params: { id: closed.id },
      body: { disposition: 'withdrawn' },
    })
    await server.call(deleteApplication, { as: admin, params: { id: deleted.id } })
    const { status } = await server.call(contract.deleteCandidate, {
      as: recruiter,
      params: { id: person.id },
    })
    expect(status).toBe(204)
  })

  it('refuses while they have open applications', async () => {
    const { body: person } = await add({ name: 'Applying' })
    await apply(person.id)
    const params = { id: person.id }
    expect((await server.call(contract.deleteCandidate, { as: recruiter, params })).status).toBe(409)
    expect(
      (await server.call(contract.getCandidate, { as: recruiter, params })).body.applications,
    ).toHaveLength(1)
  })
})

describe('deleted candidates', () => {
  it('are listed without those who were merged or erased', async () => {
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const add = async (name: string) =>
      (await server.call(contract.createCandidate, { as, body: { name } })).body.id
    const ids = { gone: await add('Gone'), merged: await add('Merged'), erased: await add('Erased') }
    const into = await add('Survivor')
    const set = (id: string, values: object) =>
      server.db
        .updateTable('candidates')
        .set({ deleted_at: '2026-01-01', ...values })
        .where('id', '=', id)
        .execute()
    await set(ids.gone, {})
    await set(ids.merged, { merged_into: into })
    await set(ids.erased, { erased_at: '2026-01-01' })
    const { body } = await server.call(contract.listCandidates, { as, query: { deleted: 'true' } })
    expect(body.items.map(({ name }) => name)).toEqual(['Gone'])
  })

  it('are not restored when they were merged, erased, or are not the reader’s to see', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin')
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['candidates:write'] })
      .where('id', '=', coordinator.id)
      .execute()
    const add = async (name: string) =>
      (await server.call(contract.createCandidate, { as, body: { name } })).body.id
    const [merged, erased, unseen, into] = [
      await add('Merged'),
      await add('Erased'),
      await add('Unseen'),
      await add('Survivor'),
    ]
    const remove = (id: string, values: object) =>
      server.db
        .updateTable('candidates')
        .set({ deleted_at: sql`now()`, ...values })
        .where('id', '=', id)
        .execute()
    await remove(merged, { merged_into: into })
    await remove(erased, { erased_at: sql`now()` })
    await remove(unseen, {})
    const restore = async (as: TestUser, id: string) =>
      (await server.call(contract.restoreCandidate, { as, params: { id } })).status
    expect([await restore(as, merged), await restore(as, erased)]).toEqual([404, 404])
    expect([await restore(coordinator, unseen), await restore(as, unseen)]).toEqual([404, 200])
  })

  it('are not suggested as duplicates, nor found by their contact data', async () => {
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const email = 'deleted.twin@example.com'
    const { body } = await server.call(contract.createCandidate, {
      as,
      body: { name: 'Deleted Twin', email },
    })
    const found = async () =>
      (
        await server.call(contract.findDuplicateCandidates, {
          as,
          query: { name: 'Deleted Twin', email },
        })
      ).body.items.length
    expect(await found()).toBe(1)
    await server.call(contract.deleteCandidate, { as, params: { id: body.id } })
    expect(await found()).toBe(0)
  })
})
