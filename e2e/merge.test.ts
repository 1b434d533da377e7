import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate, getCandidate } from '@muster/contract/candidates.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let recruiter: TestUser
let bea: string
let beatrice: string

async function add(body: { name: string; email?: string; phone?: string; location?: string }) {
  const answer = await muster.server.call(createCandidate, {
    as: recruiter,
    body: { ...body, allowDuplicate: true },
  })
  return answer.body.id
}

beforeAll(async () => {
  muster = await startMuster()
  recruiter = await muster.addUser('recruiter', 'Ines Roth')
  const position = await addPosition(muster.server.db, recruiter.workspaceId)
  bea = await add({ name: 'Bea Kim', email: 'bea@example.com', location: 'Oslo' })
  beatrice = await add({
    name: 'Bea Kimm',
    email: 'kim@example.com',
    location: 'Oslo',
    phone: '+13125550101',
  })
  for (const candidateId of [bea, beatrice])
    await muster.server.call(createApplication, {
      as: recruiter,
      body: { candidateId, positionId: position.id },
    })
  page = (await muster.openSignedIn(recruiter)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const get = async (id: string) =>
  (await muster.server.call(getCandidate, { as: recruiter, params: { id } })).body

describe('two people who are one', () => {
  it('are merged from the possible duplicates, value by value, and parted by Undo', async () => {
    await page.goto(`/candidates/${bea}`)
    await page.getByRole('button', { name: 'Merge with Bea Kimm…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge candidates' })
    await dialog.getByText('Both have an open application for the same position.').waitFor()
    await dialog.getByRole('radio', { name: 'kim@example.com' }).check()
    await dialog.getByText('1 application', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('Merged Bea Kimm into Bea Kim').first().waitFor()
    await page.getByText('Bea Kimm was merged into Bea Kim').waitFor()
    expect(await get(bea)).toMatchObject({ email: 'kim@example.com', phone: '+13125550101' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('Unmerged Bea Kimm and Bea Kim').first().waitFor()
    expect(await get(bea)).toMatchObject({ email: 'bea@example.com', phone: null })
    expect(await get(beatrice)).toMatchObject({ email: 'kim@example.com' })
  })

  it('are ticked in the list, swapped and merged by keyboard; the old address leads to who is left', async () => {
    await page.goto('/candidates?sort=name')
    await page.getByText('2 candidates').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Merge candidates' })
    await dialog.getByRole('button', { name: 'Swap' }).click()
    await dialog.getByText('Bea Kimm keeps both candidates’ contact details').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('1 candidate').waitFor()
    await page.goto(`/candidates/${bea}`)
    await page.getByRole('heading', { level: 1, name: 'Bea Kimm' }).waitFor()
    expect(page.url()).toContain(beatrice)
  })

  it('are parted on the page of who is left, also on a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/candidates/${beatrice}`)
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('button', { name: 'Unmerge Bea Kim' }).first().click()
    await page.getByText('Unmerged Bea Kim and Bea Kimm').first().waitFor()
    await page
      .getByText(/Unmerged .* by Ines Roth/)
      .first()
      .waitFor()
    expect((await get(bea)).name).toBe('Bea Kim')
  })
})
