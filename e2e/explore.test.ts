import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
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

const choose = (label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })

const total = () => page.getByRole('row').last()

describe('Explore', () => {
  it('answers a question asked as a sentence, and each number opens exactly its rows', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Explore' }).click()
    await choose('Measure', 'New applications')
    await choose('First grouping', 'Source')
    await choose('Period', 'Last 90 days')
    await page.waitForURL(/days=90/)
    // The answer before stays, dimmed, until the new one is there.
    await page.waitForFunction(() => !document.querySelector('[data-old]'))
    await page.getByRole('heading', { level: 1, name: 'New applications by Source' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Indeed' })
    const link = row.getByRole('link').first()
    const count = (await link.textContent())!
    await link.click()
    await page.waitForURL(/\/applications\?/)
    await page
      .getByText(new RegExp(`^${count} applications?, `))
      .first()
      .waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'New applications by Source' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('groups by a custom field under its label, filters by it, and opens the rows of a group', async () => {
    await page.goto('/explore?measure=newApplications&days=90')
    await choose('First grouping', 'Preferred shift')
    await page.getByRole('heading', { level: 1, name: 'New applications by Preferred shift' }).waitFor()
    await page.getByRole('columnheader', { name: 'Preferred shift' }).waitFor()
    await page.getByRole('button', { name: 'Field', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Preferred shift' }).click()
    await page.getByRole('combobox', { name: 'Value' }).click({ force: true })
    await page.getByRole('option', { name: 'Nights' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Remove Preferred shift' }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[data-old]'))
    const row = page.getByRole('row').filter({ hasText: 'Nights' })
    const link = row.getByRole('link').first()
    const count = (await link.textContent())!
    expect(await violations(page)).toEqual([])
    await link.click()
    await page
      .getByText(new RegExp(`^${count} applications?, `))
      .first()
      .waitFor()
  })

  it('shows a rate as x of n, and the numerator opens its own rows', async () => {
    await page.goto('/explore?measure=contactRate&by=source&days=90')
    const row = page.getByRole('row').filter({ hasText: 'Indeed' })
    const part = row.getByRole('link', { name: /^\d+ of \d+$/ })
    const [, spoken] = /^(\d+) of/.exec((await part.textContent())!)!
    await part.click()
    await page
      .getByText(new RegExp(`^${spoken} applications?, `))
      .first()
      .waitFor()
  })

  it('opens the calls of an hour of the week in the drawer', async () => {
    await page.goto('/explore?measure=callsPlaced&by=weekday&by=hour&days=90')
    const link = page.getByRole('row').nth(1).getByRole('link').first()
    const count = (await link.textContent())!
    await link.click()
    await page
      .getByRole('dialog')
      .getByText(new RegExp(`^${count} calls?$`))
      .waitFor()
  })

  it('says which filter leaves nothing, and clears it', async () => {
    await page.goto('/explore?measure=hired&by=source&days=90&tag=nobody%20has%20this')
    await page.getByText('No data matches the filter “Tag”').waitFor()
    await page.getByRole('button', { name: 'Clear “Tag”' }).click()
    await total().waitFor()
    expect(page.url()).not.toContain('tag=')
  })

  it('draws lines that arrow keys walk, and saves them as a picture', async () => {
    await page.goto('/explore?measure=contactRate&by=source&days=90&chart=lines')
    const chart = page.getByRole('slider', { name: 'Contact rate over time' })
    await chart.focus()
    const value = () => chart.getAttribute('aria-valuetext')
    const last = await value()
    await page.keyboard.press('ArrowLeft')
    expect(await value()).not.toBe(last)
    await page.getByRole('button', { name: 'Export' }).click()
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Picture (PNG)' }).click(),
    ])
    expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG')
    expect(await violations(page)).toEqual([])
  })

  it('saves a report, notices changes, and brings back a deleted one', async () => {
    await page.goto('/explore?measure=hired&by=company&days=90')
    await page.getByRole('button', { name: 'Save report' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Hires on Mondays')
    await dialog.getByLabel('Folder').fill('Monday')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Hires on Mondays' }).waitFor()
    await choose('First grouping', 'Owner')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reports', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for Hires on Mondays' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Hires on Mondays/ }).waitFor()
  })
})
