import { listCallQueues } from '@muster/contract/call-queues.ts'
import { exploreReport, exportExplore } from '@muster/contract/explore.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { downloadReport, downloadSavedReport } from '@muster/contract/report-schedules.ts'
import {
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
  restoreSavedReport,
  updateSavedReport,
} from '@muster/contract/saved-reports.ts'
import { listVoiceCampaigns } from '@muster/contract/voice-campaigns.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'
import type { SavedReport } from './saved-reports.ts'

const dialog = page.getByRole('dialog')
const word = (label: string) => page.getByRole('combobox', { name: label })
const asked = () => callsOf(exploreReport).map(({ query }) => query)

let stored: SavedReport

beforeEach(() => {
  const [report] = example(listSavedReports).items
  stored = {
    ...report!,
    id: id(1),
    name: 'Hires by source',
    folder: '',
    roles: [],
    query: { measure: 'hired', by: ['source'] },
    can: { ...report!.can, edit: true },
    version: 4,
  }
  answer(listSavedReports, () => ({ items: [stored] }))
})

describe('the question of Explore', () => {
  it('drops a grouping that the next measure does not have, and keeps the other one', async () => {
    await openApp('/explore?measure=callsPlaced&by=agent&by=source')
    await userEvent.selectOptions(word('Measure'), 'hired')
    await expect.element(word('First grouping')).toHaveDisplayValue('Source')
    await expect.poll(() => asked().at(-1)).toMatchObject({ measure: 'hired', by: 'source' })
  })

  it('keeps the second grouping when the first one becomes another', async () => {
    await openApp('/explore?measure=hired&by=source&by=owner')
    await userEvent.selectOptions(word('First grouping'), 'Company')
    await expect.element(word('Second grouping')).toHaveDisplayValue('Owner')
  })

  it('is compared with nothing when one says so', async () => {
    await openApp('/explore?measure=hired')
    await userEvent.selectOptions(word('Comparison'), 'nothing')
    await expect.poll(() => asked().at(-1)).toMatchObject({ measure: 'hired', compare: 'false' })
  })

  it('is exported as it is asked, with its filters', async () => {
    await openApp(`/explore?measure=hired&by=source&companyId=${id(3)}&compared=no`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).first().click()
    await expect
      .poll(() => callsOf(exportExplore).map(({ query }) => query))
      .toMatchObject([{ measure: 'hired', by: 'source', companyId: id(3), compare: 'false' }])
  })

  it('counts the calls of a call queue and a voice campaign alone', async () => {
    signInAs('admin')
    answer(listCallQueues, () => ({
      items: [{ ...example(listCallQueues).items[0]!, id: id(5), name: 'Nights' }],
    }))
    const [campaign] = example(listVoiceCampaigns).items
    answer(listVoiceCampaigns, () => ({ items: [{ ...campaign!, id: id(6), name: 'First calls' }] }))
    await openApp('/explore?measure=callsPlaced')
    await page.getByRole('button', { name: /^Call queue/ }).click()
    await page.getByRole('option', { name: 'Nights' }).click()
    await expect.poll(() => asked().at(-1)).toMatchObject({ measure: 'callsPlaced', queueId: id(5) })
    await openApp(`/explore?measure=callsPlaced&queueId=${id(5)}`)
    await page.getByRole('button', { name: 'Voice campaign any' }).click()
    await page.getByRole('option', { name: 'First calls' }).click()
    await expect.poll(() => asked().at(-1)).toMatchObject({ queueId: id(5), campaignId: id(6) })
  })

  it('is not exported by those who may not export', async () => {
    signInAs('recruiter', effectivePermissions('recruiter', [], ['reports:export']))
    await openApp('/explore?measure=hired&by=source')
    await expect.element(word('First grouping')).toHaveDisplayValue('Source')
    expect(page.getByRole('button', { name: 'Export' }).elements()).toEqual([])
  })

  it('that fails says why and can be asked again', async () => {
    answer(exploreReport, refuse('UNAVAILABLE', 'Reports are being prepared.'))
    await openApp('/explore?measure=hired&by=source')
    await expect.element(page.getByText('Reports are being prepared.').first()).toBeVisible()
    answer(exploreReport, example(exploreReport))
    const before = asked().length
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect.poll(() => asked().length).toBeGreaterThan(before)
  })
})

describe('the PDF of a question', () => {
  it('is offered without saving', async () => {
    await openApp('/explore?measure=hired&by=source&days=90')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'PDF with the chart' }).click()
    await expect
      .poll(() => callsOf(downloadReport).map(({ query }) => query))
      .toEqual([{ name: 'Hires by Source', search: 'measure=hired&by=source&days=90' }])
  })
})

describe('a saved report', () => {
  const save = page.getByRole('button', { name: 'Save changes' })

  it('opens with its question, without unsaved changes', async () => {
    await openApp('/explore')
    await page.getByRole('button', { name: 'Reports' }).click()
    await dialog.getByRole('button', { name: /^Hires by source/ }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Hires by source')
    await expect.element(word('First grouping')).toHaveDisplayValue('Source')
    expect(page.getByText('Unsaved changes').elements()).toEqual([])
  })

  it('that was changed says so, and is saved with its version', async () => {
    await openApp(`/explore?measure=hired&by=source&report=${id(1)}`)
    await userEvent.selectOptions(word('First grouping'), 'Owner')
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    answer(updateSavedReport, ({ body }) => {
      stored = { ...stored, query: body.query ?? stored.query, version: 5 }
      return stored
    })
    await save.click()
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument()
    expect(callsOf(updateSavedReport).map(({ params, body }) => [params, body])).toEqual([
      [{ id: id(1) }, { query: { measure: 'hired', by: ['owner'] }, version: 4 }],
    ])
  })

  it('is a PDF as it was saved, and one of the question on the screen once it is changed', async () => {
    const offered = page.getByRole('menuitem', { name: 'PDF with the chart' })
    const openMenu = () => page.getByRole('button', { name: 'Export' }).click()
    await openApp(`/explore?measure=hired&by=source&report=${id(1)}`)
    await openMenu()
    await offered.click()
    await expect.poll(() => callsOf(downloadSavedReport).map(({ params }) => params)).toEqual([{ id: id(1) }])
    expect(callsOf(downloadReport)).toEqual([])
    await openApp(`/explore?measure=hired&by=owner&source=Indeed&source=Fair%26Co&report=${id(1)}`)
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    await openMenu()
    await offered.click()
    await expect
      .poll(() => callsOf(downloadReport).map(({ query }) => query))
      .toEqual([{ name: 'Hires by source', search: 'measure=hired&by=owner&source=Indeed&source=Fair%26Co' }])
    expect(callsOf(downloadSavedReport)).toHaveLength(1)
  })

  it('that somebody else changed meanwhile is not overwritten', async () => {
    await openApp(`/explore?measure=hired&by=owner&report=${id(1)}`)
    answer(updateSavedReport, refuse('CONFLICT', 'Changed meanwhile.', { version: 5 }))
    stored = { ...stored, name: 'Theirs', version: 5 }
    await save.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Not saved' }))
      .toHaveTextContent('Not saved: Changed meanwhile.')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Theirs')
    await expect.element(word('First grouping')).toHaveDisplayValue('Owner')
  })

  it('of a colleague can be copied, not renamed, deleted or saved', async () => {
    stored = { ...stored, can: { ...stored.can, edit: false } }
    await openApp(`/explore?measure=hired&by=owner&report=${id(1)}`)
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    expect(save.elements()).toEqual([])
    await page.getByRole('button', { name: 'Reports' }).click()
    await dialog.getByRole('button', { name: 'Actions for Hires by source' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
    expect(page.getByRole('menuitem').elements()).toHaveLength(1)
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await expect
      .poll(() => callsOf(createSavedReport).map(({ body }) => body))
      .toEqual([{ name: 'Hires by source (copy)', folder: '', query: stored.query }])
  })

  it('that is deleted comes back by Undo', async () => {
    await openApp('/explore')
    await page.getByRole('button', { name: 'Reports' }).click()
    await dialog.getByRole('button', { name: 'Actions for Hires by source' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => callsOf(restoreSavedReport).map(({ params }) => params)).toEqual([{ id: id(1) }])
    expect(callsOf(deleteSavedReport)).toHaveLength(1)
  })

  it('keeps the name that was typed when it is refused', async () => {
    answer(createSavedReport, refuse('VALIDATION', 'Check the fields.', { name: ['This name is taken'] }))
    await openApp('/explore?measure=hired&by=source')
    await page.getByRole('button', { name: 'Save report' }).click()
    await dialog.getByLabelText('Name').fill('My hires')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(dialog.getByText('This name is taken')).toBeVisible()
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('My hires')
    expect(callsOf(createSavedReport)[0]!.body.query).toEqual({ measure: 'hired', by: ['source'] })
  })
})

describe('saving a report', () => {
  const link = dialog.getByRole('link', { name: 'Hires by source' })

  it('names the report that has the same query, opens it, and saves another one all the same', async () => {
    answer(createSavedReport, ({ body }) => ({
      ...stored,
      ...(body as object),
      id: id(2),
      query: body!.query as never,
    }))
    await openApp('/explore?by=source&measure=hired')
    await page.getByRole('button', { name: 'Save report' }).click()
    await expect.element(link).toBeVisible()
    const { searchParams } = new URL((link.element() as HTMLAnchorElement).href)
    expect(searchParams.get('report')).toBe(id(1))
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hires by source again')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => callsOf(createSavedReport).map(({ body }) => body?.name))
      .toEqual(['Hires by source again'])
  })

  it('closes when the report with the same query is opened', async () => {
    await openApp('/explore?by=source&measure=hired')
    await page.getByRole('button', { name: 'Save report' }).click()
    await link.click()
    await expect.poll(() => new URLSearchParams(location.search).get('report')).toBe(id(1))
    await expect.poll(() => dialog.elements()).toEqual([])
  })

  it('names no report whose query differs', async () => {
    await openApp('/explore?by=owner&measure=hired')
    await page.getByRole('button', { name: 'Save report' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible()
    expect(link.elements()).toEqual([])
  })
})
