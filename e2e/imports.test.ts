import { createComment } from '@muster/contract/activity-logs.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { importContent } from '@muster/server/imports/fixtures/import-kit.ts'
import { runUndo } from '@muster/server/imports/undo/run-undo.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
    await row.getByRole('button', { name: 'Take back…' }).click()
    const question = page.getByRole('dialog', { name: 'Take back people.csv?' })
    await question.getByText('2 applications are removed').waitFor()
    await question.getByText('2 people are removed').waitFor()
    await question.getByText('1 row stays as it is').waitFor()
    await question.getByText('Commented on since: 1').waitFor()
    await page.keyboard.press('Enter')
    await row.getByText('Taken back', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Take back…' }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'people.csv', exact: true }).click()
    await page.getByRole('heading', { name: 'Taken back', exact: true }).waitFor()
    const kept = page.getByRole('table', { name: 'Rows that stay' })
    await kept.getByRole('row', { name: /2 Ann Able Commented on since/ }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download rows that stay' }).click()
    expect((await download).suggestedFilename()).toBe('people-not-taken-back.csv')
    await page.getByRole('link', { name: 'Show applications that stay' }).click()
    await page.getByRole('row', { name: /Ann Able/ }).waitFor()
    expect(await page.getByRole('row', { name: /Ben Brown/ }).count()).toBe(0)
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
    const link = page.getByRole('link', { name: 'Taking back people.csv' })
    await link.click()
    await page.getByRole('heading', { name: 'Being taken back' }).waitFor()
    await runUndo(muster.server.services, { workspaceId: muster.workspaceId, importId: newest.id })
    await page.getByRole('heading', { name: 'Taken back', exact: true }).waitFor()
    await link.waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })
})
