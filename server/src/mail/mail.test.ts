import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { invitationLetter } from './invitation-letter.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'
import { writeLetter } from './write-letter.ts'

let server: TestServer
let smtp: SMTPServer
const received: string[] = []
const refused: string[] = []

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _, done) {
      // Busy the first time each address is tried.
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

describe('a mail', () => {
  it('goes to the mail server as text and HTML, again after a refusal, and once', async () => {
    const { workspaceId } = await server.addWorkspace()
    const letter = invitationLetter({
      name: 'Ida Ölund',
      inviter: 'Zora <script>',
      workspace: 'Lantern\r\nBcc: everybody@example.com',
      role: 'Recruiter',
      link: 'https://muster.example.com/auth/accept-invite#token=abc&x=1',
      days: 7,
    })
    await server.db
      .transaction()
      .execute((tx) => queueMail(tx, server.services, workspaceId, { to: 'ida@example.com', ...letter }))
    const mails = () => server.db.selectFrom('mails').select(['sent_at', 'error']).execute()
    await expect.poll(async () => (await mails())[0]!.error, { timeout: 15_000 }).toMatch(/try again later/)
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1)
    await expect.poll(async () => (await mails())[0]!.error, { timeout: 15_000 }).toBeNull()
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

describe('a mail server of another machine', () => {
  it('that offers no TLS is sent nothing', async () => {
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
    // Leads to this machine under an address that is not known for it.
    const far = { ...without, config: { ...without.config, smtpUrl: `smtp://0.0.0.0:${port}` } }
    await expect(sendMail(far, { workspaceId, mailId })).rejects.toThrow(/TLS/)
    expect(await mail()).toMatchObject({ sent_at: null, error: expect.stringContaining('TLS') })
    expect(refused).not.toContain('far@example.com')
  })
})

describe('a mail server whose certificate nobody vouches for', () => {
  it('is sent nothing', async () => {
    // Its certificate is signed by itself.
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

describe('a letter', () => {
  it('has the same words twice, and escapes them as HTML', () => {
    const { text, html } = writeLetter('A & B', [
      '<b>"1" & \'2\'</b>',
      { label: 'Go >', address: 'https://a.example/?x="&y' },
    ])
    expect(text).toBe('<b>"1" & \'2\'</b>\n\nhttps://a.example/?x="&y')
    expect(html).toContain('<p>&lt;b&gt;&quot;1&quot; &amp; &#39;2&#39;&lt;/b&gt;</p>')
    expect(html).toContain('href="https://a.example/?x=&quot;&amp;y"')
    expect(html).toContain('>Go &gt;</a>')
  })
})
