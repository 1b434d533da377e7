import { exploreReport } from '@muster/contract/explore.ts'
import {
  copyReportDashboard,
  createReportDashboard,
  deleteReportDashboard,
  getReportDashboard,
  listReportDashboards,
  restoreReportDashboard,
  updateReportDashboard,
} from '@muster/contract/report-dashboards.ts'
import { listSavedReports } from '@muster/contract/saved-reports.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'
import type { ReportDashboard } from './report-dashboards.ts'

const address = `/report-dashboards/${id(9)}`
const dialog = page.getByRole('dialog')
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
const saveButton = page.getByRole('button', { name: 'Save', exact: true })
const arrange = page.getByRole('button', { name: 'Arrange' })
const asked = () => callsOf(exploreReport).map(({ query }) => query)
const names = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((heading) => heading.textContent)

let stored: ReportDashboard

beforeEach(() => {
  const [report] = example(listSavedReports).items
  const reportOf = (number: number, name: string, query: object) => ({
    ...report!,
    id: id(number),
    name,
    folder: '',
    roles: [],
    query: query as never,
    can: { edit: true },
  })
  const bySource = reportOf(1, 'Hires by source', { measure: 'hired', by: ['source'], source: ['Indeed'] })
  const byOwner = reportOf(2, 'Calls by owner', { measure: 'callsPlaced', by: ['owner'], days: '90' })
  const other = reportOf(3, 'Offers', { measure: 'hired', by: ['company'] })
  stored = {
    ...example(getReportDashboard),
    id: id(9),
    name: 'Monday',
    folder: '',
    roles: [],
    version: 4,
    can: { edit: true },
    tiles: [
      { reportId: id(1), width: 1, height: 'medium', report: bySource },
      { reportId: id(2), width: 2, height: 'small', report: byOwner },
    ],
  }
  answer(getReportDashboard, () => stored)
  answer(listSavedReports, { items: [bySource, byOwner, other] })
})

describe('a report dashboard', () => {
  it('asks for each report with its own question, and under the filters of its address', async () => {
    await openApp(`${address}?ownerId=${id(7)}&days=7`)
    await expect.element(tile('Hires by source')).toBeVisible()
    await expect
      .poll(() => asked().map(({ measure }) => measure))
      .toEqual(expect.arrayContaining(['hired', 'callsPlaced']))
    for (const query of asked()) expect(query).toMatchObject({ ownerId: id(7), unit: 'day' })
    expect(asked().find(({ measure }) => measure === 'hired')).toMatchObject({ source: 'Indeed' })
    await expect.element(tile('Calls by owner').getByText('Last 7 days')).toBeVisible()
  })

  it('takes another period instead of a custom range, and a custom range instead of a period', async () => {
    await openApp(`${address}?from=2026-01-01&to=2026-01-31`)
    const period = page.getByRole('combobox', { name: 'Period', exact: true })
    await expect.element(period).toHaveDisplayValue('Custom range')
    await userEvent.selectOptions(period, 'Last 7 days')
    await expect.element(tile('Calls by owner').getByText('Last 7 days')).toBeVisible()
    await expect.element(period).toHaveDisplayValue('Last 7 days')
    await userEvent.selectOptions(period, 'Custom range')
    await expect.element(period).toHaveDisplayValue('Custom range')
    expect(tile('Calls by owner').getByText('Last 7 days').elements()).toEqual([])
    await userEvent.selectOptions(period, 'Period of each report')
    await expect.element(tile('Calls by owner').getByText('Last 90 days')).toBeVisible()
  })

  it('opens a report with the period and filters over all', async () => {
    await openApp(`${address}?ownerId=${id(7)}&days=7`)
    const link = tile('Calls by owner').getByRole('link', { name: 'Calls by owner', exact: true })
    await expect.element(link).toBeVisible()
    const { searchParams } = new URL((link.element() as HTMLAnchorElement).href)
    expect([searchParams.get('ownerId'), searchParams.get('days')]).toEqual([id(7), '7'])
  })

  it('says which filter of a report excludes that of the address, and asks for the others', async () => {
    await openApp(`${address}?source=A%20fair`)
    await expect.element(tile('Hires by source').getByText('No data matches both filters')).toBeVisible()
    await expect.element(tile('Hires by source').getByText(/filter of its own by: Source/)).toBeVisible()
    await expect
      .poll(() => asked())
      .toEqual([expect.objectContaining({ measure: 'callsPlaced', source: 'A fair' })])
  })

  it('shows the error of a tile in it, and asks again for that one', async () => {
    answer(exploreReport, ({ query }) =>
      [query.measure].flat().includes('hired')
        ? refuse('VALIDATION', 'This one failed.')()
        : example(exploreReport),
    )
    await openApp(address)
    await expect.element(tile('Hires by source').getByText('This one failed.')).toBeVisible()
    expect(tile('Calls by owner').getByRole('alert').elements()).toEqual([])
    answer(exploreReport, example(exploreReport))
    const before = asked().length
    await tile('Hires by source').getByRole('button', { name: 'Retry' }).click()
    await expect.element(tile('Hires by source').getByRole('alert')).not.toBeInTheDocument()
    expect(asked().length).toBe(before + 1)
  })

  it('says that a report is not available, and keeps the others', async () => {
    stored = { ...stored, tiles: stored.tiles.map((one, at) => (at === 0 ? { ...one, report: null } : one)) }
    await openApp(address)
    await expect.element(tile('Report not available').getByText(/was deleted/)).toBeVisible()
    await expect.element(tile('Calls by owner')).toBeVisible()
    await expect.poll(() => asked().map(({ measure }) => measure)).toEqual(['callsPlaced'])
  })

  it('of a colleague can be copied, not arranged, renamed or deleted', async () => {
    signInAs('viewer')
    stored = { ...stored, can: { edit: false } }
    answer(copyReportDashboard, { ...stored, id: id(8), name: 'Monday (copy)' })
    await openApp(`${address}?edit=true`)
    await expect.element(tile('Hires by source')).toBeVisible()
    expect(arrange.elements()).toEqual([])
    expect(saveButton.elements()).toEqual([])
    await page.getByRole('button', { name: 'Actions for Monday' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
    expect(page.getByRole('menuitem').elements()).toHaveLength(1)
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await expect.poll(() => callsOf(copyReportDashboard).map(({ params }) => params)).toEqual([{ id: id(9) }])
    await expect.poll(() => window.location.pathname).toBe(`/report-dashboards/${id(8)}`)
  })

  it('that is deleted comes back by Undo', async () => {
    await openApp(address)
    await page.getByRole('button', { name: 'Actions for Monday' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => callsOf(restoreReportDashboard).map(({ params }) => params))
      .toEqual([{ id: id(9) }])
    expect(callsOf(deleteReportDashboard)).toHaveLength(1)
  })
})

describe('arranging the tiles', () => {
  it('moves them by keyboard, says where they are, and saves them with the version', async () => {
    answer(updateReportDashboard, ({ body }) => {
      const tiles = body.tiles!.map((one) => ({
        ...one,
        report: stored.tiles.find(({ reportId }) => reportId === one.reportId)!.report,
      }))
      stored = { ...stored, tiles, version: 5 }
      return stored
    })
    await openApp(address)
    await arrange.click()
    await expect.element(saveButton).toBeDisabled()
    handle('Calls by owner').element().focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(page.getByText('Calls by owner: place 1 of 2')).toBeInTheDocument()
    expect(names()).toEqual(['Calls by owner', 'Hires by source'])
    await expect.element(handle('Calls by owner')).toHaveFocus()
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Width of Calls by owner' }), '3')
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Height of Hires by source' }), 'large')
    await saveButton.click()
    await expect.element(arrange).toBeVisible()
    expect(callsOf(updateReportDashboard).map(({ params, body }) => [params, body])).toEqual([
      [
        { id: id(9) },
        {
          tiles: [
            { reportId: id(2), width: 3, height: 'small' },
            { reportId: id(1), width: 1, height: 'large' },
          ],
          version: 4,
        },
      ],
    ])
    expect(names()).toEqual(['Calls by owner', 'Hires by source'])
  })

  it('adds a report that is not there yet, and removes one', async () => {
    await openApp(`${address}?edit=true`)
    await page.getByRole('combobox', { name: 'Add a report' }).click()
    const option = (name: string) => page.getByRole('option', { name, exact: true })
    await expect.element(option('Offers')).toBeVisible()
    expect(option('Hires by source').elements()).toEqual([])
    await option('Offers').click()
    await expect.element(tile('Offers')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Hires by source' }).click()
    expect(names()).toEqual(['Calls by owner', 'Offers'])
    await saveButton.click()
    await expect
      .poll(() => callsOf(updateReportDashboard).map(({ body }) => body.tiles))
      .toEqual([
        [
          { reportId: id(2), width: 2, height: 'small' },
          { reportId: id(3), width: 1, height: 'medium' },
        ],
      ])
  })

  it('is undone by Cancel, and sends nothing', async () => {
    await openApp(`${address}?edit=true`)
    await page.getByRole('button', { name: 'Remove Hires by source' }).click()
    expect(names()).toEqual(['Calls by owner'])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(arrange).toBeVisible()
    expect(names()).toEqual(['Hires by source', 'Calls by owner'])
    expect(callsOf(updateReportDashboard)).toEqual([])
  })

  it('that is refused stays as it was arranged, and is sent again with the version that was read since', async () => {
    answer(updateReportDashboard, refuse('CONFLICT', 'Changed meanwhile.', { version: 5 }))
    await openApp(`${address}?edit=true`)
    await page.getByRole('button', { name: 'Remove Hires by source' }).click()
    stored = { ...stored, name: 'Renamed elsewhere', version: 5 }
    await saveButton.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Changed meanwhile.' }))
      .toHaveTextContent('Not saved: Changed meanwhile.')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Renamed elsewhere')
    expect(names()).toEqual(['Calls by owner'])
    await saveButton.click()
    await expect.poll(() => callsOf(updateReportDashboard).map(({ body }) => body.version)).toEqual([4, 5])
  })
})

describe('the list of report dashboards', () => {
  it('keeps the name that was typed when a new one is refused', async () => {
    answer(createReportDashboard, refuse('VALIDATION', 'Check the fields.', { name: ['This name is taken'] }))
    await openApp('/report-dashboards?add=true')
    await dialog.getByLabelText('Name').fill('Mine')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(dialog.getByText('This name is taken')).toBeVisible()
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('Mine')
    expect(callsOf(createReportDashboard)[0]!.body).toEqual({ name: 'Mine', folder: '', roles: [] })
  })

  it('offers sharing to those who may share alone', async () => {
    signInAs('hiring_manager')
    await openApp('/report-dashboards?add=true')
    await dialog.getByLabelText('Name').fill('Mine')
    expect(dialog.getByRole('checkbox').elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => callsOf(createReportDashboard).map(({ body }) => body))
      .toEqual([{ name: 'Mine', folder: '' }])
  })

  it('says what they are when there are none', async () => {
    answer(listReportDashboards, { items: [], nextCursor: null, total: { value: 0, atLeast: false } })
    await openApp('/report-dashboards')
    await expect.element(page.getByText('No report dashboards yet')).toBeVisible()
  })
})
