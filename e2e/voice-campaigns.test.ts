import { createAgent } from '@muster/contract/agents.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import {
  type Fate,
  type PhoneNetwork,
  phoneNetworkKeys,
  startPhoneNetwork,
} from '@muster/server/testing/phone-network-peer.ts'
import { longestHours, phoneWhere } from '@muster/server/testing/phone-where.ts'
import { type TestUser, voiceSecret } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let network: PhoneNetwork
let muster: Muster
let owner: TestUser
let page: Page

const fates: Fate[] = [
  'no_answer',
  'qualified',
  'voicemail',
  'qualified',
  'busy',
  'qualified',
  'stop',
  'no_answer',
]

beforeAll(async () => {
  network = await startPhoneNetwork()
  muster = await startMuster({
    config: {
      voiceApiUrls: network.urls,
      voiceSecrets: { vapi: voiceSecret, retell: phoneNetworkKeys.retell },
    },
  })
  owner = await muster.addUser('owner', 'Olga Owner')
  const { server, workspaceId } = muster
  const position = await addPosition(server.db, workspaceId)
  const people = [
    ...fates.map(() => ({ phone: phoneWhere('day'), consent: 'given' as const })),
    { phone: phoneWhere('night'), consent: 'given' as const },
    { phone: phoneWhere('day'), consent: 'unknown' as const },
  ]
  for (const [index, more] of people.entries()) {
    const candidate = { name: `Person ${index + 1}`, ...more }
    const created = await server.call(createApplication, {
      as: owner,
      body: { positionId: position.id, candidate },
    })
    expect(created.status).toBe(201)
  }
  const agent = await server.call(createAgent, {
    as: owner,
    body: {
      name: 'Nova',
      kind: 'voice',
      provider: 'retell',
      providerAgentId: 'agent-1',
      phone: '+493090182001',
      capacity: 10,
    },
  })
  expect(agent.status).toBe(201)
  const queue = await server.call(createCallQueue, {
    as: owner,
    body: {
      name: 'Drivers',
      ...longestHours,
    },
  })
  expect(queue.status).toBe(201)
  page = (await muster.openSignedIn(owner)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(async () => {
  await muster?.stop()
  await network?.stop()
})

/** Answers each call that was placed with the next fate; repeats the reports of every third. */
async function playCalls(): Promise<void> {
  const { url } = muster.server
  for (const [index, fate] of fates.entries()) {
    await expect.poll(() => network.calls.length, { timeout: 30_000 }).toBeGreaterThan(index)
    const call = network.calls[index]!
    await network.report(url, call, 'started')
    await network.report(url, call, fate)
    if (index % 3 === 0) await network.report(url, call, fate)
  }
}

const figure = (section: string, name: string) =>
  page
    .getByRole('region', { name: section })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')

describe('a day of a voice campaign', () => {
  it('begins with the key of the provider', async () => {
    await page.goto('/settings/voice')
    const keys = page.getByRole('region', { name: 'Keys for placing calls' })
    const retell = keys.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Retell' }) })
    await retell.getByLabel('Retell: API key for placing calls').fill(phoneNetworkKeys.retell)
    await retell.getByRole('button', { name: 'Save' }).click()
    await retell.getByText(/^Key set on/).waitFor()
  })

  it('says before the start who would be called', async () => {
    await page.goto('/voice-campaigns')
    await page.getByRole('link', { name: 'Add campaign' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add campaign' })
    await dialog.getByLabel('Name', { exact: true }).fill('First calls')
    await dialog.getByRole('combobox', { name: 'Call queue' }).click()
    await page.getByRole('option', { name: 'Drivers' }).click()
    await dialog.getByRole('combobox', { name: 'Voice agent' }).click()
    await page.getByRole('option', { name: 'Nova' }).click()
    await dialog.getByLabel('Calls at a time').fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'First calls' }).waitFor()
    await page.getByText('9 people would be called once').waitFor()
    await page.getByRole('link', { name: 'No consent recorded 1' }).waitFor()
    expect(network.calls).toEqual([])
  })

  it('calls everybody who may be called once, and its counts add up', async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Start First calls?' })
    await question.getByText('8 people are ready now.').waitFor()
    await question.getByRole('button', { name: 'Start calling' }).click()
    await playCalls()
    for (const [name, value] of [
      ['Placed', '8'],
      ['Answered', '5'],
      ['Spoken with', '4'],
      ['Qualified', '3'],
      ['Cost', '$0.96'],
    ] as const)
      await expect.poll(() => figure('Today', name).textContent()).toBe(value)
    expect(new Set(network.calls.map(({ to }) => to)).size).toBe(fates.length)
    await page.getByRole('status').getByText('Nobody is ready to be called right now.').waitFor()
  })

  it('opens the calls behind a count', async () => {
    await figure('Today', 'Qualified').getByRole('button').click()
    const drawer = page.getByRole('dialog', { name: 'Qualified' })
    await drawer.getByText('3 calls').waitFor()
    await page.keyboard.press('Escape')
  })

  it('pauses by itself when the provider refuses, with the words of the provider', async () => {
    network.refuse = () => ({ status: 402, body: '{"message":"No credit left"}' })
    const { db } = muster.server
    await db.updateTable('candidates').set({ consent: 'given' }).where('consent', '=', 'unknown').execute()
    await page.getByRole('status').getByText('HTTP 402: No credit left').waitFor()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    expect(network.calls).toHaveLength(fates.length)
  })
})
