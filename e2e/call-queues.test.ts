import { createApplication } from '@muster/contract/applications.ts'
import { createCustomField } from '@muster/contract/custom-fields.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import { phoneWhere } from '@muster/server/testing/phone-where.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let recruiter: TestUser

beforeAll(async () => {
  muster = await startMuster()
  recruiter = await muster.addUser('recruiter', 'Rita Recruiter')
  const position = await addPosition(muster.server.db, muster.workspaceId)
  for (const [name, phone] of [
    ['Ada First', phoneWhere('day')],
    ['Ben Second', phoneWhere('day')],
    ['Nils Night', phoneWhere('night')],
    ['Nora Number', null],
  ] as const) {
    const body = { positionId: position.id, candidate: { name, phone } }
    const { status } = await muster.server.call(createApplication, { as: recruiter, body })
    expect(status).toBe(201)
  }
  page = (await muster.openSignedIn(recruiter)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const person = (on: Page) => on.getByRole('main').getByRole('heading', { level: 2, name: /First|Second/ })

describe('a call queue', () => {
  it('is made in a dialog, and says who is ready, waiting and blocked', async () => {
    await page.goto('/call-queues')
    await page.getByRole('heading', { name: 'No call queues yet' }).waitFor()
    await page.getByRole('link', { name: 'Add queue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add queue' })
    await dialog.getByLabel('Name', { exact: true }).fill('Drivers')
    for (const [field, hour] of [
      ['Call from', '8:00 AM'],
      ['Call until', '9:00 PM'],
    ] as const) {
      await dialog.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: hour, exact: true }).click()
    }
    for (const day of ['Sat', 'Sun']) await dialog.getByLabel(day, { exact: true }).check()
    await dialog.getByLabel('Script').fill('Hello, this is Muster.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const queue = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Drivers' }) })
    await expect.poll(() => queue.getByRole('definition').allTextContents()).toEqual(['2', '1', '1'])
  })

  it('gives two callers two people, by keyboard alone, and nobody twice', async () => {
    await page.getByRole('link', { name: 'Start calling: Drivers' }).click()
    await person(page).waitFor()
    const first = await person(page).textContent()
    await page.getByText('Hello, this is Muster.').waitFor()
    const caller = await muster.addUser('recruiter', 'Carl Caller')
    const other = (await muster.openSignedIn(caller)).page
    await other.goto('/call-queues')
    await other.getByRole('link', { name: 'Start calling: Drivers' }).click()
    await person(other).waitFor()
    expect(await person(other).textContent()).not.toBe(first)

    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nobody is ready to be called' }).waitFor()
    await page.getByRole('link', { name: 'Called recently 1' }).waitFor()
    await page.getByRole('link', { name: 'Being called now 1' }).click()
    await page
      .getByRole('dialog')
      .getByText((await person(other).textContent())!)
      .waitFor()
    await page.keyboard.press('Escape')

    const released = other.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().endsWith('/claim/'),
    )
    await other.getByRole('main').getByRole('link', { name: 'Call queues' }).click()
    expect((await released).status()).toBe(204)
  })

  it('asks questions, which a caller answers by keyboard, and the record shows the answers', async () => {
    const admin = await muster.addUser('admin', 'Ann Admin')
    for (const [subject, label] of [
      ['candidate', 'License'],
      ['application', 'Shift'],
    ] as const) {
      const body = { subject, label, type: 'text' as const }
      expect((await muster.server.call(createCustomField, { as: admin, body })).status).toBe(201)
    }
    await page.goto('/call-queues')
    await page.getByRole('button', { name: 'Edit Drivers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Drivers' })
    for (const label of ['License', 'Shift']) {
      await dialog.getByRole('combobox', { name: 'Add a question' }).click()
      await page.getByRole('option', { name: label }).click()
    }
    await dialog.getByLabel('Shift', { exact: true }).fill('Which shift can you work?')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('link', { name: 'Start calling: Drivers' }).click()
    await person(page).waitFor()
    await page.getByLabel('Which shift can you work?').waitFor()
    await page.keyboard.press('q')
    await page.keyboard.type('CDL 1')
    await page.keyboard.press('Enter')
    await page.keyboard.type('2 nights')
    await page.keyboard.press('Enter')
    await page.keyboard.press('x')
    await page.getByRole('heading', { name: 'Nobody is ready to be called' }).waitFor()
    await page.getByRole('link', { name: 'Skipped 1' }).click()
    await page.getByRole('dialog').getByRole('link').first().click()
    for (const [label, value] of [
      ['License', 'CDL 1'],
      ['Shift', '2 nights'],
    ] as const) {
      const fact = page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')
      await expect.poll(() => fact.first().textContent()).toContain(value)
    }
    await muster.server.db.deleteFrom('call_claims').execute()
  })

  it('gives on the person of a caller who left, and the note is in their history', async () => {
    await page.goto('/call-queues')
    await page.getByRole('link', { name: 'Start calling: Drivers' }).click()
    await person(page).waitFor()
    await page.getByRole('textbox', { name: 'Note' }).fill('Wants nights')
    await page.getByRole('button', { name: 'Interested', exact: true }).click()
    await page.getByRole('button', { name: /Save and call next/ }).click()
    await page.getByRole('heading', { name: 'Nobody is ready to be called' }).waitFor()
    await page.getByRole('link', { name: 'Already spoken with 1' }).click()
    await page.getByRole('dialog').getByRole('link').first().click()
    await page.getByText('Wants nights').first().waitFor()
  })
})
