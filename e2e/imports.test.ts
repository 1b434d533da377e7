import { createComment } from '@muster/contract/activity-logs.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { importContent } from '@muster/server/imports/fixtures/import-kit.ts'
import { runUndo } from '@muster/server/imports/undo/run-undo.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let recruiter: TestUser
let driverId: string

beforeAll(async () => {
  muster = await startMuster()
  recruiter = await muster.addUser('recruiter', 'Ines Roth')
  const position = await addPosition(muster.server.db, muster.workspaceId)
  await muster.server.db
    .updateTable('positions')
    .set({ name: 'Forklift driver' })
    .where('id', '=', position.id)
    .execute()
  driverId = position.id
  visit = await muster.openSignedIn(recruiter)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

function said(text: string | RegExp): Promise<void> {
  return page.getByText(text).first().waitFor()
}

describe('an import', () => {
  it('is taken back from the history, after its figures are told, and says what stays and why', async () => {
    const lines = ['Ann Able', 'Ben Brown', 'Cas Cole'].map(
      (name) => `${name},${name.split(' ')[0]!.toLowerCase()}@example.com,Forklift driver`,
    )
    await importContent(muster.server, recruiter, `Name,Email,Vacancy\n${lines.join('\n')}\n`)
    const { body } = await muster.server.call(listApplications, { as: recruiter, query: { q: 'Ann' } })
    await muster.server.call(createComment, {
      as: recruiter,
      params: { id: body.items[0]!.id },
      body: { body: 'Asks for Monday' },
    })

    await page.goto('/imports')
    const row = page.getByRole('row', { name: /people\.csv/ })
    await row.getByRole('button', { name: 'Undo import…' }).click()
    const question = page.getByRole('dialog', { name: 'Undo the import of people.csv?' })
    await question.getByText('2 applications will be removed').waitFor()
    await question.getByText('2 candidates will be removed').waitFor()
    await question.getByText('1 row will be kept').waitFor()
    await question.getByText('Commented on since the import: 1').waitFor()
    await page.keyboard.press('Enter')
    await row.getByText('Undone', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Undo import…' }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'people.csv', exact: true }).click()
    await page.getByRole('heading', { name: 'Import undone', exact: true }).waitFor()
    const kept = page.getByRole('table', { name: 'Kept rows' })
    await kept.getByRole('row', { name: /2 Ann Able Commented on since the import/ }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download kept rows' }).click()
    expect((await download).suggestedFilename()).toBe('people-kept-rows.csv')
    await page.getByRole('link', { name: 'Show kept applications' }).click()
    await page.getByRole('row', { name: /Ann Able/ }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: /Ben Brown/ }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('link', { name: 'Ann Able' }).click()
    await said('Asks for Monday')
    expect(visit.complaints).toEqual([])
  })

  it('is followed in the navigation wherever one is', async () => {
    const { db } = muster.server
    await importContent(muster.server, recruiter, 'Name,Vacancy\nDan Dole,Forklift driver\n')
    const newest = await db
      .selectFrom('imports')
      .where('workspace_id', '=', muster.workspaceId)
      .orderBy('created_at', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
    // As one looks whose worker has not come to it yet.
    await db
      .updateTable('imports')
      .set({ undo_state: 'queued', undo_by: recruiter.id, undo_at: new Date().toISOString() })
      .where('id', '=', newest.id)
      .execute()
    await page.goto('/positions')
    const link = page.getByRole('link', { name: 'Undoing people.csv' })
    await link.click()
    await page.getByRole('heading', { name: 'Undoing import' }).waitFor()
    await runUndo(muster.server.services, { workspaceId: muster.workspaceId, importId: newest.id })
    await page.getByRole('heading', { name: 'Import undone', exact: true }).waitFor()
    await link.waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })
})

/** As people have them: letters of Windows, semicolons, a line above the table, and little that is right. */
const nasty = Buffer.from(
  `Export of our old system;;;;;
Name;Mail;Mobil;Job;Stage;Number 7
Ann Able;ann.able@example.com;(312) 555-0100;Forklift driver;Applied;R-1
J\u00f6rg Brown;joerg(at)example.com;312-555-0101;Forklift driver;Interviewing;R-2
Cas Cole;cas.cole@example.com;call me;Stapler;Zzz;R-3
Someone Else;known@example.com;;Forklift driver;Applied;R-4
Ann Able;ann.able@example.com;;Forklift driver;Applied;R-1
;;n/a;Forklift driver;Applied;
`,
  'latin1',
)

/** Lets a file go over the page as from a folder of the desktop. */
async function drop(to: Page, name: string, content: Buffer): Promise<void> {
  await to.getByText('Drop a file anywhere on this page').waitFor()
  await to.evaluate(
    ([fileName, bytes]) => {
      const dataTransfer = new DataTransfer()
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      dataTransfer.items.add(new File([data], fileName, { type: 'text/csv' }))
      document
        .querySelector('h1')!
        .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, content.toString('base64')] as const,
  )
}

/** Goes on with the tab key until the focus is there. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error('The tab key never comes there')
}

describe('the screen of an import', () => {
  it('takes a file as it is through mapping, mending and deciding to its result, and back', async () => {
    await importContent(
      muster.server,
      recruiter,
      'Name,Email,Vacancy\nKim Known,known@example.com,Forklift driver\n',
    )
    await page.goto('/imports/new')
    await drop(page, 'nasty.csv', nasty)

    await page.getByLabel('Import Number 7 as').selectOption('externalId')
    await page.getByLabel('Import Stapler as', { exact: true }).selectOption(driverId)
    await page.getByLabel('Import Zzz as', { exact: true }).selectOption('contacted')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()

    const grid = page.getByRole('grid', { name: 'Rows in the file' })
    await page.getByRole('button', { name: '1 Conflict' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /Invalid email address/ }).click()
    await grid.getByRole('button', { name: 'Name: Cas Cole' }).waitFor({ state: 'detached' })
    await grid.getByRole('button', { name: 'Mail: joerg(at)example.com' }).click()
    await page.getByLabel('Mail, row 4').fill('joerg@example.com')
    await page.keyboard.press('Enter')
    await said('Corrected. The file itself is unchanged.')
    await page.getByRole('button', { name: 'Show all rows' }).first().click()
    await grid.getByRole('button', { name: 'Mail: joerg@example.com' }).waitFor()

    const sameAddress = page.getByRole('group', { name: 'Same email, different name' })
    await sameAddress.getByText('Kim Known').waitFor()
    await sameAddress.getByRole('combobox').selectOption('new_person')
    const start = page.getByRole('button', { name: 'Import 4 rows' })
    await start.waitFor()
    await page.reload()
    await expect.poll(() => sameAddress.getByRole('combobox').inputValue()).toBe('new_person')
    await page.getByRole('button', { name: '1 correction' }).waitFor()
    await start.dblclick()
    await page.waitForURL(/[?&]id=/)

    await page.goto('/positions')
    await page.goto('/imports')
    await page.getByRole('link', { name: 'nasty.csv', exact: true }).click()
    await said('Same email, different name: Create a new candidate')
    await page.getByRole('link', { name: 'Show 4 created applications' }).click()
    await page.getByRole('row', { name: /J\u00f6rg Brown/ }).waitFor()
    await page.goBack()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download rejected rows' }).click()
    expect((await download).suggestedFilename()).toBe('nasty-errors.csv')
    await page.getByRole('button', { name: 'Undo import…' }).click()
    await page.getByRole('dialog').getByText('4 applications will be removed').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Import undone', exact: true }).waitFor()

    const imports = await muster.server.db
      .selectFrom('imports')
      .where('workspace_id', '=', muster.workspaceId)
      .where('file_name', '=', 'nasty.csv')
      .select(['created_count', 'skipped_count', 'invalid_count'])
      .execute()
    expect(imports).toEqual([{ created_count: 4, skipped_count: 1, invalid_count: 1 }])
    expect(visit.complaints).toEqual([])
  })

  it('fills an empty workspace by keyboard, creating the positions, company and status of the file', async () => {
    const { workspaceId } = await muster.server.addWorkspace()
    const owner = await muster.server.addUser(workspaceId, 'owner', { name: 'Nia New' })
    const { page: own, complaints } = await muster.openSignedIn(owner)
    await own.goto('/imports/new')
    const choosing = own.waitForEvent('filechooser')
    await tabTo(
      own
        .getByRole('button', { name: 'Choose file' })
        .or(own.locator('[tabindex="0"]:has-text("Drop a file")'))
        .first(),
    )
    await own.keyboard.press('Enter')
    const content =
      'Name,Email,Vacancy,Stage,Shoe size\nEve East,eve@example.com,Driver,Waiting on client,44\nFay Farr,fay@example.com,Welder,Applied,38\n'
    const file = { name: 'first.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await (await choosing).setFiles(file)
    const press = async (name: string) => {
      await tabTo(own.getByRole('button', { name, exact: true }))
      await own.keyboard.press('Enter')
    }
    await own.getByText('Match 3 values from the file.').waitFor()
    expect(await own.getByRole('button', { name: 'Preview', exact: true }).isDisabled()).toBe(true)
    await press('Keep in notes')
    await press('Create 2 positions')
    await tabTo(own.getByLabel('Company for all 2 new positions'))
    await own.keyboard.type('Halden Freight')
    await press('Create 1 status')
    expect(await violations(own)).toEqual([])
    await press('Preview')
    await own.getByText('Position: Driver at Halden Freight').waitFor()
    await own.getByText('Status: Waiting on client on Driver').waitFor()
    await press('Import 2 rows')
    await own.getByText('2 of 2 rows').waitFor()
    await own.goto('/applications')
    await own.getByRole('row', { name: /Eve East.*Waiting on client/ }).waitFor()
    await own.getByRole('row', { name: /Fay Farr.*New lead/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('is done by keyboard alone', async () => {
    await page.goto('/imports/new')
    const choosing = page.waitForEvent('filechooser')
    await tabTo(
      page
        .getByRole('button', { name: 'Choose file' })
        .or(page.locator('[tabindex="0"]:has-text("Drop a file")'))
        .first(),
    )
    await page.keyboard.press('Enter')
    const content =
      'Name,Email,Vacancy\nEve East,eve@,Forklift driver\nFay Farr,fay@example.com,Forklift driver\n'
    await (await choosing).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await tabTo(page.getByRole('button', { name: 'Preview', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page.getByRole('button', { name: 'Name: Eve East' }))
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-place="0-1"]:focus').waitFor()
    await page.keyboard.press('Enter')
    // The editor takes the focus once it is placed.
    await page.getByLabel('Email, row 2').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('eve@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Email: eve@example.com' }).waitFor()
    await tabTo(page.getByRole('button', { name: 'Import 2 rows' }))
    await page.keyboard.press('Enter')
    await said('2 of 2 rows')
    await said('Completed')
    expect(visit.complaints).toEqual([])
  })

  it('asks which country numbers without a country code are from, and previews the answer', async () => {
    await page.goto('/imports/new')
    const people = ['06 12 34 56 00', '07 81 23 45 67', '01 42 68 53 00'].map(
      (phone, n) => `Ida Ville ${n},ida.ville${n}@example.com,${phone},Forklift driver`,
    )
    await drop(page, 'villes.csv', Buffer.from(`Nom,Email,T\u00e9l\u00e9phone,Poste\n${people.join('\n')}\n`))
    const country = page.getByRole('combobox', { name: 'Country of numbers without a country code' })
    await country.waitFor()
    expect(await country.inputValue()).toBe('France')
    await said(/Applies to 3 numbers\./)
    expect(await violations(page)).toEqual([])
    await country.fill('United States')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await said(/Applies to 3 numbers\. Chosen by you\./)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: /Invalid phone number 3/ }).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await country.fill('France')
    await page.getByRole('option', { name: 'France', exact: true }).click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: /Invalid phone number/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  it('refuses a file with one sentence and takes the next', async () => {
    await page.goto('/imports/new')
    await drop(page, 'people.pdf', Buffer.from('%PDF-1.4 no table'))
    await page.getByRole('alert').getByText('people.pdf cannot be imported').waitFor()
    await drop(page, 'people.csv', Buffer.from('Name,Email\nGus Gray,gus@example.com\n'))
    await page.getByLabel('Import Email as').waitFor()
    visit.complaints.length = 0
  })

  it('asks what a doubtful column is, and maps it only after a yes', async () => {
    await page.goto('/imports/new')
    await drop(
      page,
      'doubtful.csv',
      Buffer.from('Name,Xyz,Username\nGus Gray,+1 312 555 0148,ggray\nHal Hale,+1 312 555 0149,hhale\n'),
    )
    await page.getByText('2 columns need your confirmation').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.getByLabel('Import Xyz as').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Map Xyz to Phone' }).click()
    expect(await page.getByLabel('Import Xyz as').inputValue()).toBe('phone')
    await page.getByText('1 column needs your confirmation').waitFor()
    await page.getByRole('button', { name: 'No, do not import Username' }).click()
    await page.getByText('needs your confirmation').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Import Username as').inputValue()).toBe('')
  })

  it('fits a phone and is accessible there, also in the dark', async () => {
    const { page: phone, complaints } = await muster.openSignedIn(recruiter, {
      width: 390,
      height: 844,
      dark: true,
    })
    await phone.goto('/imports/new')
    await drop(phone, 'nasty.csv', nasty)
    const preview = phone.getByRole('button', { name: 'Preview', exact: true })
    await preview.waitFor()
    expect(await violations(phone)).toEqual([])
    await preview.click()
    const card = phone.getByRole('row', { name: /J\u00f6rg Brown/ })
    await card.getByRole('button', { name: 'Correct: Email' }).click()
    await phone.getByLabel('Mail, row 4').fill('joerg@example.com')
    expect(await violations(phone)).toEqual([])
    await phone.keyboard.press('Enter')
    await card.getByText('joerg@example.com').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(phone)).toEqual([])
    expect(complaints).toEqual([])
  })
})
