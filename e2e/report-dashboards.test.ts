import { createReportDashboard } from '@muster/contract/report-dashboards.ts'
import { createSavedReport } from '@muster/contract/saved-reports.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startSample } from './start-muster.ts'

let muster: Muster
let admin: TestUser
let page: Page

beforeAll(async () => {
  ;({ muster, user: admin } = await startSample('admin'))
  page = (await muster.openSignedIn(admin)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const order = (on = page) =>
  on
    .getByRole('list', { name: 'Reports' })
    .getByRole('heading', { level: 2 })
    .evaluateAll((names) => names.map((name) => name.textContent))

const drawn = (on = page) =>
  on.waitForFunction(() => !document.querySelector('[class*=Skeleton], [data-old], [data-waiting]'))

describe('a report dashboard', () => {
  it('is made of saved reports, which the keyboard arranges, and stays as it was saved', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Report dashboards' }).click()
    await page.getByRole('link', { name: 'Add report dashboard' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Clients at a glance')
    await dialog.getByLabel('Folder').fill('Clients')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Clients at a glance' }).waitFor()
    for (const name of ['Submitted by client', 'Hires by client', 'Lead to hire by source']) {
      await page.getByRole('combobox', { name: 'Add a report' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Move Lead to hire by source', exact: true }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Lead to hire by source: place 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Lead to hire by source: place 1 of 3').waitFor({ state: 'attached' })
    await page.getByRole('combobox', { name: 'Width of Lead to hire by source' }).selectOption('2 columns')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Arrange' }).waitFor()
    const arranged = ['Lead to hire by source', 'Submitted by client', 'Hires by client']
    expect(await order()).toEqual(arranged)
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'Lead to hire by source' }).waitFor()
    expect(await order()).toEqual(arranged)
    await drawn()
    expect(await violations(page)).toEqual([])
  })

  it('is arranged by dragging', async () => {
    await page.goto('/report-dashboards')
    await page.getByRole('link', { name: 'Clients at a glance' }).click()
    await page.getByRole('button', { name: 'Arrange' }).click()
    const name = (report: string) => page.getByRole('heading', { level: 2, name: report })
    await name('Hires by client').dragTo(name('Lead to hire by source'), { targetPosition: { x: 4, y: 8 } })
    await page.getByText('Hires by client: place 1 of 3').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Arrange' }).waitFor()
    expect((await order())[0]).toBe('Lead to hire by source')
  })

  it('is filtered as a whole by its address, and each tile opens its question in Explore', async () => {
    await page.goto('/report-dashboards')
    await page.getByRole('link', { name: 'Monday meeting' }).click()
    const tile = page.getByRole('region', { name: 'Hires by client' })
    await tile.getByText('Last 12 months').waitFor()
    await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('Last 90 days')
    await tile.getByText('Last 90 days').waitFor()
    await page.getByRole('button', { name: 'Source any' }).click()
    await page.getByRole('option', { name: 'Indeed' }).click()
    await page.waitForURL(/source=Indeed/)
    await page.keyboard.press('Escape')
    await page.reload()
    await tile.getByText('Last 90 days').waitFor()
    await drawn()
    await tile.getByRole('link', { name: 'Hires by client' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hires by client' }).waitFor()
    expect(new URL(page.url()).searchParams.get('source')).toBe('Indeed')
    expect(new URL(page.url()).searchParams.get('days')).toBe('90')
  })

  it('shows a colleague the figures of what they may see, and not the reports they may not', async () => {
    const { server } = muster
    const save = (name: string, roles: ('hiring_manager' | 'viewer')[]) =>
      server.call(createSavedReport, {
        as: admin,
        body: { name, roles, query: { measure: 'newApplications', by: ['source'], days: '365' } },
      })
    const shared = await save('Applications of a year', ['hiring_manager', 'viewer'])
    const hidden = await save('For viewers only', ['viewer'])
    const made = await server.call(createReportDashboard, {
      as: admin,
      body: {
        name: 'For managers',
        roles: ['hiring_manager'],
        tiles: [shared, hidden].map(({ body }) => ({
          reportId: body.id,
          width: 1,
          height: 'small' as const,
        })),
      },
    })
    expect(made.status).toBe(201)
    await page.goto(`/report-dashboards/${made.body.id}`)
    await page.getByRole('region', { name: 'Applications of a year' }).getByText('Indeed').waitFor()
    await page.getByText('Not shared with Hiring manager').waitFor()
    const manager = await muster.addUser('hiring_manager', 'Hanna Manager')
    const { page: theirs } = await muster.openSignedIn(manager)
    await theirs.goto('/report-dashboards')
    await theirs.getByRole('link', { name: 'For managers' }).click()
    await theirs
      .getByRole('region', { name: 'Applications of a year' })
      .getByText('No data for this period')
      .waitFor()
    await theirs.getByRole('region', { name: 'Report not available' }).waitFor()
    expect(await theirs.getByRole('button', { name: 'Arrange' }).count()).toBe(0)
    expect(await violations(theirs)).toEqual([])
  })
})
