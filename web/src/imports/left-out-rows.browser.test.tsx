import { previewImport } from '@muster/contract/import-preview.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openImportDraft } from '../testing/import-draft.ts'
import { callsOf } from '../testing/server.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The rows that the preview takes in, of those that do not look like data. */
async function takenIn() {
  await button('Preview').click()
  await expect.poll(() => callsOf(previewImport).length).toBeGreaterThan(0)
  return callsOf(previewImport).at(-1)?.body.takeIn
}

describe('rows that do not look like data', () => {
  beforeEach(async () => {
    await openImportDraft({
      leftOutCount: 2,
      leftOutRows: [
        { row: 1, why: 'lead', text: 'People of March' },
        { row: 9, why: 'total', text: 'Total 7' },
      ],
    } as never)
    await expect.element(page.getByText('2 rows are excluded', { exact: false })).toBeVisible()
  })

  it('are left out unless one says otherwise', async () => {
    expect(await takenIn()).toBeUndefined()
  })

  it('are imported all, and left out again', async () => {
    await button('Import all 2 rows too').click()
    await expect.element(page.getByText('2 of these rows will be imported')).toBeVisible()
    await button('Exclude all rows').click()
    await expect.element(button('Import all 2 rows too')).toBeVisible()
    expect(await takenIn()).toBeUndefined()
  })

  it('are imported one by one', async () => {
    await page.getByText('Show rows').click()
    await page.getByLabelText('Row 9: Total 7').click()
    await expect.element(page.getByText('1 of these rows will be imported', { exact: false })).toBeVisible()
    expect(await takenIn()).toEqual([9])
  })
})
