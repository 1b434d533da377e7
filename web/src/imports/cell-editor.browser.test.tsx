import { correctImport, previewImport } from '@muster/contract/import-preview.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { columnOf, openImportDraft } from '../testing/import-draft.ts'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const [row] = example(previewImport).rows
const problem = {
  column: 'Email',
  code: 'invalid_email',
  message: 'This is no email address',
  severity: 'warning' as const,
  sameValue: 3,
}
const cell = { column: 1, value: 'none', stored: null, original: null }
const dialog = page.getByRole('dialog', { name: 'Correct: Email' })
const corrections = () => callsOf(correctImport).map(({ body }) => body.corrections)

async function openEditor(more: Partial<typeof cell> | { original: string } = {}) {
  answer(previewImport, {
    ...example(previewImport),
    isComplete: true,
    cases: [],
    nextCursor: null,
    rows: [
      {
        ...row!,
        row: 7,
        problems: [problem],
        lost: [],
        cells: [
          { column: 0, value: 'Ana Ortiz', stored: 'Ana Ortiz', original: null },
          { ...cell, ...more },
        ],
      },
    ],
  } as never)
  const columns = [columnOf(0, 'Name', 'fullName'), columnOf(1, 'Email', 'email')]
  await openImportDraft({ columns }, { search: '&step=preview' })
  await page.getByRole('button', { name: 'Email: none' }).click()
  await expect.element(dialog).toBeVisible()
}

describe('a cell of the preview', () => {
  beforeEach(() => page.viewport(1440, 900))

  it('is as it was when its correction is undone', async () => {
    await openEditor()
    answer(correctImport, { items: [] } as never)
    await userEvent.keyboard('ana@example.com{Enter}')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => corrections().at(-1))
      .toEqual([{ column: 1, row: 7, original: 'none', value: null }])
  })

  it('is corrected in its row by Enter', async () => {
    await openEditor()
    await userEvent.keyboard('ana@example.com{Enter}')
    await expect
      .poll(corrections)
      .toEqual([[{ column: 1, row: 7, original: 'none', value: 'ana@example.com' }]])
  })

  it.each([
    ['the button', () => dialog.getByRole('button', { name: /^Correct all 3 rows/ }).click()],
    ['Ctrl+Enter', () => userEvent.keyboard('{Control>}{Enter}{/Control}')],
  ])('is corrected in all rows with the same value by %s', async (_, save) => {
    await openEditor()
    await userEvent.keyboard('ana@example.com')
    await save()
    await expect
      .poll(corrections)
      .toEqual([[{ column: 1, row: null, original: 'none', value: 'ana@example.com' }]])
  })

  it('is not corrected by the value it has', async () => {
    await openEditor()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(corrections()).toEqual([])
  })

  it('says why it could not be corrected', async () => {
    answer(correctImport, refuse('CONFLICT', 'The import runs.'))
    await openEditor()
    await userEvent.keyboard('ana@example.com{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Correction not saved: The import runs.')
  })

  it('has the focus again after its editor, and is left by the arrows', async () => {
    await openEditor()
    await userEvent.keyboard('{Escape}')
    const button = page.getByRole('button', { name: 'Email: none' })
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByRole('button', { name: 'Name: Ana Ortiz' })).toHaveFocus()
  })
})
