import { createWorkspace } from '@muster/contract/admin-workspaces.ts'
import { login } from '@muster/contract/auth.ts'
import * as contract from '@muster/contract/email-confirmation.ts'
import { inviteUser } from '@muster/contract/invitations.ts'
import * as users from '@muster/contract/manage-users.ts'
import { resetUserPassword, updateProfile } from '@muster/contract/own-account.ts'
import { forgotPassword, getCurrentUser, updateCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { hashPassword } from '../session/password.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailEmailClaim } from './mail-email-claim.ts'
import { mailPasswordLink } from './mail-password-link.ts'

let server: TestServer
/** A second node on the same database. */
let node: TestServer
let admin: TestUser
/** An admin of another workspace. */
let stranger: TestUser
let passwordHash: string

const password = 'an old and dusty lantern'
const newPassword = 'bright river cello moss'
const address = () => `${newId().slice(-12)}@example.com`

beforeAll(async () => {
  server = await startTestServer({ config: { senderMailsPerHour: 1000, workspaceMailsPerDay: 1000 } })
  node = await startTestServer({ connectionString: server.connectionString })
  passwordHash = await hashPassword(password)
  admin = await addPerson((await server.addWorkspace()).workspaceId, 'owner')
  stranger = await addPerson((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

beforeEach(() => sql`delete from login_failures`.execute(server.db))

async function addPerson(workspaceId: string, role: 'owner' | 'recruiter' = 'recruiter') {
  const user = await server.addUser(workspaceId, role)
  await server.db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('email', '=', user.email)
    .execute()
  return user
}

function create(email: string, more: { password?: string } = {}, as = admin) {
  return server.call(users.createUser, { as, body: { email, name: 'New Person', role: 'viewer', ...more } })
}

function move(as: TestUser, email: string) {
  return server.call(updateCurrentUser, { as, body: { email, currentPassword: password } })
}

const patch = (as: TestUser, id: string, email: string) =>
  server.call(users.updateUser, { as, params: { id }, body: { email } })

async function mailsTo(email: string) {
  return server.db.selectFrom('mails').where('recipient', '=', email).orderBy('id').selectAll().execute()
}

/** Runs the job that writes the link, and reads it from the mailbox. */
async function mailedLink(email: string, { id: userId, workspaceId }: { id: string; workspaceId: string }) {
  await mailEmailClaim(server.services, { workspaceId, userId })
  return /confirm-email#token=(\S+)/.exec((await mailsTo(email)).at(-1)!.body)![1]!
}

const confirm = (token: string, typed?: string, on = server) =>
  on.call(contract.confirmEmail, { body: { token, ...(typed ? { password: typed } : {}) } })

const signIn = async (email: string, typed = password) =>
  (await server.call(login, { body: { email, password: typed } })).status

async function actionsOn(id: string) {
  const rows = await server.db
    .selectFrom('audit_logs')
    .where('subject_id', '=', id)
    .orderBy('id')
    .select('action')
    .execute()
  return rows.map(({ action }) => action)
}

/** A response without the values that differ between any two rows. */
function shapeOf({ status, body }: { status: number; body: unknown }, email: string): unknown {
  return JSON.parse(
    JSON.stringify({ status, body }, (key, value) =>
      ['id', 'createdAt', 'updatedAt', 'sentAt', 'expiresAt', 'version', 'lastSeenAt'].includes(key)
        ? null
        : value,
    ).replaceAll(email, 'ADDRESS'),
  )
}

describe('a call that takes an address', () => {
  it('returns the same for an unknown one and for one known or claimed elsewhere', async () => {
    const calls: Record<string, (email: string) => Promise<{ status: number; body: unknown }>> = {
      createUser: (email) => create(email),
      'createUser with a password': (email) => create(email, { password: newPassword }),
      createUsers: async (email) => {
        const body = { users: [{ email, name: 'New Person', role: 'viewer' as const }] }
        const answer = await server.call(users.createUsers, { as: admin, body })
        for (const result of answer.body.results) result.userId &&= 'id'
        return answer
      },
      updateUser: async (email) => {
        const { body } = await create(address())
        return patch(admin, body.id, email)
      },
      'updateUser of a confirmed one': async (email) => {
        const person = await server.addUser(admin.workspaceId, 'viewer', { name: 'Same' })
        const answer = await patch(admin, person.id, email)
        return { ...answer, body: { ...answer.body, email: null } }
      },
      updateCurrentUser: async (email) => {
        const answer = await move(await addPerson(admin.workspaceId), email)
        return { ...answer, body: { ...answer.body, email: null } }
      },
      updateProfile: async (email) => {
        const as = await addPerson(admin.workspaceId)
        const body = { email, currentPassword: password }
        const answer = await server.call(updateProfile, { as, body })
        return { ...answer, body: { ...answer.body, email: null } }
      },
      inviteUser: (email) => server.call(inviteUser, { as: admin, body: { email, role: 'viewer' } }),
      forgotPassword: (email) => server.call(forgotPassword, { body: { email } }),
      login: (email) => server.call(login, { body: { email, password: newPassword } }),
    }
    for (const [name, call] of Object.entries(calls)) {
      const known = (await server.addUser(stranger.workspaceId, 'viewer')).email
      const claimed = address()
      await create(claimed, {}, stranger)
      const wanted = address()
      await move(await addPerson(stranger.workspaceId), wanted)
      const unknown = address()
      const shapes = []
      for (const email of [unknown, known, claimed, wanted]) shapes.push(shapeOf(await call(email), email))
      expect([name, (shapes[0] as { status: number }).status < 300]).toEqual([name, name !== 'login'])
      for (const shape of shapes.slice(1)) expect([name, shape]).toEqual([name, shapes[0]])
    }
  })

  it('reveals colleagues, who are visible anyway', async () => {
    const colleague = await server.addUser(admin.workspaceId, 'viewer')
    const { body: unconfirmed } = await create(address())
    const person = await addPerson(admin.workspaceId)
    for (const email of [colleague.email, unconfirmed.email]) {
      expect((await create(email)).status).toBe(409)
      expect((await move(person, email)).status).toBe(409)
      expect((await patch(admin, person.id, email)).status).toBe(409)
    }
  })

  it('lets a new workspace use an address that somebody merely claims', async () => {
    const superadmin = await server.addUser(admin.workspaceId, 'superadmin')
    const ownerEmail = address()
    await create(ownerEmail, {}, stranger)
    const body = { name: 'Harbour', ownerName: 'Ida', ownerEmail }
    expect((await server.call(createWorkspace, { as: superadmin, body })).status).toBe(201)
  })
})

describe('a new user', () => {
  it('signs in with the given password only after confirming their address', async () => {
    const email = address()
    const { body } = await create(email, { password: newPassword })
    expect(body).toMatchObject({ email, emailConfirmed: false, pendingEmail: null })
    expect(await signIn(email, newPassword)).toBe(401)
    const token = await mailedLink(email, { ...admin, id: body.id })
    const read = await server.call(contract.getEmailConfirmation, { body: { token } })
    expect(read.body).toMatchObject({ email, workspace: 'Test workspace', needsPassword: false })
    expect((await confirm(token)).body).toEqual({ email })
    const signedIn = await server.call(login, { body: { email, password: newPassword } })
    expect([signedIn.status, signedIn.body.user.mustChoosePassword]).toEqual([200, true])
    const { body: now } = await server.call(users.getUser, { as: admin, params: { id: body.id } })
    expect(now.emailConfirmed).toBe(true)
    expect(await actionsOn(body.id)).toEqual(['user.created', 'email.confirmed'])
    // The link works once, and only its hash is stored.
    expect((await confirm(token)).body.message).toMatch(/already used or replaced/)
    await create(address())
    const stored = JSON.stringify(await server.db.selectFrom('email_claims').selectAll().execute())
    expect(stored).not.toContain(token.slice(-40))
  })

  it('without a password chooses one by the link, which survives a refused one', async () => {
    const email = address()
    const { body } = await create(email)
    const token = await mailedLink(email, { ...admin, id: body.id })
    const read = await server.call(contract.getEmailConfirmation, { body: { token } })
    expect(read.body.needsPassword).toBe(true)
    for (const typed of [undefined, 'short', 'passwordpassword'])
      expect((await confirm(token, typed)).body.details).toHaveProperty('password')
    expect((await confirm(token, newPassword)).status).toBe(200)
    expect(await signIn(email, newPassword)).toBe(200)
  })

  it('gets the link again from a manager, and by requesting a password', async () => {
    const email = address()
    const { body } = await create(email, { password: newPassword })
    const first = await mailedLink(email, { ...admin, id: body.id })
    const params = { id: body.id }
    const resend = (as: TestUser) => server.call(contract.resendEmailConfirmation, { as, params })
    expect((await resend(admin)).status).toBe(204)
    expect((await resend(stranger)).status).toBe(404)
    const second = await mailedLink(email, { ...admin, id: body.id })
    expect((await confirm(first)).body.message).toMatch(/replaced by a newer one/)
    await mailPasswordLink(server.services, { email })
    const links = (await mailsTo(email)).filter((mail) => mail.body.includes('confirm-email'))
    expect(links).toHaveLength(3)
    expect((await confirm(second)).status).toBe(422)
    const given = { newPassword: 'another river cello moss' }
    expect((await server.call(resetUserPassword, { as: admin, params, body: given })).status).toBe(409)
    expect((await server.call(resetUserPassword, { as: admin, params })).status).toBe(204)
    const third = await mailedLink(email, { ...admin, id: body.id })
    const read = await server.call(contract.getEmailConfirmation, { body: { token: third } })
    expect(read.body.needsPassword).toBe(true)
    expect((await confirm(third, newPassword)).status).toBe(200)
    expect((await resend(admin)).status).toBe(409)
  })

  it('gets no link while suspended', async () => {
    const email = address()
    const { body } = await create(email)
    const params = { id: body.id }
    await server.call(users.setUserStatus, { as: admin, params, body: { status: 'suspended' } })
    const { status } = await server.call(contract.resendEmailConfirmation, { as: admin, params })
    expect(status).toBe(409)
    await mailPasswordLink(server.services, { email })
    expect(await mailsTo(email)).toEqual([])
  })

  it('cannot take the address of somebody who is suspended elsewhere', async () => {
    const person = await addPerson(stranger.workspaceId)
    const { body } = await create(person.email)
    const token = await mailedLink(person.email, { ...admin, id: body.id })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute()
    expect((await confirm(token, newPassword)).status).toBe(409)
  })

  it('whose address was mistyped gets the link at the corrected one', async () => {
    const [wrong, right] = [address(), address()]
    const { body } = await create(wrong)
    const first = await mailedLink(wrong, { ...admin, id: body.id })
    expect((await patch(admin, body.id, right)).body).toMatchObject({ email: right, emailConfirmed: false })
    expect((await confirm(first, newPassword)).status).toBe(422)
    const token = await mailedLink(right, { ...admin, id: body.id })
    expect((await confirm(token, newPassword)).status).toBe(200)
    expect(await signIn(right, newPassword)).toBe(200)
  })

  it('whose address signs in to another workspace learns it by email, and nobody else does', async () => {
    const person = await addPerson(stranger.workspaceId)
    const { body } = await create(person.email)
    const token = await mailedLink(person.email, { ...admin, id: body.id })
    const [mail] = await mailsTo(person.email)
    expect(mail!.body).toContain('You already use this email to sign in to another workspace')
    expect(mail!.body).not.toContain(stranger.workspaceId)
    const refused = await confirm(token, newPassword)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('already belongs to another workspace'),
    ])
    expect(await signIn(person.email)).toBe(200)
    // Once that account has another address, the link works.
    const other = address()
    expect((await move(person, other)).status).toBe(200)
    await confirm(await mailedLink(other, person))
    expect((await confirm(token, newPassword)).status).toBe(200)
    expect(await signIn(other)).toBe(200)
    expect(await signIn(person.email, newPassword)).toBe(200)
  })
})

describe('an address that two workspaces claim', () => {
  it('goes to the first to confirm, even concurrently on two nodes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = address()
      const [here, there] = [await create(email), await create(email, {}, stranger)]
      const mover = await addPerson(stranger.workspaceId)
      await move(await mover, round % 2 ? email : address())
      const tokens = [
        await mailedLink(email, { ...admin, id: here.body.id }),
        await mailedLink(email, { ...stranger, id: there.body.id }),
      ]
      const answers = await Promise.all([
        confirm(tokens[0]!, newPassword, server),
        confirm(tokens[1]!, newPassword, node),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)!.body.message).toContain(
        'already belongs to another workspace',
      )
      expect(await signIn(email, newPassword)).toBe(200)
    }
  })

  it('goes to one of a concurrent change and new account', async () => {
    const email = address()
    const { body } = await create(email)
    const mover = await addPerson(stranger.workspaceId)
    await move(mover, email)
    const created = await mailedLink(email, { ...admin, id: body.id })
    const moved = await mailedLink(email, mover)
    const answers = await Promise.all([confirm(created, newPassword), confirm(moved, undefined, node)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    // The loser keeps the old address.
    if (answers[1]!.status === 409) expect(await signIn(mover.email)).toBe(200)
  })
})

describe('a change of the user’s own address', () => {
  it('takes effect once confirmed, notifies the old address and ends the other sessions', async () => {
    const person = await addPerson(admin.workspaceId)
    const other = (await server.call(login, { body: { email: person.email, password } })).body.access_token
    const statusOf = async (accessToken: string) =>
      (await server.call(getCurrentUser, { as: { ...person, accessToken } })).status
    const email = address()
    for (const currentPassword of [undefined, 'wrong']) {
      const { body } = await server.call(updateCurrentUser, { as: person, body: { email, currentPassword } })
      expect(body.details).toHaveProperty('currentPassword')
    }
    await mailPasswordLink(server.services, { email: person.email })
    expect((await move(person, email)).body).toMatchObject({ email: person.email, pendingEmail: email })
    expect(await signIn(email)).toBe(401)
    const token = await mailedLink(email, person)
    expect((await mailsTo(email))[0]!.subject).toBe('Confirm your new email')
    expect((await confirm(token)).status).toBe(200)
    expect([await signIn(email), await signIn(person.email)]).toEqual([200, 401])
    expect([await statusOf(person.accessToken), await statusOf(other)]).toEqual([200, 401])
    const { body: me } = await server.call(getCurrentUser, { as: person })
    expect(me).toMatchObject({ email, pendingEmail: null })
    expect((await mailsTo(person.email)).at(-1)!.body).toContain(`You now sign in with ${email}.`)
    const open = await server.db
      .selectFrom('password_tokens')
      .where('user_id', '=', person.id)
      .where('used_at', 'is', null)
      .select('id')
      .execute()
    expect(open).toEqual([])
    expect(await actionsOn(person.id)).toEqual(['email.change_requested', 'email.confirmed'])
  })

  it('can be emailed again and canceled, and expires after an hour', async () => {
    const person = await addPerson(admin.workspaceId)
    const email = address()
    const resend = () => server.call(contract.resendOwnConfirmation, { as: person })
    expect((await resend()).status).toBe(409)
    await move(person, email)
    const first = await mailedLink(email, person)
    for (let index = 0; index < 4; index += 1) expect((await resend()).status).toBe(200)
    expect((await resend()).status).toBe(429)
    const second = await mailedLink(email, person)
    expect((await confirm(first)).status).toBe(422)
    await sql`update email_claims set expires_at = now() - interval '1 second' where user_id = ${person.id}`.execute(
      server.db,
    )
    expect((await confirm(second)).body.message).toMatch(/has expired/)
    const cancel = () => server.call(contract.cancelEmailChange, { as: person })
    expect((await cancel()).body.pendingEmail).toBeNull()
    expect((await cancel()).status).toBe(200)
    expect((await confirm(second)).status).toBe(422)
    expect(await signIn(person.email)).toBe(200)
  })

  it('requested by an admin keeps the old address until then, and ends every session', async () => {
    const person = await addPerson(admin.workspaceId)
    const email = address()
    expect((await patch(admin, person.id, email)).body).toMatchObject({
      email: person.email,
      emailConfirmed: true,
      pendingEmail: email,
    })
    expect(await signIn(person.email)).toBe(200)
    expect((await confirm(await mailedLink(email, person))).status).toBe(200)
    expect((await server.call(getCurrentUser, { as: person })).status).toBe(401)
    expect(await signIn(email)).toBe(200)
  })

  it('needs the password, even for users who manage others', async () => {
    const manager = await addPerson(admin.workspaceId, 'owner')
    const email = address()
    const refused = await patch(manager, manager.id, email)
    expect([refused.status, refused.body.message]).toEqual([403, 'Change your own email in your settings'])
    const { body } = await server.call(users.getUser, { as: manager, params: { id: manager.id } })
    expect([body.pendingEmail, body.can.changeEmail]).toEqual([null, false])
    // Other fields and an unchanged address need no password.
    const same = { name: 'Another Name', email: manager.email }
    const kept = await server.call(users.updateUser, { as: manager, params: { id: manager.id }, body: same })
    expect([kept.status, kept.body.name]).toEqual([200, 'Another Name'])
    expect((await move(manager, email)).status).toBe(200)
    expect(await mailsTo(email)).toEqual([])
  })

  it('can be canceled only by users who manage others', async () => {
    const person = await addPerson(admin.workspaceId)
    const cancel = (as: TestUser, id = person.id) =>
      server.call(contract.cancelUserEmailChange, { as, params: { id } })
    expect((await cancel(admin)).status).toBe(409)
    const email = address()
    await move(person, email)
    const link = await mailedLink(email, person)
    const colleague = await addPerson(admin.workspaceId)
    expect((await cancel(colleague)).status).toBe(403)
    expect((await cancel(person)).status).toBe(403)
    expect((await cancel(stranger)).status).toBe(404)
    expect((await cancel(admin)).status).toBe(204)
    expect((await confirm(link)).status).toBe(422)
    expect(await signIn(person.email)).toBe(200)
    expect((await cancel(admin)).status).toBe(409)
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('action', '=', 'email.change_canceled')
      .where('subject_id', '=', person.id)
      .select(['user_id', 'details'])
      .execute()
    expect(entries).toEqual([{ user_id: admin.id, details: { email } }])
    // A new user's first address is not a change: without it they would have none.
    const { body } = await create(address())
    expect((await cancel(admin, body.id)).status).toBe(409)
    // Nobody cancels their own change here, nor that of a higher role.
    await move(admin, address())
    expect((await cancel(admin, admin.id)).status).toBe(403)
    const lower = await server.addUser(admin.workspaceId, 'admin')
    expect((await cancel(lower, admin.id)).status).toBe(403)
    await server.call(contract.cancelEmailChange, { as: admin })
  })

  it("is dropped after a week without confirmation, except a new user's", async () => {
    const person = await addPerson(admin.workspaceId)
    await move(person, address())
    const { body } = await create(address())
    await sql`update email_claims set created_at = now() - interval '8 days', expires_at = now() - interval '8 days'
      where user_id in (${person.id}, ${body.id})`.execute(server.db)
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('email_claims')
      .where('user_id', 'in', [person.id, body.id])
      .select('user_id')
      .execute()
    expect(left).toEqual([{ user_id: body.id }])
  })
})

describe('a restored user', () => {
  it('whose address somebody else has confirmed cannot sign in until they confirm one', async () => {
    const person = await addPerson(admin.workspaceId)
    const params = { id: person.id }
    await server.call(users.deleteUser, { as: admin, params })
    const { body: next } = await create(person.email, {}, stranger)
    // A mere claim takes nothing from them.
    expect((await server.call(users.restoreUser, { as: admin, params })).body.emailConfirmed).toBe(true)
    expect(await signIn(person.email)).toBe(200)
    await server.call(users.deleteUser, { as: admin, params })
    await confirm(await mailedLink(person.email, { ...stranger, id: next.id }), newPassword)
    const { status, body } = await server.call(users.restoreUser, { as: admin, params })
    expect([status, body.emailConfirmed, body.email]).toEqual([200, false, person.email])
    expect(await signIn(person.email)).toBe(401)
    const email = address()
    expect((await patch(admin, person.id, email)).body.email).toBe(email)
    expect((await confirm(await mailedLink(email, person), newPassword)).status).toBe(200)
    expect(await signIn(email, newPassword)).toBe(200)
  })
})

describe('a link', () => {
  it('that was used, replaced or canceled never counts as a guess', async () => {
    const { body } = await create(address())
    const replaced = await mailedLink(body.email, { ...admin, id: body.id })
    const used = await mailedLink(body.email, { ...admin, id: body.id })
    expect((await confirm(used, newPassword)).status).toBe(200)
    const person = await addPerson(admin.workspaceId)
    const [first, second] = [address(), address()]
    await move(person, first)
    const mistyped = await mailedLink(first, person)
    await move(person, second)
    const canceled = await mailedLink(second, person)
    await server.call(contract.cancelEmailChange, { as: person })
    for (const token of [used, replaced, mistyped, canceled]) {
      for (let index = 0; index < 12; index += 1) {
        const read = await server.call(contract.getEmailConfirmation, { body: { token } })
        expect([read.status, read.body.message]).toEqual([
          422,
          expect.stringMatching(/replaced by a newer one/),
        ])
      }
      expect((await confirm(token, newPassword)).status).toBe(422)
    }
    const { rows } =
      await sql`select from login_failures where failures > 0 or locked_until is not null`.execute(server.db)
    expect(rows).toEqual([])
    expect(await signIn(body.email, newPassword)).toBe(200)
    // A link with one user's id and another's secret counts as a guess.
    const forged = Buffer.from(used, 'base64url')
    Buffer.from(canceled, 'base64url').copy(forged, 0, 0, 32)
    for (let index = 0; index < 10; index += 1)
      expect((await confirm(forged.toString('base64url'))).status).toBe(422)
    expect((await confirm(forged.toString('base64url'))).status).toBe(429)
  })

  it('that was used is forgotten after 30 days', async () => {
    await sql`update spent_email_links set spent_at = now() - interval '31 days'`.execute(server.db)
    await cleanUp(server.db)
    expect(await server.db.selectFrom('spent_email_links').selectAll().execute()).toEqual([])
  })

  it('that never existed counts as a guess, and one of a suspended or deleted user does nothing', async () => {
    const { body } = await create(address())
    const token = await mailedLink(body.email, { ...admin, id: body.id })
    const params = { id: body.id }
    await server.call(users.setUserStatus, { as: admin, params, body: { status: 'suspended' } })
    expect((await confirm(token, newPassword)).body.message).toBe('This account is suspended')
    await server.call(users.deleteUser, { as: admin, params })
    expect((await confirm(token, newPassword)).status).toBe(422)
    for (const bad of ['x', 'a'.repeat(107), 'A'.repeat(500)]) expect((await confirm(bad)).status).toBe(422)
    await sql`update login_failures set failures = 9`.execute(server.db)
    expect((await confirm('x')).status).toBe(422)
    expect((await confirm('x')).status).toBe(429)
    expect((await server.call(contract.getEmailConfirmation, { body: { token: 'x' } })).status).toBe(429)
  })
})
