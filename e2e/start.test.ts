import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit

beforeAll(async () => {
  muster = await startMuster()
  visit = await muster.openSignedIn(await muster.addUser('owner', 'Ines Roth'))
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(visit.page, task.name))
})

afterAll(() => muster?.stop())

const pictures = process.env.START_PICTURES

/** Takes pictures of the screen for somebody to look at, if a folder is named. */
async function picture(name: string) {
  if (!pictures) return
  const { page } = visit
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

describe('a new workspace', () => {
  it('is led to its first position, which survives a reload', async () => {
    const { page } = visit
    await page.goto('/dashboard')
    await page.getByText('Let’s get to your first call').waitFor()
    expect(await violations(page)).toEqual([])
    await picture('empty')
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await page.getByRole('textbox', { name: 'Position' }).fill('CDL-A driver')
    await page.getByRole('combobox', { name: 'Company' }).fill('Halden Freight')
    await page.getByRole('option', { name: 'Add company “Halden Freight”' }).click()
    await picture('position')
    await page.getByRole('button', { name: 'Create position' }).click()
    await page.getByRole('link', { name: 'Import a spreadsheet' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Get started 2 of 5' }).waitFor()
  })

  it('explores with sample data, and is as before once they are removed', async () => {
    const { page } = visit
    await page.goto('/start')
    await page.getByRole('button', { name: 'Load sample data' }).click()
    await page.getByRole('region', { name: 'Key metrics' }).waitFor({ timeout: 60_000 })
    await picture('loaded')
    await page.getByRole('link', { name: /^Sample data/ }).click()
    await page.getByRole('button', { name: 'Remove sample data…' }).click()
    await picture('remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click()
    await page.getByRole('button', { name: 'Load sample data' }).waitFor({ timeout: 60_000 })
    await page.goto('/positions')
    await page.getByRole('link', { name: 'CDL-A driver' }).first().waitFor()
    expect(await page.getByText('Norvik Logistics').count()).toBe(0)
    await page.goto('/applications')
    await page.getByText(/^No (open applications|applications yet)/).waitFor()
  })

  it('adds its first candidate and moves them to the next stage', async () => {
    const { page } = visit
    await page.goto('/start')
    await page.getByRole('link', { name: 'Add one candidate' }).click()
    const position = page.getByRole('combobox', { name: 'Position' })
    await expect.poll(() => position.inputValue()).toContain('CDL-A driver')
    await page.getByLabel('Name', { exact: true }).fill('Marcus Delgado')
    await page.getByRole('button', { name: 'Add application' }).click()
    await page.getByRole('heading', { level: 1, name: 'Marcus Delgado' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /Contacted/ }).click()
    await page
      .getByText(/^Moved .*Contacted/)
      .first()
      .waitFor()
    await page.goto('/start')
    await page.getByRole('link', { name: 'Get started 3 of 5' }).waitFor()
    expect(visit.complaints).toEqual([])
  })
})
