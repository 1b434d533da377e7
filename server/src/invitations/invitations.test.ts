import { login } from '@muster/contract/auth.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as contract from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let count = 0

const password = 'bright river cello moss'

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Zora <b>Admin</b>' })
})

beforeEach(() => sql`delete from login_failures`.execute(server.db))

afterAll(() => server?.stop())

function newAddress(): string {
  count += 1
  return `invited.${count}@example.com`
}

function invite(email: string, role: Role = 'recruiter', more: object = {}, as = admin) {
  return server.call(contract.inviteUser, { as, body: { email, role, ...more } })
}

async function mailsTo(email: string) {
  return server.db.selectFrom('mails').where('recipient', '=', email).orderBy('id').selectAll().execute()
}

async function newestToken(email: string): Promise<string> {
  return /accept-invite#token=(\S+)/.exec((await mailsTo(email)).at(-1)!.body)![1]!
}

function openLink(token: string) {
  return server.call(contract.lookAtInvitation, { body: { token } })
}

function accept(token: string, more: object = {}) {
  return server.call(contract.acceptInvitation, { body: { token, name: 'New Colleague', password, ...more } })
}

const act = (
  endpoint: typeof contract.resendInvitation | typeof contract.revokeInvitation,
  id: string,
  as = admin,
) => server.call(endpoint as typeof contract.resendInvitation, { as, params: { id } })

describe('an invitation', () => {
  it('is emailed as text and HTML with escaped names, and stored only as a hash', async () => {
    const email = newAddress()
    const { status, body } = await invite(email.toUpperCase(), 'recruiter', { name: 'Ida & <i>Co</i>' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      email,
      state: 'pending',
      invitedBy: { id: admin.id },
      can: { resend: true },
    })
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toBe('Join Test workspace on Muster')
    expect(mail!.body).toContain('Zora <b>Admin</b> invited you to join Test workspace')
    expect(mail!.html).toContain('Ida &amp; &lt;i&gt;Co&lt;/i&gt;')
    expect(mail!.html).not.toContain('<b>Admin')
    const token = await newestToken(email)
    const stored = JSON.stringify(await server.db.selectFrom('invitations').selectAll().execute())
    expect(stored).not.toContain(token.slice(-40))
  })

  it('names the inviter and workspace, creates one user with the role and signs them in', async () => {
    const email = newAddress()
    await invite(email, 'coordinator')
    const token = await newestToken(email)
    expect((await openLink(token)).body).toMatchObject({
      email,
      role: 'coordinator',
      workspace: 'Test workspace',
      invitedBy: 'Zora <b>Admin</b>',
    })
    expect((await accept(token, { password: 'short' })).body.details).toHaveProperty('password')
    const both = await Promise.all([accept(token, { role: 'owner' }), accept(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const { body } = both.find(({ status }) => status === 200)!
    expect(body.user).toMatchObject({ email, role: 'coordinator', workspace: { id: workspaceId } })
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await server.call(getCurrentUser, { headers })).status).toBe(200)
    expect((await server.call(login, { body: { email, password } })).status).toBe(200)
    expect((await openLink(token)).body.message).toBe(
      'This invitation has already been used. Sign in instead.',
    )
    const list = await server.call(contract.listInvitations, { as: admin, query: { q: email } })
    expect(list.body.items).toMatchObject([{ state: 'accepted', can: { resend: false, revoke: false } }])
  })

  it('sent again voids the earlier link; once revoked or expired it says so', async () => {
    const email = newAddress()
    const { body } = await invite(email)
    const first = await newestToken(email)
    expect((await act(contract.resendInvitation, body.id)).status).toBe(200)
    const second = await newestToken(email)
    expect((await openLink(first)).body.message).toMatch(/replaced by a newer one/)
    expect((await openLink(second)).status).toBe(200)
    await sql`update invitations set expires_at = now() - interval '1 second' where id = ${body.id}`.execute(
      server.db,
    )
    expect((await accept(second)).body.message).toMatch(/has expired/)
    await act(contract.resendInvitation, body.id)
    const third = await newestToken(email)
    expect((await openLink(third)).status).toBe(200)
    expect((await act(contract.revokeInvitation, body.id)).status).toBe(204)
    expect((await accept(third)).body.message).toMatch(/was revoked/)
    for (const endpoint of [contract.resendInvitation, contract.revokeInvitation])
      expect((await act(endpoint, body.id)).status).toBe(409)
    // A revoked invitee can be invited again.
    expect((await invite(email)).status).toBe(201)
  })

  it('is refused for a colleague and an invitee, but not for an address used elsewhere', async () => {
    const email = newAddress()
    await invite(email)
    expect((await invite(email)).status).toBe(409)
    const colleague = await server.addUser(workspaceId, 'viewer')
    expect((await invite(colleague.email)).status).toBe(409)
    const elsewhere = await server.addUser((await server.addWorkspace()).workspaceId, 'viewer')
    const known = await invite(elsewhere.email)
    const unknown = await invite(newAddress())
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    // Only the mailbox's owner is told.
    const { status, body } = await accept(await newestToken(elsewhere.email))
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('already belongs to another workspace'),
    ])
  })

  it('requires a role the inviter may assign, and a company for a client reviewer', async () => {
    for (const role of ['owner', 'superadmin'] as const)
      expect((await invite(newAddress(), role)).status).toBe(403)
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    expect((await invite(newAddress(), 'viewer', {}, recruiter)).status).toBe(403)
    expect((await invite(newAddress(), 'client_reviewer')).body.details).toHaveProperty('companyId')
    const company = await server.call(createCompany, { as: admin, body: { name: 'Lantern Works' } })
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const foreign = await server.call(createCompany, { as: stranger, body: { name: 'Elsewhere' } })
    const asReviewer = (companyId: string) => invite(newAddress(), 'client_reviewer', { companyId })
    expect((await asReviewer(foreign.body.id)).status).toBe(404)
    const { body } = await asReviewer(company.body.id)
    expect(body.company).toEqual({ id: company.body.id, name: 'Lantern Works' })
    const { user } = (await accept(await newestToken(body.email))).body
    expect(user).toMatchObject({ role: 'client_reviewer', companyId: company.body.id })
    // Another workspace's invitation does not exist.
    expect((await act(contract.revokeInvitation, body.id, stranger)).status).toBe(404)
  })

  it('of a higher role cannot be resent or revoked, and says so', async () => {
    const owner = await server.addUser(workspaceId, 'owner')
    const { body } = await invite(newAddress(), 'owner', {}, owner)
    const canOf = async (as: TestUser) => {
      const { body: list } = await server.call(contract.listInvitations, { as, query: { q: body.email } })
      return list.items[0]!.can
    }
    expect(await canOf(owner)).toEqual({ resend: true, revoke: true })
    expect(await canOf(admin)).toEqual({ resend: false, revoke: false })
    for (const endpoint of [contract.resendInvitation, contract.revokeInvitation])
      expect((await act(endpoint, body.id)).status).toBe(403)
  })

  it('is listed by state, in order, by page', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const owner = await server.addUser(other, 'owner')
    const emails = [newAddress(), newAddress(), newAddress()]
    for (const email of emails) await invite(email, 'viewer', {}, owner)
    const list = (query: object) => server.call(contract.listInvitations, { as: owner, query })
    const first = await list({ sort: 'email', limit: 2 })
    expect(first.body.items.map(({ email }) => email)).toEqual(emails.slice(0, 2))
    const rest = await list({ sort: 'email', limit: 2, cursor: first.body.nextCursor })
    expect(rest.body.items.map(({ email }) => email)).toEqual(emails.slice(2))
    await act(contract.revokeInvitation, first.body.items[0]!.id, owner)
    const open = await list({ state: 'pending' })
    expect(open.body.total.value).toBe(2)
    expect((await list({ state: 'revoked' })).body.items.map(({ email }) => email)).toEqual(
      emails.slice(0, 1),
    )
  })
})

describe('invalid links', () => {
  it('are counted by network address and cause no server error', async () => {
    for (const bad of ['x', '', 'a'.repeat(107), '\u0000', 'A'.repeat(500)])
      expect([422]).toContain((await openLink(bad)).status)
    await sql`update login_failures set failures = 9`.execute(server.db)
    expect((await openLink('x')).status).toBe(422)
    expect((await openLink('x')).status).toBe(429)
  })
})
