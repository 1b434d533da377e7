import { previewImport } from '@muster/contract/import-preview.ts'
import { executeImport, getImportStatus } from '@muster/contract/import-status.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { id } from '../testing/fixtures.ts'
import { columnOf, openImportDraft } from '../testing/import-draft.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example } from '../testing/server.ts'
import { findDraft } from './import-draft.ts'

const steps = page.getByRole('list', { name: 'Steps' })
const preview = page.getByRole('button', { name: 'Preview', exact: true })
const search = () => Object.fromEntries(new URLSearchParams(location.search))

describe('the steps of an import', () => {
  it('lead back to another file, for the position it was opened from', async () => {
    await openImportDraft({}, { search: `&positionId=${id(1)}` })
    await steps.getByRole('button', { name: '1 File' }).click()
    await expect.element(page.getByLabelText('File to import')).toBeInTheDocument()
    expect(search()).toEqual({ positionId: id(1) })
  })

  it('lead nowhere once the import has begun', async () => {
    answer(getImportStatus, { ...example(getImportStatus), state: 'running' })
    await openApp(`/imports/new?id=${exampleId}`)
    await expect.element(steps.getByText('4 Import')).toBeVisible()
    expect(steps.getByRole('button').elements()).toEqual([])
  })
})

describe('the columns of a file', () => {
  it('cannot be previewed before one tells who the people are', async () => {
    await openImportDraft({ columns: [columnOf(0, 'Name', 'fullName'), columnOf(1, 'Note', null)] })
    await expect.element(preview).toBeEnabled()
    await page.getByLabelText('Import Name as').selectOptions('Keep in notes')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/identify candidates/)
    await expect.element(preview).toBeDisabled()
  })

  it('say which were left out last time, and which were mapped', async () => {
    await openImportDraft({
      columns: [columnOf(0, 'Name', 'fullName'), columnOf(1, 'Note', null)],
      rememberedMapping: { 0: 'fullName' },
    })
    await expect.element(page.getByText('Same as last time', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Not imported, same as last time', { exact: true })).toBeVisible()
  })
})

it('a file is forgotten once its import has begun', async () => {
  answer(previewImport, {
    ...example(previewImport),
    ...{ isComplete: true, cases: [], losses: [], nextCursor: null },
    counts: { total: 1, create: 1, update: 0, skip: 0, conflict: 0, invalid: 0 },
  })
  const { analysis } = await openImportDraft({}, { search: '&step=preview' })
  expect(findDraft(analysis.id)).not.toBeNull()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect.poll(() => callsOf(executeImport)).toHaveLength(1)
  await expect.poll(() => findDraft(analysis.id)).toBeNull()
})
