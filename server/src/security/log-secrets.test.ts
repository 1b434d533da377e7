import { createApiKey } from '@muster/contract/api-keys.ts'
import { login, refresh } from '@muster/contract/auth.ts'
import { createCandidate, listCandidates } from '@muster/contract/candidates.ts'
import { acceptInvitation, inviteUser, lookAtInvitation } from '@muster/contract/invitations.ts'
import { createOutgoingWebhook, testOutgoingWebhook } from '@muster/contract/outgoing-webhooks.ts'
import { changePassword } from '@muster/contract/own-account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  loginWithSecondFactor,
} from '@muster/contract/second-factor.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { forgotPassword, resetPassword } from '@muster/contract/users.ts'
import { setVoiceSecret } from '@muster/contract/voice-webhooks.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../session/password.ts'
import { appCode } from '../testing/seed-sign-in.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
const lines: string[] = []
/** Kind → everything that must not be in the log. */
const secrets = new Map<string, string>()

const passwords = {
  first: 'copper kettle morning',
  second: 'silver kettle evening',
  wrong: 'iron kettle midnight',
}

function keep(what: string, secret: string | undefined): string {
  expect(secret, what).toBeTruthy()
  secrets.set(what, secret!)
  return secret!
}

beforeAll(async () => {
  server = await startTestServer({
    jobs: true,
    logTo: { write: (line) => lines.push(line) },
    config: { logLevel: 'trace', slowQueryMs: 0 },
  })
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  const password_hash = await hashPassword(passwords.first)
  await server.db.updateTable('logins').set({ password_hash }).where('user_id', '=', owner.id).execute()
  for (const [what, password] of Object.entries(passwords)) keep(`the ${what} password`, password)
  keep('an access token', owner.accessToken)
  keep('a refresh token', owner.refreshToken)
})

afterAll(() => server?.stop())

async function mailedToken(recipient: string, what: string): Promise<string> {
  const find = () =>
    server.db
      .selectFrom('mails')
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .selectAll()
      .execute()
  const token = /token=([\w-]{40,})/
  await expect.poll(async () => (await find()).some(({ body }) => token.test(body))).toBe(true)
  const mail = (await find()).find(({ body }) => token.test(body))!
  return keep(what, token.exec(mail.body)![1])
}

async function signIn(): Promise<void> {
  const { email } = owner
  await server.call(login, { body: { email, password: passwords.wrong } })
  const first = await server.call(login, { body: { email, password: passwords.first } })
  keep('the access token of a sign-in', first.body.access_token)
  const token = keep('the refresh token of a sign-in', first.body.refresh_token)
  const renewed = await server.call(refresh, { body: { refresh_token: token } })
  keep('a renewed access token', renewed.body.access_token)
  keep('a renewed refresh token', renewed.body.refresh_token)
  await server.call(refresh, { body: { refresh_token: `${token.slice(0, -6)}AAAAAA` } })
}

async function setUpSecondFactor(as: TestUser): Promise<void> {
  const begun = await server.call(beginSecondFactor, { as, body: { currentPassword: passwords.first } })
  const secret = keep('the secret of a second factor', begun.body.secret)
  const { body } = await server.call(confirmSecondFactor, { as, body: { code: appCode(secret) } })
  for (const [index, code] of body.recoveryCodes.entries()) keep(`recovery code ${index}`, code)
  const credentials = { email: as.email, password: passwords.first }
  const challenge = await server.call(login, { body: credentials })
  const { challengeToken } = challenge.body.details as unknown as { challengeToken: string }
  keep('a challenge', challengeToken)
  const code = body.recoveryCodes[0]!
  const { status } = await server.call(loginWithSecondFactor, { body: { challengeToken, code } })
  expect(status).toBe(200)
}

async function useKey(): Promise<string> {
  const body = { name: 'Warehouse', permissions: ['candidates:read' as const], expiresAt: null }
  const made = await server.call(createApiKey, { as: owner, body })
  const key = keep('an API key', made.body.key)
  const headers = { authorization: `Bearer ${key}` }
  await server.call(listCandidates, { headers })
  await server.call(createCandidate, { headers, body: { name: 'Nobody' } })
  await server.call(listCandidates, { headers: { authorization: `Bearer ${key.slice(0, -4)}AAAA` } })
  return key
}

async function upload(authorization: string): Promise<void> {
  for (const name of ['resume.txt', 'resume.exe']) {
    const body = new FormData()
    body.append('file', new Blob(['A résumé with the word Quillfeather in it']), name)
    await fetch(server.url + addressOf(uploadFile), { method: 'POST', headers: { authorization }, body })
  }
  keep('a word of a résumé', 'Quillfeather')
}

async function followLinks(): Promise<void> {
  const { email } = owner
  await server.call(forgotPassword, { body: { email } })
  const reset = await mailedToken(email, 'a link that sets a password')
  await server.call(resetPassword, { body: { token: reset, newPassword: 'short' } })
  await fetch(`${server.url}/auth/reset-password?token=${reset}`)
  await fetch(`${server.url}/api/v1/nowhere?token=${reset}`)
  const invited = 'invited@example.com'
  await server.call(inviteUser, { as: owner, body: { email: invited, name: 'Invited', role: 'viewer' } })
  const token = await mailedToken(invited, 'a link of an invitation')
  await server.call(lookAtInvitation, { body: { token } })
  await server.call(acceptInvitation, { body: { token, name: 'Invited', password: passwords.second } })
}

async function useWebhooks(): Promise<void> {
  const url = 'https://hooks.example.invalid/a'
  const made = await server.call(createOutgoingWebhook, { as: owner, body: { url, events: ['call.ended'] } })
  keep('the secret of a webhook', made.body.secret)
  await server.call(testOutgoingWebhook, { as: owner, params: { id: made.body.id } })
  const secret = keep('the secret of a voice provider', 'a voice secret nobody knows 8841')
  await server.call(setVoiceSecret, { as: owner, params: { provider: 'generic' }, body: { secret } })
  const signature = keep('a signature', 'f'.repeat(20) + '0123456789abcdef'.repeat(2))
  for (const path of ['voice/generic', 'voice/vapi', 'stripe'])
    await fetch(`${server.url}/api/v1/webhooks/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': signature,
        'x-vapi-secret': secret,
        'stripe-signature': `t=1,v1=${signature}`,
      },
      body: JSON.stringify({ secret, signature }),
    })
}

async function failInEveryWay(key: string): Promise<void> {
  const { accessToken: token } = owner
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    cookie: `session=${token}`,
  }
  const address = `${server.url}/api/v1/candidates/`
  await fetch(address, { method: 'POST', headers, body: `{"name": "${key}", "email": ` })
  await fetch(address, { method: 'POST', headers, body: JSON.stringify({ email: key, phone: token }) })
  await fetch(`${address}?limit=${token}&access_token=${token}`, { headers })
  await fetch(`${address}${key}`, { headers })
  await fetch(`${server.url}/api/v1/users/me/?api_key=${key}`)
  await fetch(`${server.url}/api/v1/nowhere/${key}`)
}

/** Logs what a library or a careless line could include. */
function logCarelessly(key: string): void {
  const { log } = server.services.telemetry
  const { accessToken: token } = owner
  const dsn = `postgresql://muster:${keep('the password of a database', 'hunter2-of-the-house')}@db:5432/muster`
  const headers = { authorization: `Bearer ${token}`, Cookie: `a=${token}` }
  log.error({ err: Object.assign(new Error(`no route to ${dsn}`), { config: { headers } }) }, 'lost')
  log.error(new Error(`refused Bearer ${token}`, { cause: new Error(`api_key=${key}`) }))
  log.warn({ options: { nested: { deep: { headers } } }, list: [{ apiKey: key }], raw: token }, `with ${key}`)
  log.info({ error: new Error(dsn), failures: [new Error(`token=${token}`)] })
  log.trace({ Authorization: `Basic ${Buffer.from(`me:${passwords.first}`).toString('base64')}` })
  log.debug('GET /auth/reset-password?token=%s', token)
  log.child({ authorization: token }).info('of a child')
  const circle: Record<string, unknown> = { password: passwords.first }
  circle.self = circle
  log.info(circle, 'in a circle')
  log.info({ body: { text: passwords.second }, request: new URL(`https://x.example/?secret=${key}`) })
}

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // Base64 within a longer text starts at one of three offsets; its outermost characters depend on the rest.
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(4, -4),
  )
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    ...encoded.filter((text) => text.length >= 12),
  ]
}

it('keeps every token, key, password and link out of the log, at its most verbose level', async () => {
  await signIn()
  const key = await useKey()
  await upload(`Bearer ${key}`)
  await upload(`Bearer ${owner.accessToken}`)
  await followLinks()
  await useWebhooks()
  await failInEveryWay(key)
  await setUpSecondFactor(owner)
  await server.call(changePassword, {
    as: owner,
    body: { currentPassword: passwords.first, newPassword: passwords.second },
  })
  logCarelessly(key)

  const answered = lines.filter((line) => JSON.parse(line).msg === 'answered')
  expect(answered.length).toBeGreaterThan(30)
  expect(lines.some((line) => line.includes('Providing options to busboy'))).toBe(true)
  const log = lines.join('').toLowerCase()
  const found = [...secrets].filter(([, secret]) =>
    spellings(secret).some((spelling) => log.includes(spelling.toLowerCase())),
  )
  expect(found.map(([what]) => what)).toEqual([])
})

it('still names the request, endpoint, user and key of a line', () => {
  const keyed = lines.map((line) => JSON.parse(line)).find(({ apiKeyId }) => apiKeyId)
  expect(keyed).toMatchObject({
    level: 'info',
    call: 'listCandidates',
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    userId: owner.id,
    workspaceId: owner.workspaceId,
    apiKeyId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const lost = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'lost')
  expect(lost.err).toMatchObject({
    type: 'Error',
    message: 'no route to postgresql://muster:…',
  })
  expect(lost.err.stack).toContain('log-secrets.test.ts')
})
