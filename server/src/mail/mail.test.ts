import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notify } from '../notifications/notify.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { notifyPayers } from '../subscriptions/notify-payers.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailPasswordLink } from '../users/mail-password-link.ts'
import { confirmAddressEmail } from './confirm-address-email.ts'
import { invitationEmail } from './invitation-email.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'
import { writeEmail } from './write-email.ts'

let server: TestServer
let smtp: SMTPServer
const received: string[] = []
const refused: string[] = []

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _, done) {
      // Refuses each address the first time.
      if (refused.includes(address)) return done()
      refused.push(address)
      done(Object.assign(new Error('try again later'), { responseCode: 451 }))
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  const { port } = smtp.server.address() as { port: number }
  server = await startTestServer({ jobs: true, config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
})

afterAll(async () => {
  await server?.stop()
  await new Promise<void>((closed) => smtp?.close(closed))
})

describe('an email', () => {
  it('is sent as text and HTML, retried after a refusal, and sent once', async () => {
    const { workspaceId } = await server.addWorkspace()
    const message = invitationEmail({
      name: 'Ida Ölund',
      inviter: 'Zora <script>',
      workspace: 'Lantern\r\nBcc: everybody@example.com',
      role: 'Recruiter',
      link: 'https://muster.example.com/auth/accept-invite#token=abc&x=1',
      days: 7,
    })
    await server.db
      .transaction()
      .execute((tx) => queueMail(tx, server.services, workspaceId, { to: 'ida@example.com', ...message }))
    const mails = () => server.db.selectFrom('mails').select(['sent_at', 'error']).execute()
    await expect.poll(async () => (await mails())[0]!.error).toMatch(/try again later/)
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1)
    await expect.poll(async () => (await mails())[0]!.error).toBeNull()
    expect((await mails())[0]!.sent_at).not.toBeNull()
    const [raw] = received
    expect(raw).toContain('Content-Type: multipart/alternative')
    expect(raw).toContain('Content-Type: text/plain')
    expect(raw).toContain('Content-Type: text/html')
    const head = raw!.slice(0, raw!.search(/\r?\n\r?\n/))
    expect(head).not.toMatch(/^Bcc:/m)
    expect(raw!.slice(raw!.indexOf('<!doctype'))).not.toContain('<script>')
    expect(raw).toContain('&lt;script&gt;')
    expect(refused).toEqual(['ida@example.com'])
  }, 60_000)
})

describe('an email with a file', () => {
  it('has the file and the headers to unsubscribe with one click, and the file is deleted when it is sent', async () => {
    const { workspaceId } = await server.addWorkspace()
    refused.push('files@example.com')
    const mailId = await server.db.transaction().execute((tx) =>
      queueMail(tx, server.services, workspaceId, {
        to: 'files@example.com',
        ...writeEmail('Report', [
          'Figures',
          { columns: ['', 'Hires'], rows: [['A\n<b>', '3']], hasTotal: false },
        ]),
        attachments: [
          { name: 'Häufig.xlsx', contentType: 'application/x-test', content: Buffer.from('file') },
        ],
        unsubscribeUrl: 'https://muster.example.com/api/v1/report-subscriptions/abc',
      }),
    )
    const sent = () => received.find((raw) => raw.includes('To: files@example.com'))
    await expect.poll(sent, { timeout: 30_000 }).toBeDefined()
    // Long lines are folded.
    const raw = sent()!.replace(/=\r\n/g, '').replace(/\r\n /g, ' ')
    expect(raw).toContain('List-Unsubscribe: <https://muster.example.com/api/v1/report-subscriptions/abc>')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(sent()).toContain(Buffer.from('file').toString('base64'))
    expect(raw).toContain('Content-Disposition: attachment')
    expect(raw).toContain('- A <b> | 3')
    expect(raw).toContain('A &lt;b&gt;')
    const files = () =>
      server.db.selectFrom('mail_attachments').where('mail_id', '=', mailId).select('name').execute()
    await expect.poll(files).toEqual([])
  }, 60_000)
})

describe('an email to a user', () => {
  const mailOf = (recipient: string) =>
    server.db.selectFrom('mails').where('recipient', '=', recipient).selectAll().executeTakeFirstOrThrow()

  /** Queues emails of each kind while no job sends them. */
  async function queueAll(user: TestUser): Promise<string> {
    const services = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
    const email = `${user.id}@example.com`
    await server.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
    await server.db.updateTable('logins').set({ email }).where('user_id', '=', user.id).execute()
    await server.db
      .insertInto('notification_choices')
      .values({ workspace_id: user.workspaceId, user_id: user.id, kind: 'mention', in_app: true, mail: true })
      .execute()
    await mailPasswordLink(services, { email })
    const { workspaceId } = user
    await server.db.transaction().execute(async (tx) => {
      const about = { workspaceId, userIds: [user.id], actorId: null, path: '/' }
      await notify(tx, services, 'mention', { ...about, text: () => 'Ida', headline: () => 'Ida' })
      const compose = () => ({ subject: 'Invoice', paragraphs: ['Due'] })
      await notifyPayers(tx, services, workspaceId, compose)
    })
    return email
  }

  async function sendAll(email: string) {
    const waiting = server.db.selectFrom('mails').where('recipient', '=', email)
    const smtpUrl = server.services.config.smtpUrl
    refused.push(email)
    for (const { id, workspace_id: workspaceId } of await waiting.selectAll().execute())
      await sendMail(
        { ...server.services, config: { ...server.services.config, smtpUrl } },
        { workspaceId, mailId: id },
      )
    const ended = await waiting.select(['subject', 'sent_at', 'canceled_at']).execute()
    return {
      queued: ended.length,
      sent: ended.filter(({ sent_at }) => sent_at).length,
      canceled: ended.filter(({ canceled_at }) => canceled_at).length,
      received: received.filter((raw) => raw.includes(`To: ${email}`)).length,
    }
  }

  it.each([
    ['suspended', { status: 'suspended' }],
    ['deleted', { status: 'suspended', deleted_at: sql<string>`now()` }],
  ] as const)('is not sent if they were %s before, and the others’ are', async (_, change) => {
    const { workspaceId } = await server.addWorkspace()
    const [gone, staying] = [
      await server.addUser(workspaceId, 'owner'),
      await server.addUser(workspaceId, 'owner'),
    ]
    const emails = [await queueAll(gone), await queueAll(staying)]
    await server.db.updateTable('users').set(change).where('id', '=', gone.id).execute()
    // The second call queued an email about the invoice for both.
    expect(await sendAll(emails[0]!)).toEqual({ queued: 4, sent: 0, canceled: 4, received: 0 })
    expect(await sendAll(emails[1]!)).toEqual({ queued: 3, sent: 3, canceled: 0, received: 3 })
  })

  it('about a change to their own sign-in is sent in any case', async () => {
    const { workspaceId } = await server.addWorkspace()
    const user = await server.addUser(workspaceId, 'recruiter')
    const services = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
    const to = `former-${user.id}@example.com`
    await server.db.transaction().execute(async (tx) => {
      await notifySecurityChange(tx, services, { workspaceId, userId: user.id }, () => 'Changed.', to)
    })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect(await sendAll(to)).toMatchObject({ queued: 1, sent: 1, canceled: 0 })
    expect((await mailOf(to)).user_id).toBeNull()
  })
})

describe('an email whose job runs again', () => {
  /** Queues an email that no job sends. Returns its ID. */
  async function queueOne(to: string): Promise<{ workspaceId: string; mailId: string }> {
    refused.push(to)
    const { workspaceId } = await server.addWorkspace()
    const services = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
    await server.db
      .transaction()
      .execute((tx) => queueMail(tx, services, workspaceId, { to, subject: 'One', text: 'One' }))
    const { id } = await server.db
      .selectFrom('mails')
      .where('recipient', '=', to)
      .select('id')
      .executeTakeFirstOrThrow()
    return { workspaceId, mailId: id }
  }

  const set = (mailId: string, values: { sent_at?: null; canceled_at?: ReturnType<typeof sql<string>> }) =>
    server.db.updateTable('mails').set(values).where('id', '=', mailId).execute()

  const receivedBy = (to: string) => received.filter((raw) => raw.includes(`To: ${to}`))

  it('after it was sent is not sent a second time', async () => {
    const mail = await queueOne('once@example.com')
    await sendMail(server.services, mail)
    await sendMail(server.services, mail)
    expect(receivedBy('once@example.com')).toHaveLength(1)
  })

  it('after it was canceled is not sent', async () => {
    const mail = await queueOne('canceled@example.com')
    await set(mail.mailId, { canceled_at: sql<string>`now()` })
    await sendMail(server.services, mail)
    expect(receivedBy('canceled@example.com')).toEqual([])
  })

  it('since nobody knows that it was sent has the same ID, by which a mail server recognizes it', async () => {
    const mail = await queueOne('again@example.com')
    await sendMail(server.services, mail)
    await set(mail.mailId, { sent_at: null })
    await sendMail(server.services, mail)
    const ids = receivedBy('again@example.com').map((raw) => /^Message-ID: (.+)$/m.exec(raw)?.[1]?.trim())
    expect(ids).toEqual([expect.stringContaining(mail.mailId), ids[0]])
  })
})

describe('the email that confirms an address', () => {
  it('says so if the address signs in to another workspace', () => {
    const confirmation = {
      name: 'Ida',
      workspace: 'Lantern',
      link: 'https://a.example/',
      lifetime: { days: 7 },
    }
    const [free, taken] = [false, true].map(
      (isTaken) => confirmAddressEmail({ ...confirmation, isTaken }).text,
    )
    expect(free).not.toContain('another workspace')
    expect(taken).toContain('You already use this email to sign in to another workspace')
  })
})

describe('a mail server on another machine', () => {
  it('is sent nothing when it offers no TLS', async () => {
    const { workspaceId } = await server.addWorkspace()
    const { port } = smtp.server.address() as { port: number }
    const without = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
    await server.db.transaction().execute((tx) =>
      queueMail(tx, without, workspaceId, {
        to: 'far@example.com',
        subject: 'A secret',
        text: 'A secret',
      }),
    )
    const mail = () =>
      server.db
        .selectFrom('mails')
        .where('recipient', '=', 'far@example.com')
        .selectAll()
        .executeTakeFirstOrThrow()
    const mailId = (await mail()).id
    // Reaches this machine by an address that does not count as local.
    const far = { ...without, config: { ...without.config, smtpUrl: `smtp://0.0.0.0:${port}` } }
    await expect(sendMail(far, { workspaceId, mailId })).rejects.toThrow(/TLS/)
    expect(await mail()).toMatchObject({ sent_at: null, error: expect.stringContaining('TLS') })
    expect(refused).not.toContain('far@example.com')
  })
})

describe('a mail server with an untrusted certificate', () => {
  it('is sent nothing', async () => {
    // Its certificate is self-signed.
    const unknown = new SMTPServer({ disabledCommands: ['AUTH'], logger: false })
    unknown.on('error', () => {})
    await new Promise<void>((listening) => unknown.listen(0, '127.0.0.1', listening))
    const { port } = unknown.server.address() as { port: number }
    const smtpUrl = `smtp://127.0.0.1:${port}`
    const { workspaceId } = await server.addWorkspace()
    const without = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
    await server.db
      .transaction()
      .execute((tx) => queueMail(tx, without, workspaceId, { to: 'b@example.com', subject: 'B', text: 'B' }))
    const { id } = await server.db
      .selectFrom('mails')
      .where('recipient', '=', 'b@example.com')
      .select('id')
      .executeTakeFirstOrThrow()
    const services = { ...without, config: { ...without.config, smtpUrl } }
    await expect(sendMail(services, { workspaceId, mailId: id })).rejects.toThrow(/certificate|self.signed/i)
    await new Promise<void>((closed) => unknown.close(closed))
  })
})

describe('writeEmail', () => {
  it('writes the same words as text and as HTML, which it escapes', () => {
    const { text, html } = writeEmail('A & B', [
      '<b>"1" & \'2\'</b>',
      { label: 'Go >', address: 'https://a.example/?x="&y' },
    ])
    expect(text).toBe('<b>"1" & \'2\'</b>\n\nhttps://a.example/?x="&y')
    expect(html).toContain('<p>&lt;b&gt;&quot;1&quot; &amp; &#39;2&#39;&lt;/b&gt;</p>')
    expect(html).toContain('href="https://a.example/?x=&quot;&amp;y"')
    expect(html).toContain('>Go &gt;</a>')
  })
})
