import { createApplication } from '@muster/contract/applications.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { createPosition } from '@muster/contract/positions.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { makePdf } from '@muster/server/uploads/fixtures/make-pdf.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let admin: TestUser
let resume: { name: string; mimeType: string; buffer: Buffer }

beforeAll(async () => {
  muster = await startMuster()
  admin = await muster.addUser('admin', 'Ines Roth')
  const { server } = muster
  const { body: company } = await server.call(createCompany, { as: admin, body: { name: 'Northwind' } })
  const welder = await server.call(createPosition, {
    as: admin,
    body: { name: 'Welder', companyId: company.id },
  })
  await server.call(createPosition, { as: admin, body: { name: 'Driver', companyId: company.id } })
  await server.call(createApplication, {
    as: admin,
    body: {
      positionId: welder.body.id,
      candidate: { name: 'Björn Åkesson', email: 'bjorn@example.org', phone: '+13125550112' },
    },
  })
  resume = {
    name: 'jane.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf([
      [
        { text: 'Jane Doe', size: 24 },
        'jane.doe@example.com | (312) 555-0148',
        { text: 'My profile', link: 'https://www.linkedin.com/in/jane-doe' },
        ...Array.from({ length: 8 }, () => 'Welded bridges and ships, and taught it to others.'),
      ],
    ]),
  }
  visit = await muster.openSignedIn(admin)
  page = visit.page
  await page.goto('/dashboard')
})

beforeEach(async ({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
  await page.evaluate(() => sessionStorage.removeItem('draft application'))
  await page.goto('/applications/create')
  await field('Name').waitFor()
})

afterAll(() => muster?.stop())

function field(name: string) {
  return page.getByRole('textbox', { name, exact: true })
}

function values() {
  return Promise.all(['Name', 'Email', 'Phone', 'Profile'].map((name) => field(name).inputValue()))
}

async function choosePosition(name: string) {
  await page.getByRole('combobox', { name: 'Position' }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name} ·`) }).click()
}

const jane = ['Jane Doe', 'jane.doe@example.com', '+13125550148', 'https://www.linkedin.com/in/jane-doe']

describe('a new application', () => {
  it('is filled in from a résumé, where nothing stands yet, and can be taken back', async () => {
    await field('Email').fill('jane@home.example')
    await page.getByLabel('Résumé').first().setInputFiles(resume)
    await page.getByText('Filled in 3 fields from the résumé.').waitFor()
    expect(await values()).toEqual([jane[0], 'jane@home.example', jane[2], jane[3]])
    await page.getByRole('button', { name: /^From the résumé: “Jane Doe”/ }).waitFor()
    // The résumé stands beside the form.
    await page.getByRole('region', { name: 'Preview of jane.pdf' }).getByText('Jane Doe').waitFor()
    await page.getByRole('button', { name: /^From the résumé: “My profile”/ }).click()
    expect(await values()).toEqual([jane[0], 'jane@home.example', jane[2], ''])
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await values()).toEqual(['', 'jane@home.example', '', ''])
  })

  it('takes a résumé dropped anywhere on the page', async () => {
    const bytes = resume.buffer.toString('base64')
    const drop = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      const data = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([data], 'jane.pdf', { type: 'application/pdf' }))
      return transfer
    }, bytes)
    await page.getByLabel('Comment').dispatchEvent('dragenter', { dataTransfer: drop })
    const everywhere = page.getByText('Drop the résumé to attach it')
    await everywhere.waitFor()
    await everywhere.dispatchEvent('drop', { dataTransfer: drop })
    await page.getByText('Filled in 4 fields from the résumé.').waitFor()
    expect(await values()).toEqual(jane)
  })

  it('is sent with its résumé, and another can follow', async () => {
    await page.getByLabel('Résumé').first().setInputFiles(resume)
    await page.getByText('Filled in 4 fields from the résumé.').waitFor()
    await choosePosition('Welder')
    await page.getByLabel('Add another').check()
    await page.getByRole('button', { name: 'Add application' }).click()
    await page.getByText('Added Jane Doe to Welder').waitFor()
    await expect.poll(values).toEqual(['', '', '', ''])
    await expect.poll(() => page.getByRole('combobox', { name: 'Position' }).inputValue()).toContain('Welder')
  })

  it('offers people known already while one types, says why, and is chosen by keyboard', async () => {
    await field('Name').fill('björn åkess')
    await page.getByText('Similar name').waitFor()
    await field('Name').fill('')
    await field('Phone').fill('(312) 555-0112')
    await page.getByText('Same phone').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change' }).waitFor()
    await choosePosition('Welder')
    await page.getByText(/Björn Åkesson has had an open application for this position since/).waitFor()
    await choosePosition('Driver')
    await expect.poll(() => page.getByText(/open application for this position/).count()).toBe(0)
  })

  it('keeps what was typed and the file over a reload', async () => {
    await page.getByLabel('Résumé').first().setInputFiles(resume)
    await page.getByText('Filled in 4 fields from the résumé.').waitFor()
    await page.getByLabel('Comment').fill('Met at the fair')
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByText('Draft restored.').waitFor()
    await expect.poll(values).toEqual(jane)
    await page.getByText('Filled in 4 fields from the résumé.').waitFor()
    expect(await page.getByLabel('Comment').inputValue()).toBe('Met at the fair')
  })

  it('says why a file is not taken', async () => {
    await page
      .getByLabel('Résumé')
      .first()
      .setInputFiles({ name: 'cv.html', mimeType: 'text/html', buffer: Buffer.from('<html>') })
    await page.getByText(/Upload a PDF, Word/).waitFor()
    visit.complaints.splice(0)
  })

  it('fits a phone and is accessible there', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByLabel('Résumé').first().setInputFiles(resume)
    await page.getByText('Filled in 4 fields from the résumé.').waitFor()
    await page.getByText('1 of 1').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    // Links of the paper are as large as its maker set them.
    expect(await violations(page, { except: ['.annotationLayer'] })).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})
