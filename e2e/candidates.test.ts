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

describe('candidates', () => {
  it('are gone through, searched and opened by keyboard', async () => {
    await page.goto('/candidates')
    await page.getByText('3 people').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Björn Åkesson' }).waitFor()
    await page.goBack()
    await page.getByText('3 people').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Ada')
    await page.getByText('1 person').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('Ada')
  })

  it('are changed by two at once without losing either side', async () => {
    await page.goto(`/candidates/${id}`)
    await page.getByLabel('Location').fill('Oslo')
    await page.getByLabel('Notes').fill('Met at the fair')
    await muster.server.call(updateCandidate, {
      as: colleague,
      params: { id },
      body: { location: 'Bergen', currentCompany: 'Northwind', doNotCall: true },
    })
    await page.keyboard.press('Control+Enter')
    const choice = page.getByRole('alert', { name: 'Changed meanwhile' })
    await choice.getByText('Bergen').waitFor()
    await choice.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save candidate' }).click()
    await page.getByText('Candidate saved').waitFor()
    const { body } = await muster.server.call(getCandidate, { as: recruiter, params: { id } })
    expect(body).toMatchObject({
      location: 'Oslo',
      notes: 'Met at the fair',
      currentCompany: 'Northwind',
      doNotCall: true,
    })
    await page.getByText('Do not call: this person asked not to be called').waitFor()
  })

  it('ask before what was typed is left', async () => {
    await page.goto(`/candidates/${id}`)
    await page.getByLabel('Location').fill('Hamar')
    await page.getByRole('link', { name: /^Positions/ }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Location').inputValue()).toBe('Hamar')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByLabel('Location').inputValue()).toBe('Oslo')
  })

  it('are added to a position from their page', async () => {
    await page.goto(`/candidates/${id}`)
    await page.getByRole('link', { name: 'Add application' }).click()
    const person = page.getByRole('group', { name: 'Person' })
    await person.getByText('Ada Moreno').waitFor()
    await person.getByRole('button', { name: 'Change' }).waitFor()
  })

  it('that were deleted are found and restored', async () => {
    await muster.server.call(deleteCandidate, { as: recruiter, params: { id } })
    await page.goto('/candidates')
    await page.getByText('2 people').waitFor()
    await page.getByRole('button', { name: 'Deleted' }).click()
    await page.getByRole('button', { name: 'Restore Ada Moreno' }).click()
    await page.getByText('Restored Ada Moreno').waitFor()
    await page.getByText('Nobody was deleted').waitFor()
    expect((await muster.server.call(getCandidate, { as: recruiter, params: { id } })).status).toBe(200)
  })
})
