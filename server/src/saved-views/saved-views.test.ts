import { createApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { evictSessions } from '../session/authenticate.ts'
import { addCustomField, type FieldInput } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
let colleague: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'recruiter', { name: 'Olga Owner' })
  colleague = await server.addUser(workspaceId, 'coordinator')
})

afterAll(() => server?.stop())

async function save(name: string, more: object = {}) {
  const { status, body } = await server.call(contract.createSavedView, { as: owner, body: { name, ...more } })
  expect(status).toBe(201)
  return body
}

async function defaults() {
  const { body } = await server.call(contract.listSavedViews, { as: owner })
  return body.items.filter((item) => item.isDefault).map((item) => `${item.screen}: ${item.name}`)
}

describe('createSavedView', () => {
  it('stores filters, sort and columns as in the URL', async () => {
    const view = await save('Late ones', {
      query: { late: 'true', sort: 'dueAt' },
      columns: ['owner', 'dueAt'],
    })
    expect(view).toMatchObject({
      screen: 'applications',
      query: { late: 'true', sort: 'dueAt' },
      columns: ['owner', 'dueAt'],
      shared: false,
      owner: { id: owner.id, name: 'Olga Owner' },
      can: { edit: true },
    })
  })

  it('refuses a second view with the name on the same screen', async () => {
    await save('Mine')
    const again = { as: owner, body: { name: 'MINE' } }
    expect((await server.call(contract.createSavedView, again)).status).toBe(409)
    await save('Mine', { screen: 'candidates' })
  })

  it('leaves one default for each screen', async () => {
    await save('First default', { isDefault: true })
    await save('Other screen', { isDefault: true, screen: 'positions' })
    await save('Second default', { isDefault: true })
    expect((await defaults()).sort()).toEqual(['applications: Second default', 'positions: Other screen'])
  })

  it("leaves a colleague's default as it is", async () => {
    const mine = { name: 'Default of a colleague', isDefault: true }
    const other = await server.addUser(owner.workspaceId, 'recruiter')
    await server.call(contract.createSavedView, { as: other, body: mine })
    await save('Default of the owner', { isDefault: true })
    const { body } = await server.call(contract.listSavedViews, { as: other })
    expect(body.items.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual([mine.name])
  })
})

describe("another user's view", () => {
  it('does not exist unless it is shared, and is then read-only', async () => {
    const mine = await save('Private')
    const shared = await save('For all', { shared: true })
    const { body } = await server.call(contract.listSavedViews, { as: colleague })
    expect(body.items).toMatchObject([{ id: shared.id, can: { edit: false } }])
    for (const [id, expected] of [
      [mine.id, 404],
      [shared.id, 403],
    ] as const) {
      const params = { id }
      const change = { as: colleague, params, body: { name: 'Taken over' } }
      expect((await server.call(contract.updateSavedView, change)).status).toBe(expected)
      expect((await server.call(contract.deleteSavedView, { as: colleague, params })).status).toBe(expected)
    }
    expect(
      (await server.call(contract.getSavedView, { as: colleague, params: { id: shared.id } })).status,
    ).toBe(200)
  })
})

describe("another user's view with custom fields", () => {
  it('does not exist for those who may not see one that it shows, sorts or filters by', async () => {
    const admin = await server.addUser(owner.workspaceId, 'admin')
    const add = (input: Partial<FieldInput> & { label: string }) =>
      addCustomField(server, admin, { subject: 'application', visibleTo: ['recruiter'], ...input })
    await add({ label: 'Margin', type: 'number' })
    await add({ subject: 'candidate', label: 'Margin', type: 'number', visibleTo: null })
    await add({ subject: 'candidate', label: 'Grade' })
    const views = {
      filtered: { query: { field: 'candidate.margin:gte:1\nmargin:gte:40' } },
      sorted: { query: { sort: '-field.margin' } },
      shown: { columns: ['owner', 'field.margin:180'] },
      'of candidates': { query: { field: 'candidate.grade:is:A' } },
      'grouped in a report': { query: { countedIn: 'field.margin=1' } },
      'with a field of the same name': { query: { field: 'candidate.margin:gte:1' } },
    }
    for (const [name, view] of Object.entries(views)) await save(name, { ...view, shared: true })
    const names = async (as: TestUser) =>
      (await server.call(contract.listSavedViews, { as })).body.items
        .map(({ name }) => name)
        .filter((name) => name in views)
        .sort()
    const other = await server.addUser(owner.workspaceId, 'viewer')
    expect(await names(other)).toEqual(['with a field of the same name'])
    expect(await names(await server.addUser(owner.workspaceId, 'recruiter'))).toEqual(
      Object.keys(views).sort(),
    )
    expect(await names(owner)).toEqual(Object.keys(views).sort())
  })
})

describe('updateSavedView', () => {
  it('changes the sent fields and refuses a stale version', async () => {
    const { id } = await save('Changing', { query: { q: 'a' } })
    const change = (body: object) =>
      server.call(contract.updateSavedView, { as: owner, params: { id }, body })
    const { body } = await change({ query: { q: 'b' }, isDefault: true, version: 1 })
    expect(body).toMatchObject({ name: 'Changing', query: { q: 'b' }, isDefault: true, version: 2 })
    expect(await defaults()).toContain('applications: Changing')
    expect((await change({ name: 'Stale', version: 1 })).status).toBe(409)
  })
})

describe('deleteSavedView', () => {
  it('deletes the view and frees its name', async () => {
    const params = { id: (await save('Short-lived')).id }
    expect((await server.call(contract.deleteSavedView, { as: owner, params })).status).toBe(204)
    expect((await server.call(contract.getSavedView, { as: owner, params })).status).toBe(404)
    await save('Short-lived')
  })
})

describe('restoreSavedView', () => {
  it('restores the view to its owner, unless its name is in use', async () => {
    const params = { id: (await save('Missed', { shared: true })).id }
    const restore = (as: TestUser) => server.call(contract.restoreSavedView, { as, params })
    expect((await restore(owner)).status).toBe(404)
    await server.call(contract.deleteSavedView, { as: owner, params })
    expect((await restore(colleague)).status).toBe(404)
    expect((await restore(owner)).body).toMatchObject({ id: params.id, name: 'Missed' })
    await server.call(contract.deleteSavedView, { as: owner, params })
    await save('Missed')
    expect((await restore(owner)).status).toBe(409)
  })

  it('finds nothing to restore after 30 days', async () => {
    const { id } = await save('Long gone')
    const params = { id }
    await server.call(contract.deleteSavedView, { as: owner, params })
    await server.db
      .updateTable('saved_views')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute()
    // Before clean-up as after it.
    expect((await server.call(contract.restoreSavedView, { as: owner, params })).status).toBe(404)
    await cleanUp(server.db)
    expect((await server.call(contract.restoreSavedView, { as: owner, params })).status).toBe(404)
  })
})

describe('personaliseSavedView', () => {
  it("makes another user's view the requester's default only", async () => {
    const { id } = await save('Everybody', { shared: true })
    const mine = await server.call(contract.personaliseSavedView, {
      as: colleague,
      params: { id },
      body: { isDefault: true },
    })
    expect(mine.body).toMatchObject({ isDefault: true, seenAt: null })
    const theirs = await server.call(contract.getSavedView, { as: owner, params: { id } })
    expect(theirs.body.isDefault).toBe(false)
  })

  it('stores when the view was last used', async () => {
    const { id, seenAt } = await save('Looked at')
    expect(seenAt).toBeNull()
    const body = { seen: true as const }
    const seen = await server.call(contract.personaliseSavedView, { as: owner, params: { id }, body })
    expect(Date.parse(seen.body.seenAt!)).toBeGreaterThan(0)
  })

  it('ends a default', async () => {
    const { id } = await save('Default for a day', { isDefault: true })
    const answer = await server.call(contract.personaliseSavedView, {
      as: owner,
      params: { id },
      body: { isDefault: false },
    })
    expect(answer.body.isDefault).toBe(false)
    expect((await defaults()).filter((name) => name.startsWith('applications'))).toEqual([])
  })

  it('does not find a view that is not shared', async () => {
    const { id } = await save('Not shared')
    const body = { isDefault: true }
    const answer = await server.call(contract.personaliseSavedView, { as: colleague, params: { id }, body })
    expect(answer.status).toBe(404)
  })
})

describe('orderSavedViews', () => {
  it('follows names, capital or not', async () => {
    const one = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    for (const name of ['b', 'C', 'a'])
      await server.call(contract.createSavedView, { as: one, body: { name } })
    const { body } = await server.call(contract.listSavedViews, { as: one })
    expect(body.items.map(({ name }) => name)).toEqual(['a', 'b', 'C'])
  })

  it('stores an order per user; other views follow by name', async () => {
    const { workspaceId } = await server.addWorkspace()
    const [one, other] = [
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'recruiter'),
    ]
    const ids: Record<string, string> = {}
    for (const name of ['A', 'B', 'C']) {
      const { body } = await server.call(contract.createSavedView, { as: one, body: { name, shared: true } })
      ids[name] = body.id
    }
    const body = { viewIds: [ids.C!, ids.B!, '019a0a80-bb00-7000-8000-7f166221f9b0'] }
    expect((await server.call(contract.orderSavedViews, { as: one, body })).status).toBe(204)
    const order = async (as: TestUser) =>
      (await server.call(contract.listSavedViews, { as })).body.items.map(({ name }) => name).join('')
    expect(await order(one)).toBe('CBA')
    expect(await order(other)).toBe('ABC')
  })
})

describe('sharing', () => {
  let recruiter: TestUser
  let viewer: TestUser
  let coordinator: TestUser
  let hiringManager: TestUser
  let reviewer: TestUser
  let position: TestPosition
  let elsewhere: TestPosition

  beforeAll(async () => {
    const { workspaceId } = await server.addWorkspace()
    position = await addPosition(server.db, workspaceId)
    elsewhere = await addPosition(server.db, workspaceId)
    recruiter = await server.addUser(workspaceId, 'recruiter')
    viewer = await server.addUser(workspaceId, 'viewer')
    coordinator = await server.addUser(workspaceId, 'coordinator')
    hiringManager = await server.addUser(workspaceId, 'hiring_manager')
    reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    await sql`update positions set hiring_manager_id = ${hiringManager.id} where id = ${position.id}`.execute(
      server.db,
    )
    await server.call(createApplication, {
      as: recruiter,
      body: {
        positionId: position.id,
        candidate: { name: 'Ana Ortiz' },
        ownerId: coordinator.id,
        source: 'Job board',
        tags: ['CDL-A'],
      },
    })
  })

  let count = 0

  async function share(more: object, as = recruiter) {
    const body = { name: `View ${++count}`, shared: true, ...more }
    const answer = await server.call(contract.createSavedView, { as, body })
    expect(answer.status).toBe(201)
    return answer.body
  }

  /** Returns whether a view exists for a user: in their list, by id, and when they personalize it. */
  async function existsFor(as: TestUser, id: string): Promise<boolean> {
    const params = { id }
    const uses = async () =>
      (
        await sql`select * from saved_view_uses where view_id = ${id} and user_id = ${as.id}`.execute(
          server.db,
        )
      ).rows
    const before = await uses()
    const { body } = await server.call(contract.listSavedViews, { as })
    const listed = body.items.some((item) => item.id === id)
    const got = await server.call(contract.getSavedView, { as, params })
    const seen = await server.call(contract.personaliseSavedView, { as, params, body: { seen: true } })
    expect([got.status, seen.status]).toEqual(listed ? [200, 200] : [404, 404])
    await server.call(contract.orderSavedViews, { as, body: { viewIds: [id] } })
    if (!listed) {
      const change = { as, params, body: { name: 'Taken over' } }
      expect((await server.call(contract.updateSavedView, change)).status).toBe(404)
      expect((await server.call(contract.deleteSavedView, { as, params })).status).toBe(404)
      expect((await server.call(contract.restoreSavedView, { as, params })).status).toBe(404)
      expect(await uses()).toEqual(before)
    }
    return listed
  }

  async function set(user: TestUser, change: Partial<Record<'role' | 'granted' | 'revoked', string>>) {
    const list = (value: string | undefined) => (value ? [value] : [])
    await sql`
      update users set role = coalesce(${change.role ?? null}, case role when 'client_reviewer' then 'recruiter' else role end), granted_permissions = ${list(change.granted)}::text[],
        revoked_permissions = ${list(change.revoked)}::text[],
        company_id = ${change.role === 'client_reviewer' ? position.companyId : null}
      where id = ${user.id}
    `.execute(server.db)
    evictSessions(server.db)
  }

  it('needs its own permission, which a client reviewer cannot hold', async () => {
    const create = (as: TestUser, shared: boolean) =>
      server.call(contract.createSavedView, { as, body: { name: `View ${++count}`, shared } })
    for (const as of [viewer, coordinator, hiringManager, reviewer]) {
      expect((await create(as, true)).status).toBe(403)
      const own = await create(as, false)
      const share = { as, params: { id: own.body.id }, body: { shared: true } }
      expect((await server.call(contract.updateSavedView, share)).status).toBe(403)
    }
    await set(viewer, { granted: 'views:share' })
    expect((await create(viewer, true)).body.shared).toBe(true)
    await set(viewer, {})
    await sql`update users set granted_permissions = '{views:share}' where id = ${reviewer.id}`.execute(
      server.db,
    )
    evictSessions(server.db)
    expect((await create(reviewer, true)).status).toBe(403)
  })

  it('is logged when it starts and ends, with who did it', async () => {
    const query = { tag: 'CDL-A' }
    const logged = async (id: string) => {
      const entries = await server.db
        .selectFrom('audit_logs')
        .where('subject_id', '=', id)
        .orderBy('id')
        .select(['user_id', 'action', 'details'])
        .execute()
      return entries
    }
    const entry = (action: string, name: string) => ({
      user_id: recruiter.id,
      action: `view.${action}`,
      details: { name, screen: 'applications' },
    })
    const made = { as: recruiter, body: { name: 'Logged', query, shared: true } }
    const { id } = (await server.call(contract.createSavedView, made)).body
    const change = (body: object) =>
      server.call(contract.updateSavedView, { as: recruiter, params: { id }, body })
    await change({ name: 'Renamed' })
    await change({ shared: false })
    await change({ shared: false })
    await change({ shared: true })
    await server.call(contract.deleteSavedView, { as: recruiter, params: { id } })
    await server.call(contract.restoreSavedView, { as: recruiter, params: { id } })
    expect(await logged(id)).toEqual([
      entry('shared', 'Logged'),
      entry('unshared', 'Renamed'),
      entry('shared', 'Renamed'),
      entry('unshared', 'Renamed'),
      entry('shared', 'Renamed'),
    ])
    const own = { as: recruiter, body: { name: 'Not logged', query } }
    const unshared = (await server.call(contract.createSavedView, own)).body
    await server.call(contract.deleteSavedView, { as: recruiter, params: { id: unshared.id } })
    expect(await logged(unshared.id)).toEqual([])
  })

  it('excludes clients: a reviewer sees only their own views, and nobody sees theirs', async () => {
    const plain = await share({})
    expect(await existsFor(reviewer, plain.id)).toBe(false)
    expect(await existsFor(viewer, plain.id)).toBe(true)
    const body = { name: 'Mine', query: { positionId: position.id, sort: 'dueAt' } }
    const own = (await server.call(contract.createSavedView, { as: reviewer, body })).body
    await sql`update saved_views set shared = true where id = ${own.id}`.execute(server.db)
    expect(await existsFor(reviewer, own.id)).toBe(true)
    expect(await existsFor(recruiter, own.id)).toBe(false)
  })

  it('lasts while the owner may share, and ends for a user who becomes a client reviewer', async () => {
    const leaver = await server.addUser(recruiter.workspaceId, 'recruiter')
    const theirs = await share({ query: { tag: 'CDL-A' } }, leaver)
    const others = await share({})
    expect(await existsFor(viewer, theirs.id)).toBe(true)
    await set(leaver, { revoked: 'views:share' })
    expect(await existsFor(viewer, theirs.id)).toBe(false)
    expect(await existsFor(leaver, theirs.id)).toBe(true)
    const rename = { as: leaver, params: { id: theirs.id }, body: { name: `View ${++count}` } }
    expect((await server.call(contract.updateSavedView, rename)).status).toBe(200)
    await set(leaver, { role: 'client_reviewer' })
    expect(await existsFor(viewer, theirs.id)).toBe(false)
    expect(await existsFor(leaver, others.id)).toBe(false)
    // They may no longer use the filter, so even their own view is hidden.
    expect(await existsFor(leaver, theirs.id)).toBe(false)
    await set(leaver, {})
    expect(await existsFor(viewer, theirs.id)).toBe(true)
    expect(await existsFor(leaver, others.id)).toBe(true)
  })

  it('is limited to users who may open the screen and use every filter', async () => {
    const candidates = await share({ screen: 'candidates' })
    const search = await share({ query: { q: 'ana@example.com' } })
    const columns = await share({ columns: ['candidate', 'email:200'] })
    const calls = await share({ query: { spokenWithin: '7' } })
    const deleted = await share({ query: { deleted: 'true' } })
    const everywhere = await share({ query: { late: 'true', ownerId: 'me', statusType: 'lead,contacted' } })
    const imported = await share({ query: { importId: newId() } })
    const seen = async (...revoked: string[]) => {
      await set(viewer, { revoked: revoked[0]! })
      const found: boolean[] = []
      for (const view of [candidates, search, columns, calls, deleted, everywhere, imported])
        found.push(await existsFor(viewer, view.id))
      return found
    }
    expect(await seen('users:read')).toEqual([true, true, true, true, false, true, false])
    expect(await seen('candidates:read')).toEqual([false, true, true, true, false, true, false])
    expect(await seen('contacts:read')).toEqual([true, false, false, true, false, true, false])
    expect(await seen('calls:read')).toEqual([true, true, true, false, false, true, false])
    expect(await seen('applications:read')).toEqual([true, false, false, false, false, false, false])
    await set(viewer, {})
  })

  it('that names a colleague beside its owner is hidden from those who may not know colleagues', async () => {
    const mine = await share({ query: { ownerId: 'me,none' } })
    const named = await share({ query: { ownerId: `me,${recruiter.id}` } })
    await set(viewer, { revoked: 'users:read' })
    expect([await existsFor(viewer, mine.id), await existsFor(viewer, named.id)]).toEqual([true, false])
    await set(viewer, {})
    expect(await existsFor(viewer, named.id)).toBe(true)
  })

  it('reaches users with a limited scope only if every value is within it', async () => {
    const seen = async (query: object) => {
      const { id } = await share({ query })
      return [
        await existsFor(coordinator, id),
        await existsFor(hiringManager, id),
        await existsFor(viewer, id),
      ]
    }
    expect(await seen({})).toEqual([true, true, true])
    expect(await seen({ q: 'Zed' })).toEqual([false, false, true])
    expect(await seen({ positionId: position.id })).toEqual([true, true, true])
    expect(await seen({ positionId: `${position.id},${elsewhere.id}` })).toEqual([true, false, true])
    expect(await seen({ statusId: Object.values(elsewhere.statuses)[0] })).toEqual([true, false, true])
    expect(await seen({ source: 'Job board', tag: 'CDL-A' })).toEqual([true, true, true])
    expect(await seen({ source: 'Job board\nReferral of Zed' })).toEqual([false, false, true])
    expect(await seen({ tag: 'Zed' })).toEqual([false, false, true])
    // A group of a report may be any source, tag or person.
    const inGroup = { counted: 'hired', countedIn: 'tag=Zed' }
    expect(await seen(inGroup)).toEqual([false, false, true])
    expect(await seen({ candidateId: newId() })).toEqual([false, false, true])
    expect(await seen({ applicationId: newId() })).toEqual([false, false, true])
    expect(await seen({ unknown: 'Zed' })).toEqual([false, false, true])
    const ofPeople = await share({ screen: 'candidates', query: { tag: 'CDL-A' } })
    expect([await existsFor(coordinator, ofPeople.id), await existsFor(viewer, ofPeople.id)]).toEqual([
      false,
      true,
    ])
  })

  it('refuses to save what the list would refuse', async () => {
    const create = async (as: TestUser, body: object) =>
      (await server.call(contract.createSavedView, { as, body: { name: `View ${++count}`, ...body } })).status
    for (const query of [
      { tag: 'CDL-A' },
      { source: 'Job board' },
      { sourceless: 'true' },
      { neverContacted: 'true' },
      { contactedWithin: '7' },
      { sort: 'callbackAt' },
      { anything: 'else' },
    ])
      expect([query, await create(reviewer, { query })]).toEqual([query, 403])
    for (const columns of [['tags'], ['source:120'], ['lastContact'], ['callback']])
      expect([columns, await create(reviewer, { columns })]).toEqual([columns, 403])
    expect(await create(reviewer, { query: { open: 'all', createdWithin: '7' } })).toBe(201)
    expect(await create(reviewer, { screen: 'candidates' })).toBe(403)
    for (const deleted of ['true', '1']) expect(await create(viewer, { query: { deleted } })).toBe(403)
    const { body } = await server.call(contract.createSavedView, { as: reviewer, body: { name: 'Plain' } })
    for (const method of ['PATCH', 'PUT'] as const) {
      const change = { as: reviewer, params: { id: body.id }, body: { query: { tag: 'CDL-A' } } }
      const answer = await server.call({ ...contract.updateSavedView, method }, change)
      expect([method, answer.status]).toEqual([method, 403])
    }
  })

  it('never reaches another workspace', async () => {
    const { workspaceId } = await server.addWorkspace()
    const stranger = await server.addUser(workspaceId, 'owner')
    expect(await existsFor(stranger, (await share({})).id)).toBe(false)
  })
})
