import { getAgent, listAgents, updateAgent } from '@muster/contract/agents.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { logCall } from '@muster/contract/calls.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let admin: TestUser

beforeAll(async () => {
  muster = await startMuster()
  admin = await muster.addUser('admin', 'Ines Roth')
  page = (await muster.openSignedIn(admin)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

async function idOf(name: string): Promise<string> {
  const { body } = await muster.server.call(listAgents, { as: admin, query: { q: name } })
  return body.items[0]!.id
}

describe('agents', () => {
  it('are added by keyboard, with a colleague and their hours', async () => {
    await page.goto('/agents')
    await page.getByText('No agents yet').waitFor()
    await page.getByRole('link', { name: 'Add agent' }).first().focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Add agent' })
    await drawer.getByRole('radio', { name: 'Voice agent' }).focus()
    await page.keyboard.press('ArrowLeft')
    await drawer.getByRole('combobox', { name: 'User', exact: true }).fill('Ines')
    await page.getByRole('option', { name: 'Ines Roth' }).waitFor()
    // Of what comes after one has typed, none is chosen yet.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => drawer.getByLabel('Name').inputValue()).toBe('Ines Roth')
    await drawer.getByRole('radio', { name: 'Always' }).focus()
    await page.keyboard.press('ArrowRight')
    await drawer.getByRole('button', { name: 'Remove these hours on Fri' }).press('Enter')
    await drawer.getByLabel('Mon end time').fill('12:30')
    await drawer.getByRole('button', { name: 'Add agent' }).press('Enter')
    await page.getByText('Added Ines Roth').waitFor()
    await page.getByRole('row').filter({ hasText: 'Ines Roth' }).waitFor()
    const { body } = await muster.server.call(getAgent, { as: admin, params: { id: await idOf('Ines') } })
    expect(body).toMatchObject({ kind: 'human', user: { id: admin.id }, capacity: 1 })
    expect(body.hours).toEqual([
      { weekday: 1, from: '09:00', to: '12:30' },
      ...[2, 3, 4].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
    ])
  })

  it('are edited beside the list, which asks before what was typed is lost', async () => {
    await page.goto('/agents')
    await page.getByRole('link', { name: 'Ines Roth' }).click()
    const drawer = page.getByRole('dialog', { name: 'Ines Roth' })
    await drawer.getByLabel('Phone').fill('+1 312 555 0142')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Stay' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Ines Roth saved').waitFor()
    await expect.poll(() => drawer.getByLabel('Phone').inputValue()).toBe('+13125550142')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
  })

  it('are changed by two at once without losing either side', async () => {
    const id = await idOf('Ines')
    await page.goto(`/agents?agent=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Ines Roth' })
    await drawer.getByLabel('Concurrent calls').fill('3')
    await muster.server.call(updateAgent, { as: admin, params: { id }, body: { capacity: 2 } })
    await drawer.getByText('Someone else changed this agent while you were editing').waitFor()
    await drawer.getByRole('button', { name: 'Save selection' }).click()
    await page.getByText('Ines Roth saved').waitFor()
    expect((await muster.server.call(getAgent, { as: admin, params: { id } })).body.capacity).toBe(3)
  })

  it('open the calls behind their figures', async () => {
    const position = await addPosition(muster.server.db, muster.workspaceId)
    const { body: application } = await muster.server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Ana Ortiz' } },
    })
    for (const endReason of ['no_answer', 'human_conversation'] as const)
      await muster.server.call(logCall, { as: admin, body: { applicationId: application.id, endReason } })
    await page.goto('/agents')
    await page.getByRole('link', { name: 'of 2 calls placed in the last 28 days' }).click()
    const drawer = page.getByRole('dialog', { name: 'Ines Roth: calls placed in the last 28 days' })
    await drawer.getByText('2 calls').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^50% of calls answered/ }).click()
    await page.getByRole('dialog').getByText('1 call', { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Ana Ortiz' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ana Ortiz' }).waitFor()
  })

  it('are deleted, and come back by Undo', async () => {
    await page.goto('/agents')
    await page.getByRole('link', { name: 'Ines Roth' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No agents yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row').filter({ hasText: 'Ines Roth' }).waitFor()
  })
})
