import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let folder: string
let board: string
let colleague: TestUser

beforeAll(async () => {
  muster = await startMuster()
  const admin = await muster.addUser('admin', 'Ines Roth')
  colleague = await muster.addUser('recruiter', 'Mats Keller')
  visit = await muster.openSignedIn(admin)
  page = visit.page
  await page.goto('/dashboard')
  folder = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(async () => {
  await muster?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const damaged = '../shared/data/recruitment_3000_excel_damaged.csv'

/** As people's spreadsheets are: two shapes of phone, an address that is none, one person twice, one without a name. */
const people = [
  'Full name;E-mail;Phone;Source;Status',
  'Ada Moreno;ada.moreno@example.com;(312) 555-0111;Job fair;Applied',
  'Björn Åkesson;bjorn@example.org;+1 312 555 0112;Job fair;In review',
  'Chloé Martin; CHLOE@EXAMPLE.NET ;312.555.0113;Referral;Applied',
  'Ada Moreno;ada.moreno@example.com;(312) 555-0111;Job fair;Applied',
  ';;;Referral;Applied',
].join('\r\n')

async function open(name: string) {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor()
}

/** Chooses in a select that is searched by typing. */
async function choose(label: string, option: string) {
  await page.getByLabel(label, { exact: true }).first().fill(option)
  const options = page.getByRole('option', { name: new RegExp(option) }).filter({ visible: true })
  await options.first().click()
}

/** Drags as a person does: press, move in steps, let go over the upper part of the other. */
async function drag(from: Locator, to: Locator, depth = 0.5) {
  const start = (await from.boundingBox())!
  const end = (await to.boundingBox())!
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 6, start.y + start.height / 2 + 6, { steps: 3 })
  const x = end.x + end.width / 2
  const y = end.y + end.height * depth
  await page.mouse.move(x, y, { steps: 10 })
  await page.mouse.move(x, y + 1)
  await page.mouse.up()
}

function column(name: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${name}, `) })
}

function card(name: string): Locator {
  return page.getByRole('link', { name, exact: true })
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
    await page.getByLabel('Name of the new stage').fill('Site visit')
    await page.getByRole('combobox', { name: 'Type of the new stage' }).click()
    await page.getByRole('option', { name: /^Interview/ }).click()
    await page.getByRole('button', { name: 'Add stage' }).click()
    await page.getByLabel('Name of Site visit').waitFor()
  })

  it('opens a position from the pipeline', async () => {
    await open('Positions')
    await page.getByRole('link', { name: 'Create position' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Warehouse associate')
    await choose('Company', 'Norvik Logistics')
    await page.getByLabel('Pipeline', { exact: true }).first().click()
    await page.getByRole('option', { name: /Warehouse/ }).click()
    await page.getByRole('button', { name: 'Create position' }).click()
    await page.getByRole('heading', { level: 1, name: 'Warehouse associate' }).waitFor()
  })

  it('reorders its statuses by drag', async () => {
    await open('Positions')
    await page.getByRole('link', { name: 'Warehouse associate' }).first().click()
    await page.getByRole('link', { name: 'Edit' }).first().click()
    const order = () =>
      page
        .getByRole('button', { name: /^Reorder / })
        .evaluateAll((handles) =>
          handles.map((one) => one.getAttribute('aria-label')!.replace('Reorder ', '')),
        )
    await page.getByLabel('Reorder Site visit').waitFor()
    expect((await order()).indexOf('Site visit')).toBe(5)
    await page.getByLabel('Reorder Site visit').scrollIntoViewIfNeeded()
    await drag(page.getByLabel('Reorder Site visit'), page.getByLabel('Reorder Company interview'), 0.1)
    await expect
      .poll(order)
      .toEqual([
        'New lead',
        'Contacted',
        'Qualified',
        'Submitted to company',
        'Site visit',
        'Company interview',
        'Offer',
        'Hired',
        'Closed',
      ])
    await page.reload()
    await page.getByLabel('Name of Site visit').waitFor()
    expect((await order()).indexOf('Site visit')).toBe(4)
  })

  it('adds an application by hand', async () => {
    await page.goto('/applications/create')
    await choose('Position', 'Warehouse associate')
    await page.getByLabel('Name', { exact: true }).fill('Samuel Reyes')
    await page.getByLabel('Email', { exact: true }).fill('samuel.reyes@example.com')
    await page.getByLabel('Phone', { exact: true }).fill('(312) 555-0148')
    await page.getByRole('button', { name: 'Add application' }).click()
    await page.getByRole('heading', { name: 'Samuel Reyes' }).waitFor()
    await page.getByText('+1 312 555 0148').first().waitFor()
  })

  it('is told that a person exists already', async () => {
    await page.goto('/applications/create')
    await choose('Position', 'Warehouse associate')
    await page.getByLabel('Name', { exact: true }).fill('S. Reyes')
    await page.getByLabel('Email', { exact: true }).fill('samuel.reyes@example.com')
    await page
      .getByRole('button', { name: /Use this candidate/ })
      .first()
      .waitFor()
  })

  it('imports a file, seeing before what will happen', async () => {
    const file = join(folder, 'job-fair.csv')
    await writeFile(file, people)
    await open('Imports')
    await page.getByRole('link', { name: 'Import', exact: true }).first().click()
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('heading', { name: 'Columns' }).waitFor()
    await expect.poll(() => page.getByLabel('Import E-mail as').inputValue()).toBe('email')
    await choose('Position', 'Warehouse associate')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: /^1 ?Invalid/ }).waitFor()
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByText('Completed').waitFor({ timeout: 30_000 })
    await page.getByText('5 of 5 rows').waitFor()
    await page.getByRole('link', { name: /Show \d+ created applications/ }).click()
    await page.getByText('Björn Åkesson').first().waitFor()
  })

  it.skipIf(!existsSync(damaged))(
    'imports three thousand rows that a spreadsheet program damaged',
    async () => {
      await open('Imports')
      await page.getByRole('link', { name: 'Import', exact: true }).first().click()
      await page.getByLabel('File to import').setInputFiles(damaged)
      await page.getByRole('heading', { name: 'Columns' }).waitFor()
      await choose('Position for rows without a position', 'Warehouse associate')
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).click({ timeout: 30_000 })
      await page.getByText('3,000 of 3,000 rows').waitFor({ timeout: 60_000 })
      await page.getByText('Completed').waitFor()
    },
  )

  it('filters the list and finds a person', async () => {
    await page.goto('/applications?source=Job fair&open=all')
    await page.getByText('Ada Moreno').first().waitFor()
    await page.getByText('2 applications').first().waitFor()
    await page.goto('/applications?open=all')
    await page.getByLabel('Search applications').fill('0148')
    await page.getByText('1 application').first().waitFor()
    await page.getByText('Samuel Reyes').first().waitFor()
  })

  it('moves an application on the board by drag, and takes it back', async () => {
    await page.goto('/positions')
    await page.getByRole('link', { name: 'Warehouse associate' }).first().click()
    await page.getByRole('link', { name: 'Board', exact: true }).first().click()
    await column('New lead').waitFor()
    board = page.url()
    await page.getByLabel('Search this board').fill('Samuel Reyes')
    await card('Samuel Reyes').waitFor()
    await expect.poll(() => column('New lead').getByRole('listitem').count()).toBe(1)
    await drag(card('Samuel Reyes'), column('Qualified'), 0.2)
    await column('Qualified').getByRole('link', { name: 'Samuel Reyes' }).waitFor()
    await page.getByRole('button', { name: /Undo move/ }).click()
    await column('New lead').getByRole('link', { name: 'Samuel Reyes' }).waitFor()
    await drag(card('Samuel Reyes'), column('Contacted'), 0.2)
    await column('Contacted').getByRole('link', { name: 'Samuel Reyes' }).waitFor()
  })

  it("sees another person's move within moments", async () => {
    const other = await muster.openSignedIn(colleague)
    await other.page.goto(board)
    await other.page.getByLabel('Search this board').fill('Samuel Reyes')
    const there = other.page
      .getByRole('region', { name: /^Qualified, / })
      .getByRole('link', { name: 'Samuel Reyes' })
    await other.page.getByRole('link', { name: 'Samuel Reyes' }).waitFor()
    await drag(card('Samuel Reyes'), column('Qualified'), 0.2)
    await there.waitFor()
    expect(other.complaints).toEqual([])
    await other.leave()
  })

  it('comments, mentioning a colleague', async () => {
    await card('Samuel Reyes').click()
    await page.getByRole('heading', { name: 'Samuel Reyes' }).waitFor()
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('Can we offer him the **22:00** shift, ')
    await comment.pressSequentially('@Mats')
    await page.getByRole('option', { name: /Mats Keller/ }).click()
    await comment.press('Control+Enter')
    await page.getByRole('strong').filter({ hasText: '22:00' }).waitFor()
    // It shows at once; what can be done with it, once the server has it.
    await page.getByRole('button', { name: 'Edit this comment' }).waitFor()
    const told = await muster.server.db
      .selectFrom('notifications')
      .where('kind', '=', 'mention')
      .select('text')
      .execute()
    expect(told).toHaveLength(1)
  })

  it('closes it with a reason, which keeps the status it reached', async () => {
    await page.getByRole('button', { name: 'Close…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close application: Samuel Reyes' })
    await dialog.getByLabel('Rejected by us').waitFor()
    // By keys alone: withdrawn, then the reason.
    await page.keyboard.press('3')
    await dialog
      .getByRole('group', { name: 'Reason' })
      .or(dialog.getByRole('radiogroup', { name: 'Reason' }))
      .waitFor()
    await page.keyboard.press('4')
    expect(await dialog.getByLabel('Took another job').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.getByText(/^Closed Samuel Reyes/).waitFor()
    const closed = await muster.server.db
      .selectFrom('dispositions')
      .innerJoin('reasons', 'reasons.id', 'dispositions.reason_id')
      .select(['dispositions.kind', 'dispositions.status_type', 'reasons.name'])
      .where('dispositions.status_type', '=', 'qualified')
      .execute()
    expect(closed).toEqual([{ kind: 'withdrawn', status_type: 'qualified', name: 'Took another job' }])
  })

  it('signs out, having seen nothing go wrong', async () => {
    await page.getByRole('button', { name: /Ines Roth/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/auth/login**')
    expect(visit.complaints).toEqual([])
  })
})
