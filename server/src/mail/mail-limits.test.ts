import { resendMail } from '@muster/contract/admin.ts'
import { inviteWorkspaceOwner } from '@muster/contract/admin-workspaces.ts'
import * as invitations from '@muster/contract/invitations.ts'
import { createUsers } from '@muster/contract/manage-users.ts'
import { resetUserPassword } from '@muster/contract/own-account.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailPasswordLink } from '../users/mail-password-link.ts'
import { reserveMail } from './mail-limits.ts'

let server: TestServer
/** Another node of the same database. */
let node: TestServer
let admin: TestUser
let count = 0

const config = { smtpUrl: 'smtp://127.0.0.1:9', senderMailsPerHour: 12, workspaceMailsPerDay: 20 }

beforeAll(async () => {
  server = await startTestServer({ config })
  node = await startTestServer({ connectionString: server.connectionString, config })
})

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

beforeEach(async () => {
  admin = await addAdmin((await server.addWorkspace()).workspaceId)
})

const addAdmin = (workspaceId: string) => server.addUser(workspaceId, 'admin')

function newAddress(): string {
  count += 1
  return `stranger.${count}@example.com`
}

const invite = (email: string, as = admin, on = server) =>
  on.call(invitations.inviteUser, { as, body: { email, role: 'viewer' } })

const revoke = (id: string, as = admin) => server.call(invitations.revokeInvitation, { as, params: { id } })

async function mailsTo(email: string) {
  return server.db
    .selectFrom('mails')
    .where(sql<boolean>`recipient like ${email.replace('@', '%@')}`)
    .selectAll()
    .execute()
}

/** Moves what was counted into the past. */
const pass = (interval: string) =>
  sql`update mail_counts set times = array(select at - ${interval}::interval from unnest(times) as at)`.execute(
    server.db,
  )

describe('a stranger', () => {
  it('is sent five emails an hour and ten a day, however often they are invited and taken back', async () => {
    const email = newAddress()
    const statuses: number[] = []
    async function inviteAndRevoke() {
      const { status, body, headers } = await invite(email)
      statuses.push(status)
      if (status === 201) await revoke(body.id)
      else expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
    }
    for (let index = 0; index < 25; index += 1) await inviteAndRevoke()
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]))
    expect(await mailsTo(email)).toHaveLength(5)
    await pass('61 minutes')
    for (let index = 0; index < 6; index += 1) await inviteAndRevoke()
    await pass('61 minutes')
    await inviteAndRevoke()
    expect(await mailsTo(email)).toHaveLength(10)
  })

  it('is sent no more by calls at the same time on two nodes, by several people, to tagged addresses', async () => {
    const email = newAddress()
    const others = await Promise.all([1, 2, 3].map(() => addAdmin(admin.workspaceId)))
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        invite(email.replace('@', `+${index}@`), others[index % 3], index % 2 ? node : server),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
    expect(await mailsTo(email)).toHaveLength(5)
  })

  it('is sent no more by inviting, sending again and a superadmin together', async () => {
    const email = newAddress()
    const { body } = await invite(email)
    const resend = () => server.call(invitations.resendInvitation, { as: admin, params: { id: body.id } })
    for (let index = 0; index < 4; index += 1) expect((await resend()).status).toBe(200)
    expect((await resend()).status).toBe(429)
    const superadmin = await server.addUser(admin.workspaceId, 'superadmin')
    const { workspaceId: id } = await server.addWorkspace()
    const params = { id }
    const inviteOwner = () =>
      server.call(inviteWorkspaceOwner, { as: superadmin, params, body: { name: 'Ida', email } })
    expect((await inviteOwner()).status).toBe(429)
    const [mail] = await mailsTo(email)
    await server.db.updateTable('mails').set({ canceled_at: null }).where('id', '=', mail!.id).execute()
    const again = await server.call(resendMail, { as: superadmin, params: { id: mail!.id } })
    expect(again.status).toBe(429)
  })

  it('is sent no more by several workspaces together, which nobody of them is told', async () => {
    const email = newAddress()
    const senders = [admin]
    for (let index = 0; index < 2; index += 1)
      senders.push(await addAdmin((await server.addWorkspace()).workspaceId))
    const answers = []
    for (const as of senders)
      for (let index = 0; index < 4; index += 1) {
        const answer = await invite(email, as)
        answers.push(answer.status)
        // Sent already: taking it back cancels nothing.
        await sql`update mails set sent_at = now() where recipient = ${email}`.execute(server.db)
        await revoke(answer.body.id, as)
      }
    expect(answers).toEqual(Array(12).fill(201))
    const { rows } = await sql<{ hours: number }>`
      select floor(extract(epoch from j.start_after - now()) / 3600)::int as hours from pgboss.job j
      join mails m on m.id::text = j.data->>'mailId'
      where m.recipient = ${email} order by j.start_after`.execute(server.db)
    const waits = rows.map(({ hours }) => Math.max(0, hours + 1))
    expect(waits.filter((hours) => hours === 0)).toHaveLength(5)
    expect(waits.filter((hours) => hours === 1)).toHaveLength(5)
    expect(waits.filter((hours) => hours === 24)).toHaveLength(2)
  })

  it('is not sent an invitation that was taken back, or replaced, before it went out', async () => {
    const email = newAddress()
    const { body } = await invite(email)
    await server.call(invitations.resendInvitation, { as: admin, params: { id: body.id } })
    const canceled = async () => (await mailsTo(email)).map((mail) => mail.canceled_at !== null).sort()
    expect(await canceled()).toEqual([false, true])
    await revoke(body.id)
    expect(await canceled()).toEqual([true, true])
    const superadmin = await server.addUser(admin.workspaceId, 'superadmin')
    const [mail] = await mailsTo(email)
    const again = await server.call(resendMail, { as: superadmin, params: { id: mail!.id } })
    expect(again.status).toBe(409)
  })
})

describe('a sender and a workspace', () => {
  it('have so many emails sent to different people, and each row of a list says so', async () => {
    const users = Array.from({ length: 15 }, () => ({
      email: newAddress(),
      name: 'New Person',
      role: 'viewer' as const,
    }))
    const { body } = await server.call(createUsers, { as: admin, body: { users } })
    expect([body.done, body.refused]).toEqual([12, 3])
    expect(body.results.at(-1)!.message).toMatch(/^You have sent many emails\. Try again in \d+ min\./)
    const colleague = await addAdmin(admin.workspaceId)
    const statuses = []
    for (let index = 0; index < 9; index += 1) statuses.push((await invite(newAddress(), colleague)).status)
    expect(statuses).toEqual([...Array(8).fill(201), 429])
    const elsewhere = await addAdmin((await server.addWorkspace()).workspaceId)
    expect((await invite(newAddress(), elsewhere)).status).toBe(201)
  })

  it('are counted for no limit when another one refuses', async () => {
    const email = newAddress()
    const sending = { workspaceId: admin.workspaceId, userId: admin.id, recipient: email }
    const reserve = () => reserveMail(server.db, config, sending).catch(() => null)
    for (let index = 0; index < 15; index += 1) await reserve()
    const statuses = []
    for (let index = 0; index < 8; index += 1) statuses.push((await invite(newAddress())).status)
    expect(statuses).toEqual([...Array(7).fill(201), 429])
  })
})

describe('links to set a password', () => {
  it('are limited for a colleague who asks, and what only tells a person of their sign-in is not', async () => {
    const person = await server.addUser(admin.workspaceId, 'viewer')
    const reset = (body: { newPassword?: string }) =>
      server.call(resetUserPassword, { as: admin, params: { id: person.id }, body })
    for (let index = 0; index < 5; index += 1) expect((await reset({})).status).toBe(204)
    expect((await reset({})).status).toBe(429)
    expect((await reset({ newPassword: 'bright river cello moss' })).status).toBe(204)
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      'About your sign-in to Muster',
    ])
  })

  it('asked for on the sign-in page are limited by themselves: invitations do not use them up', async () => {
    const person = await server.addUser(admin.workspaceId, 'viewer')
    const elsewhere = await addAdmin((await server.addWorkspace()).workspaceId)
    for (let index = 0; index < 5; index += 1) {
      const { body } = await invite(person.email, elsewhere)
      await revoke(body.id, elsewhere)
    }
    for (let index = 0; index < 8; index += 1)
      await mailPasswordLink(server.services, { email: person.email })
    const links = (await mailsTo(person.email)).filter(({ body }) => body.includes('reset-password'))
    expect(links).toHaveLength(5)
  })
})
