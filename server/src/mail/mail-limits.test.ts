import { createComment } from '@muster/contract/activity-logs.ts'
import { resendMail } from '@muster/contract/admin.ts'
import { inviteWorkspaceOwner } from '@muster/contract/admin-workspaces.ts'
import { createApplication, updateApplication } from '@muster/contract/applications.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as invitations from '@muster/contract/invitations.ts'
import { createUsers } from '@muster/contract/manage-users.ts'
import { listNotifications, setNotificationChoice } from '@muster/contract/notifications.ts'
import { resetUserPassword } from '@muster/contract/own-account.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailPasswordLink } from '../users/mail-password-link.ts'
import { nextMailSlot, reserveMail } from './mail-limits.ts'
import { queueMail } from './queue-mail.ts'

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

/** Moves the counts into the past. */
const pass = (interval: string) =>
  sql`update mail_counts set times = array(select at - ${interval}::interval from unnest(times) as at)`.execute(
    server.db,
  )

describe('a recipient outside the installation', () => {
  it('gets five emails an hour and ten a day, however often they are invited and the invitation is revoked', async () => {
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

  it('gets no more from concurrent calls on two nodes, from several users, or to tagged addresses', async () => {
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

  it('gets no more from an invitation, a resent one and a superadmin together', async () => {
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

  it('gets no more from several workspaces together, and no sender learns of the limit', async () => {
    const email = newAddress()
    const senders = [admin]
    for (let index = 0; index < 2; index += 1)
      senders.push(await addAdmin((await server.addWorkspace()).workspaceId))
    const answers = []
    for (const as of senders)
      for (let index = 0; index < 4; index += 1) {
        const answer = await invite(email, as)
        answers.push(answer.status)
        // Sent already: revoking it cancels nothing.
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

  it('gets no more to one mailbox of Gmail by other spellings of its address', async () => {
    const { workspaceId, id: userId } = admin
    const reserve = (recipient: string) => reserveMail(server.db, config, { workspaceId, userId, recipient })
    for (const recipient of [
      'jo.han.na@gmail.com',
      'johanna@googlemail.com',
      'johanna+jobs@gmail.com',
      'j.ohanna@googlemail.com',
      'Johanna@Gmail.com',
    ])
      await reserve(recipient)
    await expect(reserve('johan.na@gmail.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await reserve('jo.hanna@example.com')
  })

  it('gets no email that would have to wait for more than three days', async () => {
    const email = newAddress()
    const waits: (number | null)[] = []
    while (waits.length < 50 && waits.at(-1) !== null) waits.push(await nextMailSlot(server.db, email))
    expect(waits.at(-1)).toBeNull()
    expect(Math.max(...waits.map(Number))).toBeLessThanOrEqual(3 * 86_400)
    const { workspaceId } = admin
    await server.db.transaction().execute((tx) =>
      queueMail(tx, server.services, workspaceId, {
        to: email,
        subject: 'Late',
        text: 'Late',
        isLimited: true,
      }),
    )
    const [mail] = await mailsTo(email)
    expect(mail!.canceled_at).not.toBeNull()
    const { rows } = await sql`select from pgboss.job where data->>'mailId' = ${mail!.id}`.execute(server.db)
    expect(rows).toEqual([])
  })

  it('has received an invitation that was sent, whatever became of it later', async () => {
    const email = newAddress()
    const { body } = await invite(email)
    await sql`update mails set sent_at = now() where recipient = ${email}`.execute(server.db)
    await revoke(body.id)
    expect((await mailsTo(email)).map((mail) => mail.canceled_at)).toEqual([null])
  })

  it('gets no invitation that was revoked or replaced before it was sent', async () => {
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
  it('are limited in emails to different people, and each row of a list reports it', async () => {
    const users = Array.from({ length: 15 }, () => ({
      email: newAddress(),
      name: 'New Person',
      role: 'viewer' as const,
    }))
    const { body } = await server.call(createUsers, { as: admin, body: { users } })
    expect([body.done, body.refused]).toEqual([12, 3])
    expect(body.results.at(-1)!.message).toMatch(
      /^You have sent too many emails\. Try again in \d+ minutes?\./,
    )
    const colleague = await addAdmin(admin.workspaceId)
    const statuses = []
    for (let index = 0; index < 9; index += 1) statuses.push((await invite(newAddress(), colleague)).status)
    expect(statuses).toEqual([...Array(8).fill(201), 429])
    const elsewhere = await addAdmin((await server.addWorkspace()).workspaceId)
    expect((await invite(newAddress(), elsewhere)).status).toBe(201)
  })

  it('are not counted for any limit when another one refuses', async () => {
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
  it('are limited for a colleague who requests them; security emails to the user are not', async () => {
    const person = await server.addUser(admin.workspaceId, 'viewer')
    const reset = (body: { newPassword?: string }) =>
      server.call(resetUserPassword, { as: admin, params: { id: person.id }, body })
    for (let index = 0; index < 5; index += 1) expect((await reset({})).status).toBe(204)
    expect((await reset({})).status).toBe(429)
    expect((await reset({ newPassword: 'bright river cello moss' })).status).toBe(204)
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      'Security alert for your Muster account',
    ])
  })

  it('and passwords set by a colleague: five an hour, so that no more notices go out', async () => {
    const person = await server.addUser(admin.workspaceId, 'viewer')
    const set = (on: TestServer) =>
      on.call(resetUserPassword, {
        as: admin,
        params: { id: person.id },
        body: { newPassword: 'bright river cello moss' },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => set(index % 2 ? node : server)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(204), ...Array(3).fill(429)])
    expect(await mailsTo(person.email)).toHaveLength(5)
    await pass('61 minutes')
    expect((await set(server)).status).toBe(204)
  })

  it('requested on the sign-in page have a limit of their own that invitations do not use up', async () => {
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

describe('somebody who wants to be told by email', () => {
  it('is mailed 20 notifications an hour, whoever causes them and how, and reads the others in the app', async () => {
    const { workspaceId } = admin
    const person = await server.addUser(workspaceId, 'recruiter')
    const colleague = await server.addUser(workspaceId, 'recruiter')
    for (const as of [person, colleague])
      for (const kind of ['mention', 'assigned'] as const)
        await server.call(setNotificationChoice, { as, params: { kind }, body: { inApp: false, mail: true } })
    const companyId = (await server.call(createCompany, { as: admin, body: { name: 'Lantern Works' } })).body
      .id
    const position = { name: 'Lamp lighter', companyId }
    const { id: positionId } = (await server.call(createPosition, { as: admin, body: position })).body
    const application = { positionId, candidate: { name: 'Lena Lantern' } }
    const { id } = (await server.call(createApplication, { as: admin, body: application })).body
    const others = await Promise.all([1, 2].map(() => addAdmin(workspaceId)))
    const mention = (index: number) =>
      (index % 2 ? server : node).call(createComment, {
        as: others[index % 2]!,
        params: { id },
        body: { body: 'Look', mentions: index % 2 ? [person.id, colleague.id] : [colleague.id, person.id] },
      })
    const answers = await Promise.all(Array.from({ length: 18 }, (_, index) => mention(index)))
    expect(answers.map(({ status }) => status)).toEqual(Array(18).fill(201))
    for (const ownerId of [person.id, null, person.id, null, person.id, null, person.id])
      await server.call(updateApplication, { as: admin, params: { id }, body: { ownerId } })
    expect(await mailsTo(person.email)).toHaveLength(20)
    expect(await mailsTo(colleague.email)).toHaveLength(18)
    const inApp = async (as: TestUser) => (await server.call(listNotifications, { as })).body.items
    expect((await inApp(person)).map(({ kind }) => kind)).toEqual(['assigned', 'assigned'])
    expect(await inApp(colleague)).toEqual([])
    await pass('61 minutes')
    await mention(1)
    expect(await mailsTo(person.email)).toHaveLength(21)
  })
})
