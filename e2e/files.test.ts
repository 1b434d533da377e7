import { createCandidate } from '@muster/contract/candidates.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { sendFile } from '@muster/server/testing/seed.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { lockedPdf } from '@muster/server/uploads/fixtures/locked-pdf.ts'
import { makeDocx } from '@muster/server/uploads/fixtures/make-docx.ts'
import { makePdf } from '@muster/server/uploads/fixtures/make-pdf.ts'
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
  visit = await muster.openSignedIn(recruiter)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

/** Opens the page of a person who has this file as their résumé; answers the preview of it. */
async function openResume(content: Buffer | string, name: string) {
  const response = await sendFile(muster.server, uploadFile, recruiter, content, name)
  const file = (await response.json()) as { id: string }
  const { body } = await muster.server.call(createCandidate, {
    as: recruiter,
    body: { name: `Owner of ${name}`, resumeFileId: file.id },
  })
  await page.goto(`/candidates/${body.id}`)
  const preview = page.getByRole('region', { name: `Preview of ${name}` })
  await preview.waitFor()
  return preview
}

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a file', () => {
  it('that is a PDF shows page by page, zooms, is searched and takes the whole window, by keyboard alone', async () => {
    const pages = ['First of the pages', 'Second with a needle', 'Third with a needle', 'Last'].map(
      (text) => [{ text, size: 20 }],
    )
    const preview = await openResume(await makePdf(pages), 'pages.pdf')
    const paper = preview.getByRole('region', { name: 'Pages of pages.pdf' })
    await paper.getByText('First of the pages').waitFor()
    await preview.getByText('1 of 4').waitFor()
    await paper.focus()
    const zoom = await preview.getByText(/^\d+%$/).textContent()
    await page.keyboard.press('+')
    await expect.poll(() => preview.getByText(/^\d+%$/).textContent()).not.toBe(zoom)
    await page.keyboard.press('End')
    await preview.getByText('4 of 4').waitFor()
    await page.keyboard.press('ArrowLeft')
    await preview.getByText('3 of 4').waitFor()
    await page.keyboard.press('0')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('needle')
    // From the page one is on.
    await preview.getByText('2 of 2', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await preview.getByText('1 of 2', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await preview.getByRole('button', { name: 'Full screen' }).press('Enter')
    await expect.poll(async () => (await preview.boundingBox())?.width).toBe(1440)
    await page.keyboard.press('Escape')
    await preview.getByRole('button', { name: 'Full screen' }).waitFor()
    const drawn = await paper.locator('canvas').count()
    expect(drawn).toBeLessThanOrEqual(4)
  })

  it('that is a Word document shows its words, and nothing of it runs', async () => {
    const docx = await makeDocx([
      { text: 'Ana Ortiz', size: 20 },
      '<img src=x onerror=alert(1)>',
      { text: 'my page', link: 'https://ana.example/' },
    ])
    const preview = await openResume(docx, 'letter.docx')
    await preview.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await preview.getByRole('link', { name: 'my page' }).getAttribute('rel')).toContain('noopener')
    expect(await preview.locator('img').count()).toBe(0)
  })

  it('that is an image zooms', async () => {
    const preview = await openResume(image, 'photo.png')
    await preview.getByRole('img', { name: 'photo.png' }).waitFor()
    await preview.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => preview.getByText('100%').count()).toBe(0)
  })

  it('that is plain text shows as it was written', async () => {
    const preview = await openResume('Ana Ortiz\n\n  Welder, Oslo', 'cv.txt')
    await preview.getByText('Welder, Oslo').waitFor()
  })

  it('of another kind has its name and a download', async () => {
    const preview = await openResume('{\\rtf1\\ansi Ana Ortiz\\par}', 'cv.rtf')
    const download = page.waitForEvent('download')
    await preview.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('cv.rtf')
  })

  it('that is protected or broken says so in a sentence', async () => {
    const locked = await openResume(lockedPdf, 'locked.pdf')
    await locked.getByText('This PDF is password-protected').waitFor()
    const broken = await openResume('%PDF-1.4\nnothing of a document\n%%EOF\n', 'broken.pdf')
    await broken.getByText('This PDF cannot be shown').waitFor()
  })

  it('that does not come is asked for again', async () => {
    await page.route(/\/uploads\//, (route) => route.abort())
    const preview = await openResume('Ana Ortiz', 'late.txt')
    await preview.getByText('The server cannot be reached').waitFor()
    await page.unroute(/\/uploads\//)
    visit.complaints.splice(0)
    await preview.getByRole('button', { name: 'Retry' }).click()
    await preview.getByText('Ana Ortiz').waitFor()
  })

  it('is accessible, and the console stays clean', async () => {
    await openResume(
      await makePdf([[{ text: 'Ana Ortiz', size: 20, link: 'https://ana.example/' }]]),
      'a.pdf',
    )
    await page.getByText('1 of 1').waitFor()
    expect(await violations(page)).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})
