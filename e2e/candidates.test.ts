import {
  createCandidate,
  deleteCandidate,
  getCandidate,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let recruiter: TestUser
let colleague: TestUser
let id: string

beforeAll(async () => {
  muster = await startMuster()
  recruiter = await muster.addUser('recruiter', 'Ines Roth')
  colleague = await muster.addUser('recruiter', 'Mats Keller')
  for (const name of ['Chloé Martin', 'Björn Åkesson', 'Ada Moreno']) {
    const { body } = await muster.server.call(createCandidate, { as: recruiter, body: { name } })
    id = body.id
  }
  page = (await muster.openSignedIn(recruiter)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

/** Fills in a fact that has no value. */
async function add(label: string, value: string) {
  await page.getByRole('button', { name: 'Add a detail' }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
  await page.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press('Control+Enter')
}

describe('candidates', () => {
  it('are gone through, searched and opened by keyboard', async () => {
    await page.goto('/candidates')
    await page.getByText('3 candidates').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Björn Åkesson' }).waitFor()
    await page.goBack()
    await page.getByText('3 candidates').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Ada')
    await page.getByText('1 candidate').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('Ada')
  })

  it('are changed by two at once without losing either side', async () => {
    await page.goto(`/candidates/${id}`)
    await add('Location', 'Bergen')
    await page.getByText('Location: Bergen').waitFor()
    await add('Notes', 'Met at the fair')
    await page.getByText('Notes: Met at the fair').waitFor()
    await page.getByRole('button', { name: 'Change Location' }).click()
    await page.getByLabel('Location').fill('Oslo')
    await muster.server.call(updateCandidate, {
      as: colleague,
      params: { id },
      body: { location: 'Tromsø', currentCompany: 'Northwind', doNotCall: true },
    })
    await page.keyboard.press('Enter')
    const choice = page.getByRole('alert', { name: 'Location was changed while you were editing' })
    await choice.getByText('Tromsø').waitFor()
    await choice.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Location: Oslo').waitFor()
    const { body } = await muster.server.call(getCandidate, { as: recruiter, params: { id } })
    expect(body).toMatchObject({
      location: 'Oslo',
      notes: 'Met at the fair',
      currentCompany: 'Northwind',
      doNotCall: true,
    })
    await page.getByText('Asked not to be called').waitFor()
  })

  it('ask before what was typed is left', async () => {
    await page.goto(`/candidates/${id}`)
    await page.route('**/api/v1/candidates/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await page.getByRole('button', { name: 'Change Location' }).click()
    await page.getByLabel('Location').fill('Hamar')
    await page.keyboard.press('Enter')
    const contact = page.getByRole('region', { name: 'Contact' })
    await contact.getByRole('alert').waitFor()
    await page.getByRole('link', { name: /^Positions/ }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await contact.getByText('Hamar', { exact: true }).waitFor()
    await page.unroute('**/api/v1/candidates/**')
    await contact.getByRole('button', { name: 'Discard' }).click()
    await contact.getByText('Oslo', { exact: true }).waitFor()
  })

  it('are added to a position from their page', async () => {
    await page.goto(`/candidates/${id}`)
    await page.getByRole('link', { name: 'Add to position' }).click()
    const person = page.getByRole('group', { name: 'Candidate' })
    await person.getByText('Ada Moreno').waitFor()
    await person.getByRole('button', { name: 'Change' }).waitFor()
  })

  it('that were deleted are found and restored', async () => {
    await muster.server.call(deleteCandidate, { as: recruiter, params: { id } })
    await page.goto('/candidates')
    await page.getByText('2 candidates').waitFor()
    await page.getByRole('button', { name: 'Deleted' }).click()
    await page.getByRole('button', { name: 'Restore Ada Moreno' }).click()
    await page.getByText('Restored Ada Moreno').waitFor()
    await page.getByText('No deleted candidates').waitFor()
    expect((await muster.server.call(getCandidate, { as: recruiter, params: { id } })).status).toBe(200)
  })
})
