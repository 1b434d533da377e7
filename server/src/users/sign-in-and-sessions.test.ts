import { login, refresh } from '@muster/contract/auth.ts'
import { confirmEmail } from '@muster/contract/email-confirmation.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import * as contract from '@muster/contract/own-account.ts'
import {
  confirmOwnPassword,
  endOtherSessions,
  endSession,
  listMySessions,
  listUserSessions,
} from '@muster/contract/user-sessions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../session/password.ts'
import { followEvents } from '../testing/follow-events.ts'
import { sendFile } from '../testing/seed.ts'
import { makePicture } from '../testing/seed-sign-in.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailEmailClaim } from './mail-email-claim.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let passwordHash: string

const password = 'an old and dusty lantern'
const newPassword = 'bright river cello moss'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  passwordHash = await hashPassword(password)
  admin = await addPerson('admin')
})

afterAll(() => server?.stop())

async function addPerson(role: 'admin' | 'owner' | 'recruiter' = 'recruiter', name = 'Some Body') {
  const user = await server.addUser(workspaceId, role, { name })
  await server.db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('email', '=', user.email)
    .execute()
  return user
}

async function signIn(user: TestUser, userAgent = firefox, typed = password): Promise<TestUser> {
  const { body, status } = await server.call(login, {
    body: { email: user.email, password: typed },
    headers: { 'user-agent': userAgent },
  })
  expect(status).toBe(200)
  return { ...user, accessToken: body.access_token, refreshToken: body.refresh_token }
}

async function statusOf(as: TestUser): Promise<number> {
  return (await server.call(getCurrentUser, { as })).status
}

function refreshTokens(user: TestUser) {
  return server.call(refresh, { body: { refresh_token: user.refreshToken } })
}

async function notificationsOf(as: TestUser) {
  const { body } = await server.call(listNotifications, { as })
  const mails = await server.db.selectFrom('mails').where('recipient', '=', as.email).selectAll().execute()
  return { notifications: body.items.map(({ kind, text }) => `${kind}: ${text}`), mails }
}

describe('sessions', () => {
  it('are listed with their device and address, with the current one marked', async () => {
    const person = await addPerson()
    const laptop = await signIn(person)
    const phone = await signIn(person, iphone)
    const { body } = await server.call(listMySessions, { as: phone })
    expect(body.items.slice(0, 2)).toMatchObject([
      { device: { kind: 'phone', browser: 'Safari 18', system: 'iOS' }, ip: '127.0.0.1', current: true },
      { device: { kind: 'computer', browser: 'Firefox 141', system: 'Linux' }, current: false },
    ])
    const seen = await server.call(listUserSessions, { as: admin, params: { id: person.id } })
    expect(seen.body.items.map(({ id }) => id)).toEqual(body.items.map(({ id }) => id))
    expect(seen.body.items.some(({ current }) => current)).toBe(false)
    expect(await statusOf(laptop)).toBe(200)
  })

  it('can be ended one by one, by their owner or a manager, with their streams', async () => {
    const person = await addPerson()
    const [laptop, phone] = [await signIn(person), await signIn(person, iphone)]
    const stream = await followEvents(server, laptop)
    const { items } = (await server.call(listMySessions, { as: phone })).body
    const end = (as: TestUser, id: string) => server.call(endSession, { as, params: { id } })
    expect((await end(await addPerson(), items[1]!.id)).status).toBe(404)
    expect((await end(phone, items[1]!.id)).status).toBe(204)
    await stream.ended
    expect([await statusOf(laptop), (await refreshTokens(laptop)).status, await statusOf(phone)]).toEqual([
      401, 401, 200,
    ])
    expect((await end(admin, items[0]!.id)).status).toBe(204)
    expect(await statusOf(phone)).toBe(401)
    const owner = await signIn(await addPerson('owner'))
    const ofOwner = (await server.call(listMySessions, { as: owner })).body.items[0]!
    expect((await end(admin, ofOwner.id)).status).toBe(403)
  })

  it('can be ended by their owner only within 10 minutes of signing in or entering the password', async () => {
    const person = await addPerson()
    const [laptop, phone] = [await signIn(person), await signIn(person, iphone)]
    const { items } = (await server.call(listMySessions, { as: phone })).body
    const [here, there] = [items[0]!.id, items[1]!.id]
    const backdate = (column: 'created_at' | 'confirmed_at', minutes: number) =>
      server.db
        .updateTable('sessions')
        .set({ [column]: sql`now() - make_interval(mins => ${minutes})` })
        .where('id', '=', here)
        .execute()
    const end = (id: string, as = phone) => server.call(endSession, { as, params: { id } })
    const confirm = (currentPassword: string) =>
      server.call(confirmOwnPassword, { as: phone, body: { currentPassword } })
    await backdate('created_at', 10)
    for (const refused of [await end(there), await server.call(endOtherSessions, { as: phone })])
      expect([refused.status, refused.body.code]).toEqual([403, 'PASSWORD_REQUIRED'])
    // Confirmed in one session but not in the other, and a wrong password confirms nothing.
    expect((await confirm('a wrong password')).status).toBe(422)
    expect((await end(there)).status).toBe(403)
    expect(await statusOf(laptop)).toBe(200)
    expect((await confirm(password)).status).toBe(204)
    await backdate('confirmed_at', 10)
    expect((await end(there)).status).toBe(403)
    expect((await confirm(password)).status).toBe(204)
    expect((await end(there)).status).toBe(204)
    expect(await statusOf(laptop)).toBe(401)
    // Other users' sessions stay hidden, and signing out needs no confirmation.
    const stranger = (await server.call(listMySessions, { as: await signIn(await addPerson()) })).body
      .items[0]!
    await backdate('confirmed_at', 10)
    expect((await end(stranger.id)).status).toBe(404)
    expect((await end(here)).status).toBe(204)
    expect(await statusOf(phone)).toBe(401)
  })

  it('can all be ended except the current one', async () => {
    const person = await addPerson()
    const [laptop, phone] = [await signIn(person), await signIn(person, iphone)]
    const { body } = await server.call(endOtherSessions, { as: phone })
    expect(body.ended).toBe(2)
    expect([await statusOf(laptop), await statusOf(person), await statusOf(phone)]).toEqual([401, 401, 200])
  })

  it('notify their owner, in the app and by email, when an old refresh token is reused', async () => {
    const person = await signIn(await addPerson())
    const second = { ...person, refreshToken: (await refreshTokens(person)).body.refresh_token }
    await refreshTokens(second)
    expect((await refreshTokens(person)).status).toBe(401)
    const again = await signIn(person)
    const { notifications, mails } = await notificationsOf(again)
    expect(notifications).toEqual([
      'security: Someone at 127.0.0.1 used a copy of one of your sessions. We ended that session. Sign in again.',
    ])
    expect(mails.map(({ subject }) => subject)).toEqual(['Security alert for your Muster account'])
    expect(mails[0]!.body).toContain('/settings/sessions')
    await refreshTokens(person)
    expect((await notificationsOf(again)).mails).toHaveLength(1)
  })
})

async function failToSignIn(user: TestUser, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1)
    await server.call(login, { body: { email: user.email, password: 'wrong' } })
}

describe('changePassword', () => {
  const change = (as: TestUser, currentPassword: string, next: string) =>
    server.call(contract.changePassword, { as, body: { currentPassword, newPassword: next } })

  it('needs the current password, ends the other sessions and notifies the user', async () => {
    const person = await addPerson()
    const [laptop, phone] = [await signIn(person), await signIn(person, iphone)]
    expect((await change(phone, password, newPassword)).status).toBe(204)
    expect([await statusOf(laptop), (await refreshTokens(laptop)).status, await statusOf(phone)]).toEqual([
      401, 401, 200,
    ])
    expect((await notificationsOf(phone)).notifications).toEqual(['security: Your password was changed.'])
    await signIn(person, firefox, newPassword)
    expect((await server.call(login, { body: { email: person.email, password } })).status).toBe(401)
  })

  it('refuses a short, common or unchanged one', async () => {
    const person = await addPerson()
    for (const bad of ['bright river', 'passwordpassword', password, 'some body was here at last']) {
      const { status, body } = await change(person, password, bad)
      expect([bad, status, Object.keys(body.details ?? {})]).toEqual([bad, 422, ['newPassword']])
    }
  })

  it('refuses the same one in other characters for the same letters', async () => {
    const person = await addPerson()
    const [ligature, letters] = ['co\ufb00ee lantern moss', 'coffee lantern moss']
    expect((await change(person, password, ligature)).status).toBe(204)
    const { status, body } = await change(person, letters, ligature)
    expect([status, body.details]).toEqual([422, { newPassword: ['This is already your password'] }])
  })

  it('forgets the failed sign-ins before it', async () => {
    const person = await addPerson()
    await failToSignIn(person, 9)
    expect((await change(person, password, newPassword)).status).toBe(204)
    await failToSignIn(person, 2)
    await signIn(person, firefox, newPassword)
  })

  it('counts a wrong current password as a failed sign-in', async () => {
    const person = await addPerson()
    for (let index = 0; index < 10; index += 1)
      expect((await change(person, 'wrong', newPassword)).body.details).toEqual({
        currentPassword: ['This password is incorrect'],
      })
    expect((await change(person, password, newPassword)).status).toBe(429)
    expect((await server.call(login, { body: { email: person.email, password } })).status).toBe(429)
  })
})

describe('resetUserPassword', () => {
  const reset = (as: TestUser, id: string, body?: { newPassword: string }) =>
    server.call(contract.resetUserPassword, { as, params: { id }, body })

  it('emails a link or sets the given password, ends the sessions and notifies the user', async () => {
    const person = await signIn(await addPerson())
    expect((await reset(admin, person.id)).status).toBe(204)
    expect(await statusOf(person)).toBe(401)
    expect((await server.call(login, { body: { email: person.email, password } })).status).toBe(401)
    const jobs = await server.services.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', person.id)
      .select(['action', 'details'])
      .execute()
    expect(jobs).toEqual([{ action: 'user.password_reset', details: { how: 'link' } }])
    expect((await reset(admin, person.id, { newPassword: 'short' })).status).toBe(422)
    expect((await reset(admin, person.id, { newPassword })).status).toBe(204)
    const back = await signIn(person, firefox, newPassword)
    const own = { currentPassword: newPassword, newPassword: 'violet harbour engine' }
    expect((await server.call(contract.changePassword, { as: back, body: own })).status).toBe(204)
    expect((await notificationsOf(back)).notifications).toEqual([
      'security: Your password was changed.',
      'security: Some Body set a temporary password for you. You choose your own when you sign in.',
    ])
  })

  it('lets somebody in with the given password who was locked out', async () => {
    const person = await addPerson()
    await failToSignIn(person, 10)
    expect((await server.call(login, { body: { email: person.email, password } })).status).toBe(429)
    expect((await reset(admin, person.id, { newPassword })).status).toBe(204)
    await signIn(person, firefox, newPassword)
  })

  it('sets no password for somebody with a permission of which the manager has none, but sends a link', async () => {
    const manager = await addPerson('admin')
    const person = await addPerson()
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['billing:manage'] })
      .where('id', '=', person.id)
      .execute()
    const refused = await reset(manager, person.id, { newPassword })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This user has permissions you do not have. Send a link instead.',
    ])
    expect((await reset(manager, person.id)).status).toBe(204)
  })

  it('is refused for a higher role, for oneself, and without the permission', async () => {
    const owner = await addPerson('owner')
    const person = await addPerson()
    for (const [as, id] of [
      [admin, owner.id],
      [admin, admin.id],
      [person, owner.id],
    ] as const)
      expect((await reset(as, id, { newPassword })).status).toBe(403)
  })
})

describe('updateProfile', () => {
  it('waits for a new email to be confirmed, then notifies the old one, and changes nothing else', async () => {
    const person = await addPerson()
    const email = `new.${person.email}`
    const body = {
      name: 'New Name',
      email,
      currentPassword: password,
    }
    const answer = await server.call(contract.updateProfile, { as: person, body })
    expect(answer.body).toMatchObject({
      name: 'New Name',
      email: person.email,
      pendingEmail: email,
      role: 'recruiter',
      workspace: { id: workspaceId },
    })
    await mailEmailClaim(server.services, { workspaceId, userId: person.id })
    const link = await server.db
      .selectFrom('mails')
      .where('recipient', '=', email)
      .select('body')
      .executeTakeFirstOrThrow()
    const token = /confirm-email#token=(\S+)/.exec(link.body)![1]!
    expect((await server.call(confirmEmail, { body: { token } })).status).toBe(200)
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', person.email)
      .select('body')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain(`You now sign in with ${email}.`)
  })
})

describe('an avatar', () => {
  const set = async (as: TestUser, content: Buffer | string) => {
    const answer = await sendFile(server, contract.uploadAvatar, as, content, 'me.html')
    return { status: answer.status, body: (await answer.json()) as { avatarId: string; code: string } }
  }
  const get = (as: TestUser, id: string) =>
    fetch(server.url + addressOf(contract.getAvatar, { id }), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })

  it('is re-encoded, square, upright and without metadata', async () => {
    const person = await addPerson()
    const photo = await sharp(await makePicture(600, 300))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .toBuffer()
    const { status, body } = await set(person, photo)
    expect(status).toBe(200)
    const answer = await get(admin, person.id)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const picture = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect((await sharp(picture).metadata()).exif).toBeUndefined()
    const { items } = (await server.call(contract.listAvatars, { as: admin })).body
    expect(items).toContainEqual({ userId: person.id, avatarId: body.avatarId })
    const removed = await server.call(contract.deleteAvatar, { as: person })
    expect(removed.body.avatarId).toBeNull()
    expect((await get(admin, person.id)).status).toBe(404)
  })

  it('that takes long to decode does not delay other workspaces, and only some are queued', async () => {
    const person = await addPerson()
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    // Interlaced, so that the whole picture is decoded before it is made small.
    const large = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#fff' } })
      .png({ progressive: true })
      .toBuffer()
    let answered = 0
    const all = Array.from({ length: 20 }, async () => {
      const { status } = await set(person, large)
      answered += 1
      return status
    })
    await expect.poll(() => answered).toBeGreaterThan(0)
    expect((await set(stranger, await makePicture(40, 40))).status).toBe(200)
    expect(answered).toBeLessThan(20)
    expect(new Set(await Promise.all(all))).toEqual(new Set([200, 503]))
  }, 120_000)

  it('of another kind, broken, too large or with too many pixels is refused, and others stay in their workspace', async () => {
    const person = await addPerson()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    for (const content of [svg, '<html>', gif, 'GIF89a<script>'])
      expect((await set(person, content)).status).toBe(415)
    expect((await set(person, '')).status).toBe(422)
    const picture = await makePicture(400, 400)
    expect([415, 422]).toContain((await set(person, picture.subarray(0, 200))).status)
    expect((await set(person, Buffer.alloc(contract.maxAvatarBytes + 1))).status).toBe(413)
    // One colour, many pixels: a small file that decodes to a huge image.
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect([415, 422]).toContain((await set(person, bomb)).status)
    await set(person, picture)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await get(stranger, person.id)).status).toBe(404)
  })
})
