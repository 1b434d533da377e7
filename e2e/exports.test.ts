import { readFile } from 'node:fs/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let position: TestPosition

beforeAll(async () => {
  muster = await startMuster()
  const recruiter = await muster.addUser('recruiter', 'Ines Roth')
  position = await addPosition(muster.server.db, muster.workspaceId)
  for (const name of ['Ada Moreno', 'Björn Åkesson']) {
    const candidate = { name, email: `${name.slice(0, 3)}@example.com`.toLowerCase().replace('ö', 'o') }
    const body = { positionId: position.id, candidate }
    expect((await muster.server.call(createApplication, { as: recruiter, body })).status).toBe(201)
  }
  page = (await muster.openSignedIn(recruiter)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

async function exportAs(format: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ])
  return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
}

describe('a list', () => {
  it('is exported as its filters show it', async () => {
    await page.goto('/candidates?q=moreno')
    await page.getByText('1 candidate').waitFor()
    const [headers, ...rows] = await exportAs('CSV')
    expect(headers).toMatch(/^Candidate,Email,Phone/)
    expect(rows).toEqual([expect.stringMatching(/^Ada Moreno,ada@example.com,/)])
  })

  it('is exported with its counts', async () => {
    await page.goto('/positions')
    await page.getByText('1 position', { exact: true }).waitFor()
    const [headers, row] = await exportAs('CSV for older Excel')
    expect(headers).toMatch(/^\ufeffPosition,Company,State/)
    expect(row).toContain('Open,1,')
  })

  it('is not exported when the export is cancelled', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/companies/export/**', async (route) => {
      await held
      await route.abort()
    })
    await page.goto('/companies')
    await page.getByText('1 company', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }).click()
    await page.getByText('Preparing the export').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Export canceled').waitFor()
    letGo()
  })
})
