import { refresh } from '@muster/contract/auth.ts'
import { createOutgoingWebhook } from '@muster/contract/outgoing-webhooks.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { setVoiceSecret } from '@muster/contract/voice-webhooks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadBrowserCallAccount } from '../browser-calls/browser-call-account.ts'
import { newId } from '../database/new-id.ts'
import { openWebhookSecret } from '../outgoing-webhooks/webhook-secret.ts'
import { sealedFor } from '../second-factor/factor.ts'
import { openSecret } from '../session/sealed-secret.ts'
import { seedBrowserCalls, twilioApp } from '../testing/seed-browser-calls.ts'
import { addFactor } from '../testing/seed-sign-in.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { loadVoiceAccount } from '../voice-campaigns/voice-account.ts'
import { loadOwnSecret } from '../webhooks/voice-secret.ts'
import { rotateKey } from './rotate-key.ts'

let server: TestServer
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

const installationSecret = async () =>
  (await server.db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()).secret

describe('rotateKey', () => {
  it('re-encrypts every stored secret, so that only the new key decrypts it', async () => {
    const { workspaceId } = owner
    const factor = await addFactor(server, owner, true)
    const made = await server.call(createOutgoingWebhook, {
      as: owner,
      body: { url: 'https://receiver.example/hook', events: ['application.created'] },
    })
    expect(made.status).toBe(201)
    const voice = 'a secret of the provider'
    const set = await server.call(setVoiceSecret, {
      as: owner,
      params: { provider: 'vapi' },
      body: { secret: voice },
    })
    expect(set.status).toBeLessThan(300)
    const webhook = () =>
      server.db
        .selectFrom('outgoing_webhooks')
        .where('id', '=', made.body.id)
        .select('secret')
        .executeTakeFirstOrThrow()
    const stored = () =>
      server.db
        .selectFrom('second_factors')
        .where('user_id', '=', owner.id)
        .select('secret')
        .executeTakeFirstOrThrow()
    const [key, sealedWebhook, sealedFactor] = [await installationSecret(), await webhook(), await stored()]
    expect(await rotateKey(server.db)).toBeGreaterThanOrEqual(3)
    expect(await installationSecret()).toMatch(/^[0-9a-f]{64}$/)
    expect(await installationSecret()).not.toBe(key)
    const place = { workspaceId, id: made.body.id }
    const what = sealedFor({ workspaceId, userId: owner.id })
    expect(await openWebhookSecret(server.db, (await webhook()).secret, place)).toBe(made.body.secret)
    expect(await openSecret(server.db, (await stored()).secret, what)).toBe(factor)
    expect(await loadOwnSecret(server.db, workspaceId, 'vapi')).toBe(voice)
    // The old ciphertext cannot be decrypted with the new key.
    await expect(openWebhookSecret(server.db, sealedWebhook.secret, place)).rejects.toThrow()
    await expect(openSecret(server.db, sealedFactor.secret, what)).rejects.toThrow()
  })

  it('keeps the keys with which the workspace places calls', async () => {
    const { workspaceId } = owner
    const set = await server.call(setVoiceAccount, {
      as: owner,
      params: { provider: 'retell' },
      body: { apiKey: 'a key of ours' },
    })
    expect(set.status).toBe(200)
    await seedBrowserCalls(server, owner, newId())
    await rotateKey(server.db)
    expect(await loadVoiceAccount(server.db, workspaceId, 'retell')).toEqual({
      apiKey: 'a key of ours',
      accountId: null,
    })
    expect(await loadBrowserCallAccount(server.db, workspaceId)).toEqual(twilioApp)
  })

  it('keeps sessions by their refresh tokens, and refuses old access tokens', async () => {
    await rotateKey(server.db)
    const { connectionString } = server
    const restarted = await startTestServer({ connectionString })
    const before = await restarted.call(getCurrentUser, { as: owner })
    expect(before.status).toBe(401)
    const { status, body } = await restarted.call(refresh, { body: { refresh_token: owner.refreshToken } })
    expect(status).toBe(200)
    const after = await restarted.call(getCurrentUser, { as: { ...owner, accessToken: body.access_token } })
    expect(after.status).toBe(200)
    await restarted.stop()
  })

  it('refuses while a node runs, and changes nothing', async () => {
    const key = await installationSecret()
    const node = { id: newId(), version: '1', node_version: 'v24', process: 'all', host: 'desk', pid: 1 }
    await server.db.insertInto('nodes').values(node).execute()
    await expect(rotateKey(server.db)).rejects.toThrow('Stop the server first: 1 running on desk')
    expect(await installationSecret()).toBe(key)
    await server.db.deleteFrom('nodes').where('id', '=', node.id).execute()
  })

  it('changes nothing when one secret cannot be decrypted', async () => {
    const key = await installationSecret()
    await addFactor(server, owner, true)
    await server.db
      .updateTable('second_factors')
      .set({ secret: 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA' })
      .where('user_id', '=', owner.id)
      .execute()
    await expect(rotateKey(server.db)).rejects.toThrow()
    expect(await installationSecret()).toBe(key)
    await server.db.deleteFrom('second_factors').where('user_id', '=', owner.id).execute()
  })
})
