import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Muster, signIn, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let folder: string

beforeAll(async () => {
  muster = await startMuster()
  const admin = await muster.addUser('admin', 'Ines Roth')
  visit = await muster.open()
  page = visit.page
  await signIn(page, admin.email)
  folder = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
})

afterAll(async () => {
  await muster?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function open(name: string) {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Drags as a person does: press, move in steps, let go. */
async function drag(from: Locator, to: Locator, place: 'top' | 'middle' = 'middle') {
  const start = (await from.boundingBox())!
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, { steps: 4 })
  const end = (await to.boundingBox())!
  const y = place === 'top' ? end.y + 6 : end.y + Math.min(end.height / 2, 120)
  await page.mouse.move(end.x + end.width / 2, y, { steps: 12 })
  await page.mouse.move(end.x + end.width / 2, y + 1)
  await page.mouse.up()
}

function names(label: string): Promise<string[]> {
  return page.getByRole('list', { name: label }).getByRole('listitem').allInnerTexts()
}

// One working day: each step stands on the one before, as it does for a recruiter.
describe('a recruiter', () => {
  it('adds a company', async () => {
    await open('Companies')
    await page.getByRole('link', { name: 'Add company' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Norvik Logistics')
    await page.getByRole('dialog').getByRole('button', { name: 'Add company' }).click()
    await page.getByRole('heading', { level: 1, name: 'Norvik Logistics' }).waitFor()
  })

  it('adds a pipeline with a stage of its own', async () => {
    await open('Pipelines')
    await page.getByRole('button', { name: 'Add pipeline' }).click()
    const name = page.getByLabel('Pipeline name')
    await expect.poll(() => name.inputValue()).toBe('New pipeline')
    await name.fill('Warehouse')
    await name.press('Enter')
    await page.getByText('Renamed to Warehouse').waitFor()
    await page.getByRole('textbox', { name: 'New stage' }).fill('Site visit')
    await page.getByLabel('Type of the new stage').selectOption('interview')
    await page.getByRole('button', { name: 'Add stage' }).click()
    await page.getByLabel('Name of Site visit').waitFor()
  })
})

void drag
void names
void writeFile
