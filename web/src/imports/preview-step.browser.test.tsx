import { previewImport } from '@muster/contract/import-preview.ts'
import { executeImport } from '@muster/contract/import-status.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openImportDraft } from '../testing/import-draft.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const counts = { total: 5, create: 3, update: 1, skip: 1, conflict: 0, invalid: 0 }
const start = page.getByRole('button', { name: /^Import \d/ })

function previewOf(more: object) {
  return {
    ...example(previewImport),
    rowCount: 5,
    looked: 5,
    isComplete: true,
    counts,
    records: [],
    reasons: [],
    cases: [],
    losses: [],
    lostRows: 0,
    nextCursor: null,
    ...more,
  }
}

/** What the rows were last asked by. */
const rowsAsked = () =>
  callsOf(previewImport)
    .map(({ body }) => body)
    .findLast(({ limit }) => limit === 100)
const search = () => Object.fromEntries(new URLSearchParams(location.search))

const openPreview = (filters = '') =>
  openImportDraft({}, { settings: { policy: 'overwrite' }, search: `&step=preview${filters}` })

describe('the preview of an import', () => {
  beforeEach(() => answer(previewImport, previewOf({})))

  it('imports nothing by being looked at', async () => {
    await openPreview()
    await expect.element(start).toHaveTextContent('Import 4 rows')
    expect(callsOf(executeImport)).toEqual([])
  })

  it('says that applications without an applied date are dated on the day of the import', async () => {
    const note = page.getByText('No column holds the applied date', { exact: false })
    const open = (mapping: Record<string, string>) =>
      openImportDraft({}, { settings: { mapping } as never, search: '&step=preview' })
    await open({ 0: 'name', 1: 'position' })
    await expect.element(note).toBeVisible()
    const dated: Record<string, string> = { 0: 'name', 1: 'position', 2: 'appliedAt' }
    for (const mapping of [dated, { 0: 'name', 1: 'email' }]) {
      await open(mapping)
      await expect.element(start).toBeVisible()
      await expect.element(note).not.toBeInTheDocument()
    }
  })

  it('starts the import as it was set, and shows its progress', async () => {
    const { settings } = await openPreview()
    await start.click()
    await expect.poll(() => callsOf(executeImport).map(({ body }) => body)).toEqual([settings])
    await expect.poll(() => new URLSearchParams(location.search).get('id')).not.toBeNull()
  })

  it('stays, with why, when the import cannot be started', async () => {
    answer(executeImport, refuse('PLAN_LIMIT', 'The plan has no room.'))
    await openPreview()
    await start.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Import not started: The plan has no room.')
    await expect.element(start).toBeEnabled()
    expect(new URLSearchParams(location.search).get('step')).toBe('preview')
  })

  it('cannot be started when no row can be imported', async () => {
    answer(previewImport, previewOf({ counts: { ...counts, create: 0, update: 0, skip: 5 } }))
    await openPreview()
    await expect.element(page.getByRole('button', { name: /^Import 0/ })).toBeDisabled()
  })

  it('can be started before all rows are checked', async () => {
    answer(
      previewImport,
      previewOf({ isComplete: false, looked: 0, counts: { ...counts, create: 0, update: 0 } }),
    )
    await openPreview()
    await expect.element(page.getByRole('button', { name: 'Import', exact: true })).toBeEnabled()
  })

  it('goes back to the columns with what was set', async () => {
    const { settings } = await openPreview()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(page.getByLabelText('Import Name as')).toBeVisible()
    expect(new URLSearchParams(location.search).get('step')).toBeNull()
    await openApp(`/imports/new?draft=${settings.importId}&step=preview`)
    await start.click()
    await expect.poll(() => callsOf(executeImport).map(({ body }) => body)).toEqual([settings])
  })

  it('asks for its rows again after the import could not be started', async () => {
    answer(executeImport, refuse('PLAN_LIMIT', 'The plan has no room.'))
    await openPreview()
    await start.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Import not started/)
    await page.getByRole('button', { name: /^1\s*Skip/ }).click()
    await expect.poll(() => rowsAsked()?.only).toBe('skip')
  })

  it('shows the rows of one result', async () => {
    await openPreview()
    await page.getByRole('button', { name: /^1\s*Skip/ }).click()
    await expect.poll(() => rowsAsked()?.only).toBe('skip')
    expect(search().only).toBe('skip')
  })

  it('shows all rows again when the same result is chosen twice', async () => {
    await openPreview('&only=skip')
    await page.getByRole('button', { name: /^1\s*Skip/ }).click()
    await expect.poll(() => search().only).toBeUndefined()
  })

  it('shows all rows again, whatever they were filtered by', async () => {
    await openPreview('&only=skip&reason=no_phone')
    await page.getByRole('button', { name: /All rows/ }).click()
    await expect.poll(search).toEqual({ draft: expect.any(String), step: 'preview' })
  })

  it('shows the rows that lose a value, of every result', async () => {
    answer(previewImport, previewOf({ losses: [{ field: 'phone', rows: 2 }], lostRows: 2 }))
    await openPreview('&only=update')
    await page.getByRole('button', { name: /Phone/ }).click()
    await expect.poll(() => search().lost).toBe('phone')
    expect(search().only).toBeUndefined()
  })

  it('shows the choice that was made for possible duplicates', async () => {
    const [one] = example(previewImport).cases
    answer(previewImport, previewOf({ cases: [{ ...one!, kind: 'duplicate_in_file', count: 2 }] }))
    await openPreview()
    const action = page.getByLabelText(/: action$/)
    await expect.element(action).toBeVisible()
    const [first, second] = [...(action.element() as HTMLSelectElement).options].map(({ value }) => value)
    await expect.element(action).toHaveValue(first!)
    await action.selectOptions(second!)
    await expect.element(action).toHaveValue(second!)
    await expect.poll(() => callsOf(previewImport).at(-1)?.body.cases).toEqual({ duplicate_in_file: second })
  })

  it('says when it is not available, and asks again', async () => {
    answer(previewImport, refuse('UNAVAILABLE', 'The file is being read.'))
    await openPreview()
    await expect.element(page.getByText('The file is being read.')).toBeVisible()
    answer(previewImport, previewOf({}))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(start).toBeVisible()
  })
})
