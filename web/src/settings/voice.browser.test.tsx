import {
  getBrowserCallSettings,
  removeBrowserCallSettings,
  setBrowserCallSettings,
} from '@muster/contract/browser-calls.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listVoiceAccounts, setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import {
  listUnclaimedVoiceEvents,
  listVoiceWebhooks,
  setVoiceSecret,
} from '@muster/contract/voice-webhooks.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

const [webhook] = example(listVoiceWebhooks).items
const [account] = example(listVoiceAccounts).items
const sid = page.getByLabelText('Twilio: Account SID')
const token = page.getByLabelText('Twilio: Auth token for placing calls')
const secret = page.getByLabelText('Vapi: Server secret', { exact: true })
const item = (heading: string, name: string) =>
  page
    .getByRole('region', { name: heading })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
const accounts = (name: string) => item('Keys for placing calls', name)
const secrets = (name: string) => item('Voice providers', name)

beforeEach(async () => {
  answer(listVoiceWebhooks, {
    items: [
      { ...webhook!, provider: 'vapi', secret: 'installation' },
      { ...webhook!, provider: 'retell', secret: 'workspace' },
    ],
  })
  answer(listVoiceAccounts, {
    items: [
      { ...account!, provider: 'twilio', accountId: null, setAt: null },
      { ...account!, provider: 'vapi', accountId: null },
    ],
  })
  await openApp('/settings/voice')
  await expect.element(sid).toBeVisible()
})

describe('a key for placing calls', () => {
  it('of Twilio is saved with its account alone, and forgotten by the form', async () => {
    const save = accounts('Twilio').getByRole('button', { name: 'Save' })
    await token.fill('a token')
    await expect.element(save).toBeDisabled()
    await sid.fill('AC1')
    await save.click()
    await expect.element(token).toHaveValue('')
    expect(callsOf(setVoiceAccount)).toMatchObject([
      { params: { provider: 'twilio' }, body: { apiKey: 'a token', accountId: 'AC1' } },
    ])
  })

  it('stays typed when it is refused, which is said', async () => {
    answer(setVoiceAccount, refuse('CONFLICT', 'The provider knows no such key'))
    const key = accounts('Vapi').getByLabelText(/for placing calls/)
    await key.fill('a key')
    await accounts('Vapi').getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Key not saved: The provider knows no such key')).toBeVisible()
    await expect.element(key).toHaveValue('a key')
    expect(callsOf(setVoiceAccount)[0]?.body).toEqual({ apiKey: 'a key', accountId: null })
  })

  it('is removed where there is one', async () => {
    expect(accounts('Twilio').getByRole('button', { name: 'Remove' }).elements()).toEqual([])
    await accounts('Vapi').getByRole('button', { name: 'Remove' }).click()
    await expect
      .poll(() => callsOf(setVoiceAccount))
      .toMatchObject([{ params: { provider: 'vapi' }, body: { apiKey: null, accountId: null } }])
  })
})

describe('the secret of a voice provider', () => {
  it('is saved, and forgotten by the form', async () => {
    await secret.fill('  ')
    await expect.element(secrets('Vapi').getByRole('button', { name: 'Save' })).toBeDisabled()
    await secret.fill('hush')
    await secrets('Vapi').getByRole('button', { name: 'Save' }).click()
    await expect.element(secret).toHaveValue('')
    expect(callsOf(setVoiceSecret)).toMatchObject([
      { params: { provider: 'vapi' }, body: { secret: 'hush' } },
    ])
  })

  it('is removed only where it is the workspace’s own', async () => {
    expect(secrets('Vapi').getByRole('button', { name: 'Remove' }).elements()).toEqual([])
    await secrets('Retell').getByRole('button', { name: 'Remove' }).click()
    await expect
      .poll(() => callsOf(setVoiceSecret))
      .toMatchObject([{ params: { provider: 'retell' }, body: { secret: null } }])
  })

  it('stays typed when it is refused, which is said', async () => {
    answer(setVoiceSecret, refuse('FORBIDDEN', 'Secrets are locked'))
    await secret.fill('hush')
    await secrets('Vapi').getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Secret not saved: Secrets are locked')).toBeVisible()
    await expect.element(secret).toHaveValue('hush')
  })
})

it('reports that belong to no workspace are for those who run the installation', async () => {
  await expect.element(secret).toBeVisible()
  expect(callsOf(listUnclaimedVoiceEvents)).toEqual([])
  signInAs('superadmin')
  await openApp('/settings/voice')
  await expect.poll(() => callsOf(listUnclaimedVoiceEvents).length).toBeGreaterThan(0)
})

describe('calls in the browser', () => {
  const region = page.getByRole('region', { name: 'Calls in the browser' })
  const save = region.getByRole('button', { name: 'Save' })
  const shown = {
    ...example(getBrowserCallSettings),
    accountId: 'AC1',
    keyId: null,
    appId: null,
    callerNumber: null,
  }
  const typed = { keyId: 'SK1', appId: 'AP1', callerNumber: '+1 312 555 0148' }

  const set = {
    setAt: '2026-11-01T10:00:00.000Z',
    keyId: 'SK1',
    appId: 'AP1',
    callerNumber: '+13125550148',
  }

  async function open(settings: Partial<ResponseOf<typeof getBrowserCallSettings>>) {
    answer(getBrowserCallSettings, { ...shown, ...settings })
    await openApp('/settings/profile')
    await openApp('/settings/voice')
    await expect.element(region).toBeVisible()
  }

  async function fill() {
    await region.getByLabelText('API key SID').fill(typed.keyId)
    await region.getByLabelText('TwiML App SID').fill(typed.appId)
    await region.getByLabelText('Caller number').fill(typed.callerNumber)
  }

  it('are set up with all their parts, and the form forgets the secret', async () => {
    await open({ setAt: null })
    await fill()
    await expect.element(save).toBeDisabled()
    await region.getByLabelText('API key secret').fill('hush')
    await save.click()
    await expect.element(region.getByLabelText('API key secret')).toHaveValue('')
    expect(callsOf(setBrowserCallSettings).map(({ body }) => body)).toEqual([{ ...typed, keySecret: 'hush' }])
  })

  it('keep a known secret, and say at the field what is wrong', async () => {
    await open({ setAt: '2026-11-01T10:00:00.000Z', keyId: 'SK1' })
    answer(
      setBrowserCallSettings,
      refuse('VALIDATION', 'Check the fields', { appId: ['Enter a TwiML App SID'] }),
    )
    await fill()
    await save.click()
    await expect.element(region.getByText('Enter a TwiML App SID')).toBeVisible()
    expect(callsOf(setBrowserCallSettings).map(({ body }) => body)).toEqual([typed])
    await region.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => callsOf(removeBrowserCallSettings).length).toBe(1)
  })

  it('need the secret again with another API key', async () => {
    await open(set)
    await expect.element(save).toBeEnabled()
    await region.getByLabelText('API key SID').fill('SK2')
    await expect.element(save).toBeDisabled()
    await region.getByLabelText('API key secret').fill('hush')
    await expect.element(save).toBeEnabled()
  })

  it('stay typed when they are refused, which is said', async () => {
    await open({ setAt: null })
    answer(setBrowserCallSettings, refuse('CONFLICT', 'Twilio knows no such key'))
    await fill()
    await region.getByLabelText('API key secret').fill('hush')
    await save.click()
    await expect.element(page.getByText('Not saved: Twilio knows no such key')).toBeVisible()
    await expect.element(region.getByLabelText('API key secret')).toHaveValue('hush')
    await expect.element(region.getByLabelText('API key SID')).toHaveValue(typed.keyId)
  })

  it('are said to be set up once they are saved, by a click only once', async () => {
    await open({ setAt: null })
    await expect.element(region.getByText('Not set up: people are called by phone')).toBeVisible()
    expect(region.getByRole('button', { name: 'Remove' }).elements()).toEqual([])
    await fill()
    await region.getByLabelText('API key secret').fill('hush')
    const saved = { ...shown, ...set }
    const respond = answerLater(setBrowserCallSettings, saved)
    await save.dblClick()
    answer(getBrowserCallSettings, saved)
    respond()
    await expect.element(region.getByText(/^Set up on/)).toBeVisible()
    await expect.element(region.getByRole('button', { name: 'Remove' })).toBeVisible()
    expect(callsOf(setBrowserCallSettings)).toHaveLength(1)
  })

  it('that were removed are not shown as if they were still there', async () => {
    await open(set)
    await expect.element(region.getByText(/^Set up on/)).toBeVisible()
    answer(getBrowserCallSettings, { ...shown, setAt: null })
    await region.getByRole('button', { name: 'Remove' }).click()
    await expect.element(region.getByText('Not set up: people are called by phone')).toBeVisible()
    for (const label of ['API key SID', 'API key secret', 'TwiML App SID', 'Caller number'])
      await expect.element(region.getByLabelText(label)).toHaveValue('')
    expect(region.getByRole('button', { name: 'Remove' }).elements()).toEqual([])
  })

  it('stay when their removal is refused, which is said, also when they cannot be read again', async () => {
    await open(set)
    answer(removeBrowserCallSettings, refuse('CONFLICT', 'A call is in progress'))
    answer(getBrowserCallSettings, refuse('FORBIDDEN', 'Out of reach'))
    await region.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('Not removed: A call is in progress')).toBeVisible()
    await expect.poll(() => callsOf(getBrowserCallSettings).length).toBeGreaterThan(2)
    await expect.element(region.getByLabelText('API key SID')).toHaveValue('SK1')
  })

  it('that fail to load are loaded again', async () => {
    await open({ setAt: null })
    answer(getBrowserCallSettings, refuse('FORBIDDEN', 'Out of reach'))
    await openApp('/settings/profile')
    await openApp('/settings/voice')
    await expect.element(region.getByText('Out of reach')).toBeVisible()
    answer(getBrowserCallSettings, { ...shown, ...set })
    await region.getByRole('button', { name: 'Retry' }).click()
    await expect.element(region.getByText(/^Set up on/)).toBeVisible()
  })

  it('ask for the account of Twilio first', async () => {
    await open({ setAt: null, accountId: null })
    await expect.element(region.getByText(/^Save the Account SID/)).toBeVisible()
    expect(save.elements()).toEqual([])
  })
})
