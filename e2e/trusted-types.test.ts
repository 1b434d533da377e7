import { createComment } from '@muster/contract/activity-logs.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import { sendFile } from '@muster/server/testing/seed.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { makePdf } from '@muster/server/uploads/fixtures/make-pdf.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let recruiter: TestUser
let visit: Visit
let page: Page

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

/** Makes a Trusted Types policy that passes everything. Runs in the page. */
function createPolicy(name: string) {
  const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy(...of: unknown[]): void } }
  trustedTypes.createPolicy(name, { createHTML: (html: string) => html })
}

async function openResume(content: Buffer, name: string): Promise<void> {
  const response = await sendFile(muster.server, uploadFile, recruiter, content, name)
  const { id: resumeFileId } = (await response.json()) as { id: string }
  const { body } = await muster.server.call(createCandidate, {
    as: recruiter,
    body: { name: `Owner of ${name}`, resumeFileId },
  })
  await page.goto(`/candidates/${body.id}`)
  await page.getByRole('region', { name: `Preview of ${name}` }).waitFor()
}

describe('Trusted Types', () => {
  it.each<[string, (argument: string) => void, string?]>([
    ['HTML', () => void Object.assign(document.createElement('p'), { innerHTML: '<b>a</b>' })],
    ['HTML beside an element', () => document.body.insertAdjacentHTML('beforeend', '<b>a</b>')],
    ['a parsed document', () => void new DOMParser().parseFromString('<b>a</b>', 'text/html')],
    ['a frame', () => void Object.assign(document.createElement('iframe'), { srcdoc: '<b>a</b>' })],
    ['a script', () => void Object.assign(document.createElement('script'), { src: '/a.js' })],
    ['a worker', () => void new Worker('/color-scheme.js')],
    ['a policy for everything', createPolicy, 'default'],
    ['another policy', createPolicy, 'another'],
  ])('refuse a string as %s, and report it', async (_, attempt, argument = '') => {
    await page.goto('/companies')
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor()
    const refusal = await page.evaluate(attempt, argument).then(
      () => 'none',
      (error: Error) => error.message,
    )
    expect(refusal).toMatch(/TypeError.*(?:Trusted|Policy)/)
    await expect.poll(() => visit.violations.length).toBe(1)
    expect(visit.violations.splice(0)[0]).toMatch(/ (?:require-)?trusted-types/)
  })

  it('let PDFs be read in a worker, which ends with its preview, and nothing else be called it', async () => {
    await openResume(await makePdf([[{ text: 'Ana', size: 20 }]]), 'ana.pdf')
    await page.getByRole('region', { name: 'Pages of ana.pdf' }).getByText('Ana').waitFor()
    expect(page.workers()).toHaveLength(1)
    const refusal = page.evaluate(createPolicy, 'pdf-worker')
    await expect(refusal).rejects.toThrow('already exists')
    await expect.poll(() => visit.violations.splice(0).length).toBe(1)
    await page.getByRole('navigation').getByRole('link', { name: 'Companies' }).click()
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor()
    await expect.poll(() => page.workers().length).toBe(0)
  })

  it('let a comment have the characters that HTML has names for', async () => {
    const { server, workspaceId } = muster
    const position = await addPosition(server.db, workspaceId)
    const { body } = await server.call(createApplication, {
      as: recruiter,
      body: { positionId: position.id, candidate: { name: 'Ana Ortiz' }, source: 'Indeed' },
    })
    await server.call(createComment, {
      as: recruiter,
      params: { id: body.id },
      body: { body: '**8 &ndash; 9** &copy; &notit; &amp;lt; &lt;b&gt;', mentions: [] },
    })
    await page.goto(`/applications/${body.id}`)
    await page.getByText('8 – 9 © &notit; &lt; <b>').waitFor()
  })

  it('let the theme change', async () => {
    await page.goto('/settings/appearance')
    const theme = page.getByRole('radiogroup', { name: 'Theme' })
    for (const scheme of ['Dark', 'Light']) {
      await theme.getByText(scheme).click()
      const shown = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
      await expect.poll(shown).toBe(scheme.toLowerCase())
    }
  })

  it('are of no concern to the pages of the API, which have no scripts', async () => {
    await page.goto('/api/v1/docs')
    await page.getByRole('link', { name: 'Applications', exact: true }).click()
    await page.getByRole('heading', { name: 'Add an application' }).waitFor()
  })

  it('were not violated by any of it', () => {
    expect(visit.violations).toEqual([])
  })
})
