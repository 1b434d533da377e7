import { createWorkspace, renameWorkspace } from '@muster/contract/admin-workspaces.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as invitations from '@muster/contract/invitations.ts'
import { createUser, createUsers, updateUser } from '@muster/contract/manage-users.ts'
import { updateProfile } from '@muster/contract/own-account.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { updateCurrentUser } from '@muster/contract/users.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailEmailClaim } from '../users/mail-email-claim.ts'
import { mailPasswordLink } from '../users/mail-password-link.ts'

let server: TestServer
let admin: TestUser
let superadmin: TestUser

/** More than one line, invisible characters, or a link: not allowed in the name of a person or a workspace. */
const bad = [
  'Win\nNow',
  'Win\r\nBcc: all@example.com',
  'Win\tNow',
  'Win\u2028Now',
  'Win\u0085Now',
  'Win\u202egnp.exe',
  'Win\u2066Now',
  'Win\u200bNow',
  'Go to https://evil.example/x',
  'ftp://evil',
  'www.evil',
  'Visit evil.com/now',
  'EVIL.COM/#a',
  'evil．com／a',
  'evil。com?a',
  'ｗｗｗ．evil',
  'evil_.com/now',
  'evil-．com#a',
  'ｈｔｔｐｓ：／／evil',
  'mailto:me',
  'write me@evil.example',
  '192.168.0.1/x',
]

const good = [
  'Zoë O’Neill-Müller',
  'Dr. J. R. Smith',
  'Nguyễn Thị Ánh',
  '李小龍',
  'می‌خواهم',
  'Smith & Sons, Inc.',
  'Booking.com',
  'J.Smith',
  'Northline.io Staffing',
  'Verein e.V.',
  'A <b>',
]

beforeAll(async () => {
  server = await startTestServer({ config: { senderMailsPerHour: 1000 } })
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'owner')
  superadmin = await server.addUser(workspaceId, 'superadmin')
})

afterAll(() => server?.stop())

const address = () => `${newId().slice(-12)}@example.com`

describe('a name that is written into emails to people outside', () => {
  it('is refused, with the field named, unless it is one line without a link', async () => {
    const params = { id: admin.workspaceId }
    const token = 'x'
    const password = 'bright river cello moss'
    const calls: Record<
      string,
      (name: string) => Promise<{ status: number; body: { details: object | null } }>
    > = {
      name: (name) =>
        server.call(invitations.inviteUser, { as: admin, body: { email: address(), role: 'viewer', name } }),
      'name ': (name) =>
        server.call(createUser, { as: admin, body: { email: address(), role: 'viewer', name } }),
      'users.0.name': (name) =>
        server.call(createUsers, {
          as: admin,
          body: { users: [{ email: address(), role: 'viewer', name }] },
        }),
      'name  ': (name) =>
        server.call(updateUser, { as: superadmin, params: { id: admin.id }, body: { name } }),
      'name   ': (name) => server.call(updateCurrentUser, { as: admin, body: { name } }),
      'name    ': (name) => server.call(updateProfile, { as: admin, body: { name } }),
      'name     ': (name) => server.call(updateWorkspace, { as: admin, body: { name } }),
      'name      ': (name) => server.call(renameWorkspace, { as: superadmin, params, body: { name } }),
      ownerName: (ownerName) =>
        server.call(createWorkspace, {
          as: superadmin,
          body: { name: 'Harbour', ownerName, ownerEmail: address() },
        }),
      'name       ': (name) =>
        server.call(createWorkspace, {
          as: superadmin,
          body: { name, ownerName: 'Ida', ownerEmail: address() },
        }),
      'name        ': (name) =>
        server.call(invitations.acceptInvitation, { body: { token, name, password } }),
    }
    for (const [field, call] of Object.entries(calls)) {
      for (const name of bad) {
        const { status, body } = await call(name)
        expect([field, name, status, Object.keys(body.details ?? {})]).toEqual([
          field,
          name,
          422,
          [field.trim()],
        ])
      }
      if (field === 'name        ') continue
      for (const name of good)
        expect([field, name, (await call(name)).status < 300]).toEqual([field, name, true])
    }
  })

  it('that was stored before this rule is written without its lines and links, and never becomes a header', async () => {
    const name = 'Win\r\nBcc: x@evil.com\u202e https://evil.com/a www.evil.com'
    await server.db.updateTable('workspaces').set({ name }).where('id', '=', admin.workspaceId).execute()
    await server.db.updateTable('users').set({ name }).where('id', '=', admin.id).execute()
    const email = address()
    const { status } = await server.call(invitations.inviteUser, {
      as: admin,
      body: { email, role: 'viewer' },
    })
    expect(status).toBe(201)
    await mailPasswordLink(server.services, { email: admin.email })
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', 'in', [email, admin.email])
      .selectAll()
      .execute()
    expect(mails).toHaveLength(2)
    for (const { subject, body, html } of mails) {
      expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      for (const text of [subject, body, html!]) {
        expect(text).not.toMatch(/evil\.com|:\/\/evil|www\.evil/)
        expect(text).not.toMatch(/^Bcc/m)
      }
    }
  })
})

/** What mail programs turn into links: a word with a dot that ends in letters, after entities are decoded. */
const domain = /[^\s.]\.\p{L}{2,}/u

/** Returns the text that a mail program shows, without our own links. */
function shown(source: string): string {
  return source
    .replace(/https?:\/\/[^\s"<]+/g, '')
    .replace(/\S+@example\.com/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/<(?:!|\/?[a-z])[^>]*>/g, '\n')
    .normalize('NFKC')
}

describe('a name like a domain', () => {
  it.each([
    ['Booking.com', 'J.Smith'],
    ['Ｂooking．com', 'Ann。Lee'],
    ['a.b.example.org', 'x.y.Zed'],
    ['evil_.com', 'a-.example'],
  ])('does not become a link in the text or HTML of any email: %s', async (workspace, person) => {
    const name = person
    await server.db
      .updateTable('workspaces')
      .set({ name: workspace })
      .where('id', '=', admin.workspaceId)
      .execute()
    await server.db.updateTable('users').set({ name }).where('id', '=', admin.id).execute()
    const [invited, added] = [address(), address()]
    const body = { role: 'viewer', name } as const
    await server.call(invitations.inviteUser, { as: admin, body: { ...body, email: invited } })
    const made = await server.call(createUser, { as: admin, body: { ...body, email: added } })
    await mailEmailClaim(server.services, { workspaceId: admin.workspaceId, userId: made.body.id })
    await server.db.deleteFrom('mails').where('recipient', '=', admin.email).execute()
    await mailPasswordLink(server.services, { email: admin.email })
    await notifySecurityChange(
      server.db,
      server.services,
      { workspaceId: admin.workspaceId, userId: admin.id },
      () => 'Signed in',
    )
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', 'in', [invited, added, admin.email])
      .selectAll()
      .execute()
    expect(mails.length).toBeGreaterThanOrEqual(3)
    const words = workspace.normalize('NFKC').split(/[.。]/)
    expect(mails.some(({ body }) => body.includes(words.join('. ')))).toBe(true)
    for (const { subject, body: text, html } of mails)
      for (const source of [subject, text, html!]) {
        expect(shown(source)).not.toMatch(domain)
        expect(source).not.toMatch(/\p{Cf}/u)
      }
  })
})

describe('the name of a position or a company', () => {
  it('is one line without a scheme, and may contain a dot', async () => {
    const company = (name: string) => server.call(createCompany, { as: admin, body: { name } })
    const made = await company('Booking.com')
    expect(made.status).toBe(201)
    const position = (name: string) =>
      server.call(createPosition, { as: admin, body: { name, companyId: made.body.id } })
    expect((await position('Senior Node.js / ASP.NET developer')).status).toBe(201)
    for (const name of ['Win\nNow', 'Win\u2028Now', 'Win\u202eNow', 'https://evil']) {
      expect((await company(name)).body.details).toHaveProperty('name')
      expect((await position(name)).body.details).toHaveProperty('name')
    }
  })
})
