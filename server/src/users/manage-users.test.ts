import { login } from '@muster/contract/auth.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { confirmEmail } from '@muster/contract/email-confirmation.ts'
import { inviteUser } from '@muster/contract/invitations.ts'
import * as contract from '@muster/contract/manage-users.ts'
import type { Permission, Role } from '@muster/contract/permissions.ts'
import { listOwnActivity, listUserActivity } from '@muster/contract/user-activity.ts'
import { getCurrentUser, getUserStats, listRoles, listUsers } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { type Followed, followEvents } from '../testing/follow-events.ts'
import { seed } from '../testing/seed.ts'
import { addFactor } from '../testing/seed-sign-in.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailEmailClaim } from './mail-email-claim.ts'
import { mailPasswordLink } from './mail-password-link.ts'

let server: TestServer
/** A second node on the same database. */
let node: TestServer
let workspaceId: string
let owner: TestUser
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  node = await startTestServer({ connectionString: server.connectionString })
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner', { name: 'Olga Owner' })
  admin = await server.addUser(workspaceId, 'admin', { name: 'Zora Admin' })
})

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

const add = (role: Role, of = workspaceId) => server.addUser(of, role)

const setRole = (as: TestUser, id: string, role: Role, companyId?: string) =>
  server.call(contract.setUserRole, { as, params: { id }, body: { role, companyId } })

const setStatus = (as: TestUser, id: string, status: 'active' | 'suspended') =>
  server.call(contract.setUserStatus, { as, params: { id }, body: { status } })

const setRights = (as: TestUser, id: string, permissions: readonly Permission[]) =>
  server.call(contract.setUserPermissions, { as, params: { id }, body: { permissions: [...permissions] } })

const remove = (as: TestUser, id: string) => server.call(contract.deleteUser, { as, params: { id } })

async function roleOf(id: string) {
  const row = await server.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return row.role
}

async function newestAudit(subjectId: string, action?: string) {
  const rows = await server.db
    .selectFrom('audit_logs')
    .where('subject_id', '=', subjectId)
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .orderBy('id', 'desc')
    .limit(1)
    .select(['action', 'user_id', 'ip', 'details'])
    .execute()
  return rows[0]
}

/** Follows the link sent to a user's new address. */
async function confirmAddress(userId: string) {
  await mailEmailClaim(server.services, { workspaceId, userId })
  const mail = await server.db
    .selectFrom('mails')
    .where('body', 'like', '%/auth/confirm-email#token=%')
    .orderBy('id', 'desc')
    .select('body')
    .executeTakeFirstOrThrow()
  const token = /confirm-email#token=(\S+)/.exec(mail.body)![1]!
  expect((await server.call(confirmEmail, { body: { token } })).status).toBe(200)
}

async function addCompany(): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('companies')
    .values({ workspace_id: workspaceId, id, name: `Company ${id}` })
    .execute()
  return id
}

describe('a new user', () => {
  it('with a password signs in once confirmed, must replace it, and is logged without it', async () => {
    const email = `Anna.${newId().slice(-8)}@Example.com`
    const password = 'violet harbour engine'
    const body = { email, name: 'Anna New', role: 'recruiter', password } as const
    const { status, body: made } = await server.call(contract.createUser, { as: admin, body })
    expect([status, made.email]).toEqual([201, email.toLowerCase()])
    expect((await server.call(login, { body: { email, password } })).status).toBe(401)
    await confirmAddress(made.id)
    const signedIn = await server.call(login, { body: { email, password } })
    expect([signedIn.status, signedIn.body.user.mustChoosePassword]).toEqual([200, true])
    const again = await server.call(contract.createUser, { as: owner, body })
    expect([again.status, again.body.message]).toEqual([409, 'This email is already in use'])
    const logged = await newestAudit(made.id, 'user.created')
    expect(logged).toMatchObject({
      action: 'user.created',
      user_id: admin.id,
      details: { role: 'recruiter' },
    })
    expect(JSON.stringify(logged)).not.toContain(password)
    const weak = { ...body, email: `x${email}`, password: 'passwordpassword' }
    expect((await server.call(contract.createUser, { as: admin, body: weak })).body.details).toHaveProperty(
      'password',
    )
  })

  it('without one gets a link by email', async () => {
    const email = `ben.${newId().slice(-8)}@example.com`
    await server.call(contract.createUser, { as: admin, body: { email, name: 'Ben', role: 'viewer' } })
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'mail-email-claim'
        and data->>'userId' = (select id::text from users where email = ${email})
    `.execute(server.db)
    expect(rows).toHaveLength(1)
  })

  it('needs a company exactly as a client reviewer', async () => {
    const companyId = await addCompany()
    const make = (role: Role, more: object) =>
      server.call(contract.createUser, {
        as: admin,
        body: { email: `${newId()}@example.com`, name: 'Gry', role, ...more },
      })
    expect((await make('client_reviewer', {})).body.details).toHaveProperty('companyId')
    expect((await make('viewer', { companyId })).body.details).toHaveProperty('companyId')
    expect((await make('client_reviewer', { companyId: newId() })).status).toBe(422)
    const { body } = await make('client_reviewer', { companyId })
    expect(body.company?.id).toBe(companyId)
    const { body: promoted } = await setRole(admin, body.id, 'viewer')
    expect(promoted).toMatchObject({ role: 'viewer', companyId: null })
    expect((await setRole(admin, body.id, 'client_reviewer')).status).toBe(422)
  })
})

describe('nobody', () => {
  it('changes their own role, permissions or status, or deletes themselves', async () => {
    const own = await add('admin')
    const { permissions } = (await server.call(getCurrentUser, { as: own })).body
    for (const answer of [
      await setRole(own, own.id, 'owner'),
      await setRole(own, own.id, 'viewer'),
      await setRights(own, own.id, [...permissions, 'billing:manage']),
      await setStatus(own, own.id, 'suspended'),
      await remove(own, own.id),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.message).toMatch(/^You cannot (change your own|suspend yourself|delete yourself)/)
    }
    const renamed = await server.call(contract.updateUser, {
      as: own,
      params: { id: own.id },
      body: { name: 'Renamed', role: 'admin' },
    })
    expect(renamed.body).toMatchObject({ name: 'Renamed', role: 'admin' })
  })

  it('acts on a higher role, or assigns one', async () => {
    const second = await add('owner')
    for (const answer of [
      await setRole(admin, second.id, 'viewer'),
      await setStatus(admin, second.id, 'suspended'),
      await remove(admin, second.id),
      await setRights(admin, second.id, []),
      await server.call(contract.updateUser, { as: admin, params: { id: second.id }, body: { name: 'X' } }),
      await server.call(contract.getUserPermissions, {
        as: await add('recruiter'),
        params: { id: owner.id },
      }),
      await setRole(admin, (await add('viewer')).id, 'owner'),
      await setRole(owner, (await add('viewer')).id, 'superadmin'),
      await server.call(contract.createUser, {
        as: admin,
        body: { email: `${newId()}@example.com`, name: 'Own', role: 'owner' },
      }),
    ])
      expect(answer.status).toBe(403)
    expect(await roleOf(second.id)).toBe('owner')
  })

  it('grants a permission they do not have, directly or by role', async () => {
    const limited = await add('admin')
    const recruiter = await add('recruiter')
    const viewer = await add('viewer')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['applications:import'] })
      .where('id', '=', limited.id)
      .execute()
    expect((await setRole(limited, viewer.id, 'recruiter')).body.message).toMatch(
      /permissions you do not have/,
    )
    expect((await setRights(limited, viewer.id, ['applications:import'])).status).toBe(403)
    expect((await setRights(admin, viewer.id, ['billing:manage'])).status).toBe(403)
    expect((await setRights(owner, recruiter.id, ['platform:manage', 'billing:manage'])).status).toBe(422)
    expect((await setRights(owner, recruiter.id, ['billing:manage'])).status).toBe(200)
    const { body } = await server.call(getCurrentUser, { as: recruiter })
    expect(body.permissions).toEqual(['billing:manage'])
    // Nor may they take over such an account by changing its address.
    const moved = await server.call(contract.updateUser, {
      as: admin,
      params: { id: recruiter.id },
      body: { email: 'mine@example.com' },
    })
    expect([moved.status, await roleOf(recruiter.id)]).toEqual([403, 'recruiter'])
    const taken = await setRights(limited, recruiter.id, [])
    expect(taken.status).toBe(200)
  })

  it('changes the permissions of a superadmin, not even another one', async () => {
    const { workspaceId: home } = await server.addWorkspace()
    const [one, other] = [await add('superadmin', home), await add('superadmin', home)]
    const { status, body } = await setRights(one, other.id, ['applications:read'])
    expect([status, body.message]).toEqual([403, 'Superadmins have all permissions'])
  })

  it('changes anything with outdated permissions', async () => {
    const former = await add('admin')
    const viewer = await add('viewer')
    expect((await server.call(listUsers, { as: former })).status).toBe(200)
    await server.db.updateTable('users').set({ role: 'viewer' }).where('id', '=', former.id).execute()
    // Still cached as an admin on the node, but the database decides.
    expect((await setRole(former, viewer.id, 'admin')).status).toBe(403)
  })
})

describe('the last active owner', () => {
  it('is neither demoted, suspended nor deleted', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const [only, head] = [await add('owner', other), await add('superadmin', other)]
    const suspended = await add('owner', other)
    await setStatus(only, suspended.id, 'suspended')
    for (const answer of [
      await setRole(head, only.id, 'admin'),
      await setStatus(head, only.id, 'suspended'),
      await remove(head, only.id),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        403,
        'This is the only active owner. Make someone else an owner first.',
      ])
    const { body } = await server.call(contract.getUser, { as: head, params: { id: only.id } })
    expect(body).toMatchObject({ can: { delete: false, changeRole: false, edit: true } })
    expect(body.whyNot.delete).toContain('only active owner')
  })

  it('remains when two owners are demoted concurrently, by each other or by a third', async () => {
    for (const third of [false, true]) {
      const { workspaceId: other } = await server.addWorkspace()
      const [first, second] = [await add('owner', other), await add('owner', other)]
      const head = await add('superadmin', other)
      const answers = await Promise.all([
        setRole(third ? head : first, second.id, 'viewer'),
        setRole(third ? head : second, first.id, 'viewer'),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
      expect([await roleOf(first.id), await roleOf(second.id)].sort()).toEqual(['owner', 'viewer'])
    }
  })

  it('remains after a bulk call', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const [first, second] = [await add('owner', other), await add('owner', other)]
    const head = await add('superadmin', other)
    const { body } = await server.call(contract.updateUsers, {
      as: head,
      body: { userIds: [first.id, second.id, head.id], updates: { role: 'admin' } },
    })
    expect(body).toMatchObject({ done: 1, refused: 2 })
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused'])
  })
})

describe('a changed permission', () => {
  const access = async (as: TestUser, on: TestServer) => (await on.call(getCurrentUser, { as })).body

  it('takes effect from the next call on every node, and ends the event streams', async () => {
    const user = await add('recruiter')
    const streams: Followed[] = [await followEvents(server, user), await followEvents(node, user)]
    const other = await followEvents(node, admin)
    for (const on of [server, node])
      expect((await access(user, on)).permissions).toContain('applications:import')
    await setRole(admin, user.id, 'viewer')
    // The node that handled the change knows at once; the other is notified.
    expect((await access(user, server)).permissions).not.toContain('applications:import')
    await Promise.all(streams.map(({ ended }) => ended))
    expect((await access(user, node)).permissions).not.toContain('applications:import')
    for (const { events } of streams) expect(events.at(-1)?.event.kind).toBe('access-changed')
    await other.take(1)
    expect(other.events[0]!.event).toMatchObject({ kind: 'users-changed', userIds: [user.id] })
    other.leave()
  })

  it('signs a suspended user out at once, who may sign in again once reinstated', async () => {
    const user = await add('recruiter')
    const stream = await followEvents(node, user)
    for (const on of [server, node]) await access(user, on)
    expect((await setStatus(admin, user.id, 'suspended')).body.status).toBe('suspended')
    expect((await server.call(listCompanies, { as: user })).status).toBe(401)
    await stream.ended
    expect((await node.call(listCompanies, { as: user })).status).toBe(401)
    const refresh = await server.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .select('id')
      .execute()
    expect(refresh).toEqual([])
    expect(await newestAudit(user.id)).toMatchObject({
      action: 'user.suspended',
      details: { before: { status: 'active' }, after: { status: 'suspended' } },
    })
    await setStatus(admin, user.id, 'active')
    expect((await newestAudit(user.id))!.action).toBe('user.activated')
    expect((await server.call(listCompanies, { as: user })).status).toBe(401)
  })

  it('shows where each permission comes from', async () => {
    const user = await add('viewer')
    await setRights(owner, user.id, ['applications:read', 'companies:write'])
    const { body } = await server.call(contract.getUserPermissions, { as: admin, params: { id: user.id } })
    const from = Object.fromEntries(body.items.map((item) => [item.permission, item.from]))
    expect(from).toMatchObject({
      'applications:read': 'role',
      'companies:write': 'granted',
      'reports:read': 'revoked',
      'billing:manage': null,
    })
    const billing = body.items.find(({ permission }) => permission === 'billing:manage')
    expect(billing!.whyNot).toBe('You do not have this permission yourself')
    expect(await newestAudit(user.id)).toMatchObject({
      action: 'user.rights_changed',
      details: { before: { granted: [], revoked: [] }, after: { granted: ['companies:write'] } },
    })
    // Granted permissions stay with another role; those the role has anyway are no longer grants.
    await setRole(owner, user.id, 'admin')
    const { body: after } = await server.call(contract.getUserPermissions, {
      as: owner,
      params: { id: user.id },
    })
    const given = after.items.filter((item) => item.from === 'granted' || item.from === 'revoked')
    expect(given.every((item) => item.from === 'revoked')).toBe(true)
  })
})

describe('a deleted user', () => {
  it('keeps their name on what they own, is signed out, and is restored unchanged', async () => {
    const user = await server.addUser(workspaceId, 'recruiter', { name: 'Leaving Lena' })
    const { status } = await remove(admin, user.id)
    expect(status).toBe(204)
    expect((await server.call(listCompanies, { as: user })).status).toBe(401)
    const list = (query: object) => server.call(listUsers, { as: admin, query: { q: 'lena', ...query } })
    expect((await list({})).body.items).toEqual([])
    expect((await list({ deleted: 'true' })).body.items).toMatchObject([
      { id: user.id, can: { restore: true, edit: false } },
    ])
    const viewer = await add('viewer')
    expect((await server.call(listUsers, { as: viewer, query: { deleted: 'true' } })).status).toBe(403)
    expect((await server.call(contract.getUser, { as: viewer, params: { id: user.id } })).status).toBe(404)
    const { body } = await server.call(contract.restoreUser, { as: admin, params: { id: user.id } })
    expect(body).toMatchObject({ name: 'Leaving Lena', status: 'active', role: 'recruiter', deletedAt: null })
    expect((await newestAudit(user.id))!.action).toBe('user.restored')
  })

  it('frees their email for another user', async () => {
    const user = await add('recruiter')
    await remove(admin, user.id)
    const body = { email: user.email, name: 'Next', role: 'viewer' } as const
    expect((await server.call(contract.createUser, { as: admin, body })).status).toBe(201)
    const refused = await server.call(contract.restoreUser, { as: admin, params: { id: user.id } })
    expect(refused.status).toBe(409)
  })

  it('can be restored for 30 days', async () => {
    const user = await add('viewer')
    await remove(admin, user.id)
    await sql`update users set deleted_at = now() - interval '31 days' where id = ${user.id}`.execute(
      server.db,
    )
    const params = { id: user.id }
    expect((await server.call(contract.restoreUser, { as: admin, params })).status).toBe(404)
    expect((await server.call(contract.getUser, { as: admin, params })).status).toBe(404)
  })
})

describe('what a user owns and did', () => {
  it('is shown before they are deleted, and listed newest first', async () => {
    const own = await seed(server)
    const { head, ids } = own
    const get = (id: string) => server.call(contract.getUser, { as: head, params: { id } })
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from applications
      where owner_id = ${head.id} and deleted_at is null and status_type not in ('hired', 'closed')
    `.execute(server.db)
    expect((await get(head.id)).body.owns).toMatchObject({
      applications: rows[0]!.open,
      positions: 2,
      agents: 0,
    })
    const viewer = await server.addUser(own.workspaceId, 'viewer')
    expect(
      (await server.call(contract.getUser, { as: viewer, params: { id: head.id } })).body.owns,
    ).toBeNull()

    const all: string[] = []
    const kinds = new Set<string>()
    for (let cursor: string | undefined; ; ) {
      const { body } = await server.call(listUserActivity, {
        as: head,
        params: { id: head.id },
        query: { limit: 3, cursor },
      })
      all.push(...body.items.map(({ at }) => at))
      for (const { kind } of body.items) kinds.add(kind)
      if (!body.nextCursor) {
        expect(all).toHaveLength(body.total.value)
        break
      }
      cursor = body.nextCursor
    }
    expect(all).toEqual(all.toSorted().reverse())
    expect([...kinds].sort()).toEqual(['account', 'application'])

    const { body: account } = await server.call(listOwnActivity, { as: head, query: { kind: 'account' } })
    expect(account.items.map(({ event }) => event?.action)).toContain('user.deleted')
    const deletion = account.items.find(({ event }) => event?.action === 'user.deleted')
    expect(deletion!.event!.subject).toMatchObject({ kind: 'user', id: ids.deletedUser })
    expect((await server.call(listOwnActivity, { as: viewer })).body.items).toEqual([])
  })

  it('leaves out positions that are closed', async () => {
    const own = await seed(server)
    const positions = async () =>
      (await server.call(contract.getUser, { as: own.head, params: { id: own.head.id } })).body.owns!
        .positions
    const before = await positions()
    await server.db
      .updateTable('positions')
      .set({ state: 'closed', closed_at: sql<string>`now()` })
      .where('id', '=', own.ids.position!)
      .execute()
    expect(await positions()).toBe(before - 1)
  })

  it('leaves out applications that the requester cannot see', async () => {
    const own = await seed(server)
    await server.db
      .updateTable('users')
      .set({ role: 'coordinator', granted_permissions: ['users:manage'] })
      .where('id', '=', own.ids.user!)
      .execute()
    const coordinator = await server.addUser(own.workspaceId, 'coordinator')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['users:manage'] })
      .where('id', '=', coordinator.id)
      .execute()
    const { body } = await server.call(listUserActivity, { as: coordinator, params: { id: own.head.id } })
    expect(body.items.filter(({ kind }) => kind === 'application')).toEqual([])
    const { body: head } = await server.call(contract.getUser, {
      as: coordinator,
      params: { id: own.head.id },
    })
    expect(head.owns?.applications).toBe(0)
  })
})

describe('a changed email', () => {
  it('is used to sign in once confirmed, is reported to the old one, and voids links sent there', async () => {
    const user = await add('recruiter')
    await mailPasswordLink(server.services, { email: user.email })
    const email = `moved.${user.email}`
    const params = { id: user.id }
    const { body } = await server.call(contract.updateUser, {
      as: admin,
      params,
      body: { email, version: 1 },
    })
    expect(body).toMatchObject({ email: user.email, pendingEmail: email, version: 2 })
    const stale = await server.call(contract.updateUser, {
      as: admin,
      params,
      body: { name: 'X', version: 1 },
    })
    expect(stale.status).toBe(409)
    await confirmAddress(user.id)
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', user.email)
      .select('body')
      .execute()
    expect(mails.some((mail) => mail.body.includes(email))).toBe(true)
    const links = await server.db
      .selectFrom('password_tokens')
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .select('id')
      .execute()
    expect(links).toEqual([])
    const taken = await server.call(contract.updateUser, { as: admin, params, body: { email: owner.email } })
    expect([taken.status, taken.body.message]).toEqual([409, 'This email is already in use'])
  })
})

describe('a bulk call', () => {
  it('reports the result for each user, and changes those it may', async () => {
    const [first, second] = [await add('viewer'), await add('viewer')]
    const { body } = await server.call(contract.updateUsers, {
      as: admin,
      body: {
        userIds: [first.id, owner.id, newId(), second.id, admin.id, first.id],
        updates: { status: 'suspended' },
      },
    })
    expect(body.results.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['done', null],
      ['refused', 'Owner is a higher role than yours'],
      ['refused', 'User not found'],
      ['done', null],
      ['refused', 'You cannot suspend yourself. Ask another admin.'],
    ])
    const gone = await server.call(contract.deleteUsers, {
      as: admin,
      body: { userIds: [first.id, second.id] },
    })
    expect(gone.body).toMatchObject({ done: 2, refused: 0 })
    const back = await server.call(contract.restoreUsers, { as: admin, body: { userIds: [first.id] } })
    expect(back.body.done).toBe(1)
    // They return as suspended, as they were.
    const { body: restored } = await server.call(contract.getUser, { as: admin, params: { id: first.id } })
    expect(restored.status).toBe('suspended')
  })

  it('creates the users it can', async () => {
    const email = `${newId()}@example.com`
    const users = [
      { email, name: 'One', role: 'viewer' },
      { email, name: 'The same', role: 'viewer' },
      { email: `${newId()}@example.com`, name: 'Too high', role: 'owner' },
      { email: `${newId()}@example.com`, name: 'No company', role: 'client_reviewer' },
    ] as const
    const { body } = await server.call(contract.createUsers, { as: admin, body: { users: [...users] } })
    expect(body.results.map(({ message }) => message)).toEqual([
      null,
      'This email is already in use',
      'Owner is a higher role than yours',
      'Choose a company for the client reviewer',
    ])
  })

  it('refuses an empty change and an empty list', async () => {
    for (const body of [
      { userIds: [], updates: { role: 'viewer' as const } },
      { userIds: [admin.id], updates: {} },
    ])
      expect((await server.call(contract.updateUsers, { as: owner, body })).status).toBe(422)
  })
})

describe('the list of users', () => {
  it('is filtered, sorted and counted', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const head = await server.addUser(other, 'owner', { name: 'Anna' })
    const [bert, cleo] = [
      await server.addUser(other, 'recruiter', { name: 'Bert' }),
      await server.addUser(other, 'viewer', { name: 'Cleo' }),
    ]
    await setRights(head, cleo.id, ['applications:read', 'applications:import'])
    await sql`update users set last_seen_at = now() - interval '40 days' where id = ${bert.id}`.execute(
      server.db,
    )
    const names = async (query: object) =>
      (await server.call(listUsers, { as: head, query })).body.items.map(({ name }) => name)
    expect(await names({ sort: '-role' })).toEqual(['Cleo', 'Bert', 'Anna'])
    expect(await names({ sort: '-email', limit: '1' })).toHaveLength(1)
    expect((await names({ sort: '-lastSeen' }))[0]).toBe('Bert')
    expect(await names({ holds: 'applications:import' })).toEqual(['Anna', 'Bert', 'Cleo'])
    expect(await names({ holds: 'reports:read' })).toEqual(['Anna', 'Bert'])
    expect(await names({ overridden: 'true' })).toEqual(['Cleo'])
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
    expect(await names({ notSeenSince: monthAgo, role: 'recruiter' })).toEqual(['Bert'])
    // Who never signed in has not been seen either.
    expect(await names({ notSeenSince: monthAgo })).toEqual(['Anna', 'Bert', 'Cleo'])
    expect(await names({ seenSince: monthAgo })).toEqual([])
    const paged: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { body } = await server.call(listUsers, {
        as: head,
        query: { sort: 'lastSeen', limit: 1, cursor },
      })
      paged.push(...body.items.map(({ name }) => name))
      if (!body.nextCursor) break
      cursor = body.nextCursor
    }
    expect(paged.sort()).toEqual(['Anna', 'Bert', 'Cleo'])
    await addFactor(server, bert, true)
    await addFactor(server, cleo, false)
    for (const email of ['one@example.com', 'two@example.com', 'three@example.com'])
      await server.call(inviteUser, { as: head, body: { email, role: 'viewer' } })
    const invited = server.db.updateTable('invitations').where('workspace_id', '=', other)
    await invited.where('email', '=', 'two@example.com').set({ expires_at: sql`now()` }).execute()
    await invited.where('email', '=', 'three@example.com').set({ revoked_at: sql`now()` }).execute()
    const { body } = await server.call(getUserStats, { as: head })
    expect(body).toMatchObject({
      total: 3,
      byStatus: { active: 3, suspended: 0 },
      byRole: { owner: 1, recruiter: 1, viewer: 1 },
      seen: { day: 0, month: 0, never: 2 },
      overridden: 1,
      deleted: 0,
      secondFactors: 1,
      invitations: { pending: 1, expired: 1 },
    })
    const factorOf = async (id: string, as: TestUser) =>
      (await server.call(contract.getUser, { as, params: { id } })).body.secondFactor
    expect(await Promise.all([bert, cleo].map(({ id }) => factorOf(id, head)))).toEqual([true, false])
    expect(await factorOf(bert.id, bert)).toBeNull()
    expect((await server.call(getUserStats, { as: bert })).body).toMatchObject({
      secondFactors: null,
      invitations: null,
    })
    const roles = (await server.call(listRoles, { as: head })).body.items
    expect(roles.find(({ key }) => key === 'owner')).toMatchObject({ users: 1, assignable: true })
    expect(roles.find(({ key }) => key === 'superadmin')).toMatchObject({ assignable: false })
  })

  it('can be exported as JSON, with what is stored', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const head = await server.addUser(other, 'owner', { name: 'Ann "A" Öst' })
    const response = await fetch(`${server.url}/api/v1/users/export?format=json&columns=name,role,lastSeen`, {
      headers: { authorization: `Bearer ${head.accessToken}` },
    })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('content-disposition')).toContain('.json')
    expect(await response.json()).toEqual([{ name: 'Ann "A" Öst', role: 'owner', lastSeen: null }])
  })
})

describe('a staff permission', () => {
  it('is refused to a client reviewer, and is revoked when a user becomes one', async () => {
    const { id: companyId } = await server.db
      .insertInto('companies')
      .values({ workspace_id: admin.workspaceId, id: newId(), name: 'Reads here' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reviewer = await server.addUser(admin.workspaceId, 'client_reviewer', { companyId })
    const staffOnly = [
      'views:share',
      'reports:read',
      'applications:write',
      'applications:import',
      'audit:read',
    ]
    for (const permission of staffOnly) {
      const refused = await setRights(admin, reviewer.id, ['applications:read', permission as Permission])
      expect([permission, refused.status, Object.keys(refused.body.details ?? {})]).toEqual([
        permission,
        422,
        ['permissions'],
      ])
    }
    const given = await setRights(admin, reviewer.id, ['applications:read', 'candidates:read'])
    expect(given.status).toBe(200)
    expect(given.body.items.find(({ permission }) => permission === 'views:share')).toMatchObject({
      held: false,
      whyNot: 'Not available to client reviewers',
    })
    const viewer = await add('viewer')
    expect((await setRights(admin, viewer.id, ['applications:read', 'views:share'])).status).toBe(200)
    const holders = async () =>
      (await server.call(listUsers, { as: admin, query: { holds: 'views:share' } })).body.items.map(
        ({ id }) => id,
      )
    expect(await holders()).toContain(viewer.id)
    const changed = await server.call(contract.setUserRole, {
      as: admin,
      params: { id: viewer.id },
      body: { role: 'client_reviewer', companyId },
    })
    expect(changed.status).toBe(200)
    const { body } = await server.call(getCurrentUser, { as: viewer })
    expect(body.permissions).not.toContain('views:share')
    expect(await holders()).not.toContain(viewer.id)
  })
})
