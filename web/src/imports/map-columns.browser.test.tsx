import { createCustomField } from '@muster/contract/custom-fields.ts'
import { previewImport } from '@muster/contract/import-preview.ts'
import { analyzeImport, listImportValues, suggestImportField } from '@muster/contract/imports.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerFields, fieldOf, optionsOf } from '../testing/custom-fields.ts'
import { columnOf, openImportDraft } from '../testing/import-draft.ts'
import { signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

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
  await openImportDraft({
    columns: [
      doubtful(0, 'Name', 'fullName', 1),
      doubtful(1, 'Xyz', 'phone', 0.3),
      doubtful(2, 'Username', 'externalId', 0.3),
    ],
  })
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

const license = fieldOf(1, { key: 'license', label: 'License class' })
const shift = fieldOf(2, {
  subject: 'application',
  key: 'shift',
  label: 'Shift',
  type: 'choice',
  options: optionsOf('Days', 'Nights'),
})

async function openCustomColumns(fields = [license, shift]) {
  const known = [...fields]
  answerFields(() => known)
  const [column] = example(analyzeImport).columns
  const left = (index: number, header: string) => ({
    ...column!,
    index,
    header,
    samples: ['Days', 'Nights'],
    suggestion: { field: null, confidence: 0, why: 'No field matches this column' },
  })
  await openImportDraft({
    columns: [columnOf(0, 'Name', 'fullName'), left(1, 'Class'), left(2, 'Working hours')],
  })
  await expect.element(page.getByLabelText('Import Class as')).toBeVisible()
  return { known }
}

describe('a column of a custom field', () => {
  it('is mapped to a field of the candidate or the application, and previewed with it', async () => {
    await openCustomColumns()
    await page.getByLabelText('Import Class as').selectOptions('License class')
    await page.getByLabelText('Import Working hours as').selectOptions('Shift')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect
      .poll(() => callsOf(previewImport).at(-1)?.body.mapping)
      .toEqual({
        0: 'fullName',
        1: 'candidate.license',
        2: 'field.shift',
      })
  })

  it('becomes a field with the type of its values, once that is confirmed', async () => {
    const { known } = await openCustomColumns([])
    answer(suggestImportField, {
      label: 'Working hours',
      type: 'choice',
      filled: 40,
      types: [
        { type: 'text', fitting: 40 },
        { type: 'choice', fitting: 40 },
        { type: 'number', fitting: 3 },
      ],
      options: ['Days', 'Nights'],
    })
    answer(createCustomField, () => {
      known.push(shift)
      return shift
    })
    await page.getByRole('button', { name: 'Make a field of Working hours' }).click()
    await expect.element(page.getByText('Options: Days · Nights')).toBeVisible()
    await expect.element(page.getByText('All values fit.')).toBeVisible()
    await page.getByLabelText('Type').selectOptions('Number')
    await expect
      .element(page.getByText('37 of 40 values do not fit this type', { exact: false }))
      .toBeVisible()
    await page.getByLabelText('Type').selectOptions('One of a list')
    await page.getByLabelText('Belongs to').selectOptions('application')
    expect(callsOf(createCustomField)).toEqual([])
    await page.getByRole('button', { name: 'Add field and map column' }).click()
    await expect
      .poll(() => callsOf(createCustomField)[0]?.body)
      .toMatchObject({
        label: 'Working hours',
        subject: 'application',
        type: 'choice',
        options: [{ label: 'Days' }, { label: 'Nights' }],
      })
    await expect.element(page.getByLabelText('Import Working hours as')).toHaveValue('field.shift')
  })

  it('says in the dialog when a field of that label exists', async () => {
    await openCustomColumns()
    answer(suggestImportField, { ...example(suggestImportField), label: 'Shift', type: 'text' })
    answer(createCustomField, refuse('CONFLICT', 'A field with this label already exists'))
    await page.getByLabelText('Import Working hours as').selectOptions('Make a field…')
    await page.getByRole('button', { name: 'Add field and map column' }).click()
    await expect.element(page.getByText('A field with this label already exists')).toBeVisible()
    await expect.element(page.getByLabelText('Import Working hours as')).toHaveValue('')
  })

  it('is no field that one may not edit, and none of files', async () => {
    const readOnly = fieldOf(3, { label: 'Read only', canEdit: false })
    await openCustomColumns([license, readOnly, fieldOf(4, { label: 'Certificate', type: 'file' })])
    const select = page.getByLabelText('Import Class as').element() as HTMLSelectElement
    const labels = () => [...select.options].map(({ text }) => text)
    await expect.poll(labels).toContain('License class')
    expect(labels()).not.toContain('Read only')
    expect(labels()).not.toContain('Certificate')
  })

  it('is kept in the notes with all others that match no field', async () => {
    await openCustomColumns()
    await page.getByRole('button', { name: 'Keep in notes' }).click()
    await expect.element(page.getByLabelText('Import Class as')).toHaveValue('notes')
    await expect.element(page.getByLabelText('Import Working hours as')).toHaveValue('notes')
  })

  it('is no new field for users who may not define fields', async () => {
    signInAs('recruiter')
    await openCustomColumns()
    await expect.element(page.getByRole('button', { name: 'Make a field of Class' })).not.toBeInTheDocument()
  })
})
