import { analyzeImport } from '@muster/contract/imports.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openImportDraft } from '../testing/import-draft.ts'
import { callsOf } from '../testing/server.ts'

const file = new File(['Ana Ortiz\n'], 'people.csv', { type: 'text/csv' })
const read = page.getByRole('button', { name: 'Read file again' })
const asked = () => callsOf(analyzeImport).map(({ query }) => query)

const text = { format: 'csv' as const, encoding: 'utf-8', delimiter: ',', headerRow: 1 }
const workbook = {
  format: 'xlsx' as const,
  encoding: null,
  delimiter: null,
  headerRow: 1,
  sheets: [
    { name: 'March', rows: 3 },
    { name: 'April', rows: 5 },
  ],
  sheet: 'March',
}

const openChoices = () => page.getByText('Columns look wrong?', { exact: false }).click()

describe('a file that was read wrongly', () => {
  it('is read again as a text without a header', async () => {
    await openImportDraft(text, { file })
    await openChoices()
    await page.getByLabelText('Header row').fill('0')
    await page.getByLabelText('Encoding').selectOptions('WINDOWS-1252')
    await page.getByLabelText('Delimiter').selectOptions('Semicolon')
    await read.click()
    await expect.poll(asked).toEqual([{ headerRow: '0', encoding: 'windows-1252', delimiter: ';' }])
  })

  it('is read again from the sheet that is shown, without what only texts have', async () => {
    await openImportDraft(workbook, { file })
    await openChoices()
    await page.getByLabelText('Header row').fill('2')
    await read.click()
    await expect.poll(asked).toEqual([{ sheet: 'March', headerRow: '2' }])
  })

  it('is read from another sheet', async () => {
    await openImportDraft(workbook, { file })
    await page.getByLabelText('Sheet').selectOptions('April (5 rows)')
    await expect.poll(asked).toEqual([{ sheet: 'April' }])
  })

  it('is asked for again when the page was loaded anew', async () => {
    await openImportDraft({ ...workbook, id: '0198c7a0-0000-7000-8000-00000000f11e' })
    await expect.element(page.getByLabelText('Sheet')).toBeDisabled()
    await openChoices()
    await expect.element(read).toBeDisabled()
    await expect.element(read).toHaveAttribute('title', 'Choose the file again to change how it is read')
  })
})
