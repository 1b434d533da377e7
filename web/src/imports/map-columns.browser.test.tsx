import { analyzeImport, listImportValues } from '@muster/contract/imports.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example } from '../testing/server.ts'
import { saveDraft } from './import-draft.ts'
import { initialSettings } from './import-settings.ts'

const values = { position: [], status: [], source: [], owner: [] }

function doubtful(
  index: number,
  header: string,
  field: 'fullName' | 'phone' | 'externalId',
  confidence: number,
) {
  const [column] = example(analyzeImport).columns
  return { ...column!, index, header, suggestion: { field, confidence, why: `“${header}” is known` } }
}

async function openColumns() {
  const analysis = {
    ...example(analyzeImport),
    columns: [
      doubtful(0, 'Name', 'fullName', 1),
      doubtful(1, 'Xyz', 'phone', 0.3),
      doubtful(2, 'Username', 'externalId', 0.3),
    ],
    values,
    rememberedMapping: null,
    dateOrder: 'dmy' as const,
    phones: null,
  }
  saveDraft({ analysis, settings: initialSettings(analysis) })
  await openApp(`/imports/new?draft=${analysis.id}`)
  await expect.element(page.getByText('2 columns need your confirmation', { exact: false })).toBeVisible()
}

describe('a column that needs confirmation', () => {
  it('stays answered when the values of another column come later', async () => {
    await openColumns()
    const come = answerLater(listImportValues, { ...example(listImportValues), values, phones: null })
    await page.getByRole('button', { name: 'Yes, map Xyz to Phone' }).click()
    await expect.poll(() => callsOf(listImportValues)).toHaveLength(1)
    await page.getByRole('button', { name: 'No, do not import Username' }).click()
    await expect.element(page.getByText('needs your confirmation', { exact: false })).not.toBeInTheDocument()
    answer(listImportValues, { ...example(listImportValues), values, phones: null })
    come()
    await page.getByLabelText('Import Name as').selectOptions('country')
    await expect.poll(() => callsOf(listImportValues)).toHaveLength(2)
    await expect.element(page.getByLabelText('Import Username as')).toHaveValue('')
    await expect.element(page.getByLabelText('Import Xyz as')).toHaveValue('phone')
    await expect.element(page.getByText('needs your confirmation', { exact: false })).not.toBeInTheDocument()
  })
})
