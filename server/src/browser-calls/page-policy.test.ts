import { removeBrowserCallSettings, setBrowserCallSettings } from '@muster/contract/browser-calls.ts'
import { setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { twilioApp } from '../testing/seed-browser-calls.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

const policyOf = async (path: string) =>
  (await fetch(server.url + path)).headers.get('content-security-policy')!

it('pages may connect to Twilio only while calls in the browser are set up, and nothing else may', async () => {
  const before = await policyOf('/call-queues')
  expect(before).not.toMatch(/sdk\.twilio|connect-src/)
  const { accountId, authToken, ...body } = twilioApp
  await server.call(setVoiceAccount, {
    as: owner,
    params: { provider: 'twilio' },
    body: { apiKey: authToken, accountId },
  })
  expect((await server.call(setBrowserCallSettings, { as: owner, body })).status).toBe(200)
  const during = await policyOf('/call-queues')
  expect(during).toContain("connect-src 'self' wss://voice-js.roaming.twilio.com https://eventgw.twilio.com")
  expect(during).toMatch(/media-src 'self'[^;]* https:\/\/sdk\.twilio\.com/)
  expect(during.startsWith("default-src 'self'")).toBe(true)
  expect(await policyOf('/api/v1/companies/')).toBe(before)
  expect(await policyOf('/health')).not.toContain('sdk.twilio')
  await server.call(removeBrowserCallSettings, { as: owner })
  expect(await policyOf('/call-queues')).toBe(before)
})
