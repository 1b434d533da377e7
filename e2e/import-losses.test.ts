import { readFile } from 'node:fs/promises'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let recruiter: TestUser

beforeAll(async () => {
  muster = await startMuster()
  recruiter = await muster.addUser('recruiter', 'Ines Roth')
  const position = await addPosition(muster.server.db, muster.workspaceId)
  await muster.server.db
    .updateTable('positions')
    .set({ name: 'Forklift driver' })
    .where('id', '=', position.id)
    .execute()
  visit = await muster.openSignedIn(recruiter)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

async function choose(on: Page, name: string, content: string): Promise<void> {
  await on.goto('/imports/new')
  await on
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await on.getByRole('button', { name: 'Preview', exact: true }).waitFor()
}

async function downloadFrom(on: Page, button: string): Promise<string> {
  const download = on.waitForEvent('download')
  await on.getByRole('button', { name: button }).click()
  return readFile(await (await download).path(), 'utf8')
}

function people() {
  return muster.server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', muster.workspaceId)
    .orderBy('id')
    .select(['name', 'email', 'phone'])
    .execute()
}

const lossy = `Name,Email,Mobile,Vacancy
Ann Able,ann@example.com,12-30,Forklift driver
Ben Brown,ben(at)example.com,12-31,Forklift driver
Cas Cole,cas@example.com,(312) 555-0103,Forklift driver
`

describe('values that are lost', () => {
  it('are shown before and after the import by field, and filled in by the corrected download', async () => {
    await choose(page, 'lossy.csv', lossy)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const losses = page.getByRole('region', { name: 'Lost values' })
    await losses.getByText('2 rows will be imported without some of their values').waitFor()
    await losses.getByRole('button', { name: 'Email 1' }).click()
    const grid = page.getByRole('grid', { name: 'Rows in the file' })
    await grid.getByRole('button', { name: 'Name: Ann Able' }).waitFor({ state: 'detached' })
    await grid.getByRole('button', { name: 'Name: Ben Brown' }).waitFor()
    expect(await violations(page)).toEqual([])
    const before = await downloadFrom(page, 'Download rows with lost values')
    expect(before.split('\r\n')[1]).toMatch(/^Ann Able,ann@example\.com,12-30,Forklift driver,[\w-]{36},2,/)

    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByText('Completed, values lost').waitFor()
    await losses.getByText('2 rows lost a value').waitFor()
    await losses.getByText('Phone 2').waitFor()
    await page.getByRole('button', { name: 'Show rows with lost values' }).click()
    await page.getByRole('cell', { name: 'Mobile: “12-30” is not a phone number' }).waitFor()
    expect(await violations(page)).toEqual([])
    const report = await downloadFrom(page, 'Download rows with lost values')
    await page.goto('/imports')
    await page.getByRole('row', { name: /lossy\.csv.*Completed, values lost/ }).waitFor()

    const corrected = report
      .replaceAll(/(?<=,)12-3(?=\d,Forklift)/g, '+49 151 2345678')
      .replace('ben(at)example.com,', 'ben@example.com,')
    await choose(page, 'corrected.csv', corrected)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: '2 Updated' }).waitFor()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    expect(await people()).toEqual([
      { name: 'Ann Able', email: 'ann@example.com', phone: '+4915123456780' },
      { name: 'Ben Brown', email: 'ben@example.com', phone: '+4915123456781' },
      { name: 'Cas Cole', email: 'cas@example.com', phone: '+13125550103' },
    ])
    expect(visit.complaints).toEqual([])
  })

  it('fit a phone, also in the dark', async () => {
    const { page: phone, complaints } = await muster.openSignedIn(recruiter, {
      width: 390,
      height: 844,
      dark: true,
    })
    await choose(phone, 'phone.csv', lossy.replaceAll('example.com', 'example.net'))
    await phone.getByRole('button', { name: 'Preview', exact: true }).click()
    await phone.getByText('2 rows will be imported without some of their values').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(phone)).toEqual([])
    await phone.getByRole('button', { name: /^Import \d rows?$/ }).click()
    await phone.getByText('Completed, values lost').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(phone)).toEqual([])
    expect(complaints).toEqual([])
  })
})

describe('rows that are left out', () => {
  const paged = `Name,Email,Vacancy
Gil Gray,gil@example.com,Forklift driver
Name,Email,Vacancy
Hal Hill,hal@example.com,Forklift driver
Total recruiting,,
Total,2,
`

  it('are shown with what they hold, taken in one by one, and offered with the result', async () => {
    await choose(page, 'paged.csv', paged)
    const leftOut = page.getByRole('region', { name: 'Excluded rows' })
    await leftOut.getByText('3 rows are excluded because they do not look like data').waitFor()
    await leftOut.getByText('Show rows').click()
    await leftOut.getByLabel('Row 5: Total recruiting').check()
    await leftOut
      .getByText('2 rows are excluded because they do not look like data · 1 of these rows will be imported')
      .waitFor()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await leftOut.getByText('2 rows are excluded').waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: '3 All rows' }).waitFor()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await leftOut.getByText('2 rows were excluded because they do not look like data').waitFor()
    await page.getByRole('button', { name: 'Show excluded rows' }).click()
    await leftOut.getByText('Row 6: Total · 2').waitFor()
    expect(await violations(page)).toEqual([])
    const report = await downloadFrom(page, 'Download excluded rows')
    expect(report.trim().split('\r\n')).toEqual([
      'Name,Email,Vacancy,row_number,left_out_reason',
      'Name,Email,Vacancy,3,Repeated header',
      'Total,2,,6,Note or total',
    ])
    expect(visit.complaints).toEqual([])
  })

  it('are taken in all at once, on a phone', async () => {
    const { page: phone, complaints } = await muster.openSignedIn(recruiter, { width: 390, height: 844 })
    await choose(phone, 'paged.csv', paged.replaceAll('example.com', 'example.org'))
    await phone.getByText('Show rows').click()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(phone)).toEqual([])
    await phone.getByRole('button', { name: 'Import all 3 rows too' }).click()
    await phone.getByRole('button', { name: 'Exclude all rows' }).waitFor()
    await phone.getByRole('button', { name: 'Preview', exact: true }).click()
    await phone.getByRole('button', { name: '5 All rows' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('rows of another length than the header', () => {
  const uneven = `Name,Email,Vacancy
Ida Ives,ida@example.com,Forklift driver
Jon Jay,jon@example.com,Forklift driver
Kim Kay,kim@example.com
Lea, Low,lea@example.com,Forklift driver
Moe May,moe@example.com,Forklift driver
`

  it('are shown and offered with the result, also on a phone and in the dark', async () => {
    const { page: phone, complaints } = await muster.openSignedIn(recruiter, {
      width: 390,
      height: 844,
      dark: true,
    })
    await choose(phone, 'uneven.csv', uneven)
    await phone.getByRole('button', { name: 'Do not import the rest' }).click()
    await phone.getByRole('button', { name: 'Preview', exact: true }).click()
    await phone.getByRole('button', { name: /^Import \d rows?$/ }).click()
    const ragged = phone.getByRole('region', { name: 'Misaligned rows' })
    await ragged.getByText('2 rows have more or fewer cells than the header.').waitFor()
    await ragged.getByRole('button', { name: 'Show misaligned rows' }).click()
    await phone.getByText('This row has 1 fewer cell than the header').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(phone)).toEqual([])
    const report = await downloadFrom(phone, 'Download misaligned rows')
    expect(report.trim().split('\r\n').slice(1)).toEqual([
      'Kim Kay,kim@example.com,,,4,2,3',
      'Lea, Low,lea@example.com,Forklift driver,5,4,3',
    ])
    expect(complaints).toEqual([])
  })

  it('are gone once their undone import is erased for good, whose day the undo says', async () => {
    await page.goto('/imports')
    await page.getByRole('row', { name: /uneven\.csv/ }).click()
    const undo = page.getByRole('button', { name: 'Undo import…' })
    // The list, where every import has one, gives way to the import.
    await expect.poll(() => undo.count()).toBe(1)
    await undo.click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/^Removed records and the file are permanently erased after 30 days, on \w+/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Undo import', exact: true }).click()
    await page.getByText(/^Removed records and the file will be permanently erased on /).waitFor()
    await muster.server.db
      .updateTable('imports')
      .set({ undo_erased_at: new Date().toISOString() })
      .where('file_name', '=', 'uneven.csv')
      .execute()
    await page.reload()
    await page.getByText(/^Removed records and the file were permanently erased on /).waitFor()
    expect(await page.getByRole('region', { name: 'Misaligned rows' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})

describe('a question about a column', () => {
  it('stays answered with no when one comes back to the columns', async () => {
    await choose(
      page,
      'asked.csv',
      'Name,Email,Contact,Vacancy\nNed Nye,ned@example.com,(312) 555-0141,Forklift driver\n',
    )
    const question = page.getByRole('button', { name: 'No, do not import Contact' })
    await question.click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: '2 Columns' }).click()
    await page.getByRole('cell', { name: 'Not imported', exact: true }).waitFor()
    expect(await question.count()).toBe(0)
    await page.reload()
    await page.getByRole('cell', { name: 'Not imported', exact: true }).waitFor()
    expect(await question.count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })
})
