import { addDays } from '@muster/contract/local-days.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startSample } from './start-muster.ts'

let muster: Muster
let page: Page

beforeAll(async () => {
  const sample = await startSample('admin')
  muster = sample.muster
  page = (await muster.openSignedIn(sample.user)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const goals = () => page.getByRole('region', { name: 'Goals', exact: true })
const forecast = () => page.getByRole('region', { name: 'Forecast of openings' })

async function openGoals() {
  await page.goto('/analytics')
  await page.getByRole('link', { name: 'Goals and forecast' }).click()
  await goals().getByRole('row').nth(1).waitFor()
  await forecast().getByRole('row').nth(1).waitFor()
}

/** Opens a number, and expects a list of as many applications. */
async function expectRows(link: Locator) {
  const count = (await link.textContent())!.replace(/^of /, '')
  await link.click()
  await page.waitForURL(/\/applications\?/)
  await page
    .getByText(count === '0' ? /^No applications/ : new RegExp(`^${count} applications?\\b`))
    .first()
    .waitFor()
  await page.goBack()
  await goals().getByRole('row').nth(1).waitFor()
}

describe('Goals and forecast', () => {
  it('open exactly the rows of a goal, of this period and of the one before', async () => {
    await openGoals()
    const row = goals().getByRole('row').filter({ hasText: 'Hires · Each month' }).first()
    await expectRows(row.getByRole('link').nth(0))
    await expectRows(row.getByRole('link').nth(1))
    expect(await violations(page)).toEqual([])
  })

  it('open the hires that fill the openings of a goal by date', async () => {
    await openGoals()
    const row = goals().getByRole('row').filter({ hasText: 'Openings filled · by' }).last()
    await expectRows(row.getByRole('link').first())
  })

  it('open every number of the calculation of a forecast', async () => {
    await openGoals()
    const open = async () => {
      await forecast()
        .getByRole('button', { name: /^Calculation for/ })
        .first()
        .click()
      return forecast().getByRole('table').last().getByRole('row').nth(1)
    }
    await open()
    expect(await violations(page)).toEqual([])
    await page.reload()
    for (const place of [0, 1, 2]) await expectRows((await open()).getByRole('link').nth(place))
  })

  it('set a goal of a position by a date, and delete it', async () => {
    await openGoals()
    await goals().getByRole('button', { name: 'Add goal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Period').selectOption({ label: 'By a date' })
    await dialog.getByLabel('Position').click()
    await page
      .getByRole('option', { name: /Call center agent/ })
      .first()
      .click()
    const day = addDays(new Date().toISOString().slice(0, 10), 60)
    await dialog.getByLabel('Fill all openings by').fill(day)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const row = goals()
      .getByRole('row')
      .filter({ hasText: 'Call center agent' })
      .filter({ hasText: 'Openings filled' })
    await row.waitFor()
    await row.getByRole('button', { name: /^Actions for the goal/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
  })
})
