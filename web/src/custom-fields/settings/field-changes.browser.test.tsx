import { updateCustomField } from '@muster/contract/custom-fields.ts'
import {
  changeFieldType,
  listEmptiedValues,
  listFieldChanges,
  mergeFieldOptions,
  previewFieldType,
  undoFieldChange,
} from '@muster/contract/field-changes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RowOf } from '../../api/query.ts'
import { answerFields, fieldOf, optionsOf } from '../../testing/custom-fields.ts'
import { id } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open-app.tsx'
import { answer, callsOf, refuse } from '../../testing/server.ts'

const license = fieldOf(1, { label: 'License class', type: 'choice', options: optionsOf('CDL-A', 'CDL-B') })
const years = fieldOf(2, { label: 'Experience', type: 'text', version: 3 })
const unfit = { rowId: id(9), name: 'Ana Ortiz', value: 'many', reason: 'Enter a number' }

type Change = RowOf<typeof listFieldChanges>

const changed: Change = {
  id: id(70),
  kind: 'type',
  state: 'done',
  from: 'text',
  to: 'number',
  by: 'Ada Admin',
  at: '2026-11-26T09:00:00.000Z',
  undoes: null,
  changed: 1203,
  emptied: 1,
  undoableUntil: '2026-12-26T09:00:00.000Z',
}

beforeEach(() => {
  answerFields(() => [license, years])
  answer(previewFieldType, { values: 1204, fitting: 1203, unfit: [unfit], newOptions: [] })
})

async function openChange() {
  await openApp(`/settings/fields?field=${years.id}`)
  await page.getByRole('button', { name: 'Change type…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the type of “Experience”' })
  await expect.element(dialog).toBeVisible()
  return dialog
}

async function choose(type: RegExp) {
  await page
    .getByRole('dialog', { name: /^Change the type/ })
    .getByRole('combobox', { name: 'Type' })
    .click()
  await page.getByRole('option', { name: type }).click()
}

describe('the dialog that changes a type', () => {
  it('lists the values that do not fit, and says how many it empties', async () => {
    const dialog = await openChange()
    await choose(/^Number/)
    await dialog.getByRole('textbox', { name: 'Unit' }).fill('years')
    await expect.element(dialog.getByRole('row', { name: 'Ana Ortiz many Enter a number' })).toBeVisible()
    await expect.element(dialog.getByText('1 of 1,204 values do not fit and will be empty.')).toBeVisible()
    await expect
      .poll(() => callsOf(previewFieldType).at(-1)?.body)
      .toMatchObject({ type: 'number', unit: 'years' })
    answer(changeFieldType, { ...changed, state: 'waiting' })
    await dialog.getByRole('button', { name: 'Change type and empty 1 value' }).click()
    await expect.poll(() => callsOf(changeFieldType).length).toBe(1)
    expect(callsOf(changeFieldType)[0]!.body).toMatchObject({
      type: 'number',
      unit: 'years',
      emptied: 1,
      version: 3,
    })
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('does nothing on Cancel', async () => {
    const dialog = await openChange()
    await expect.element(dialog.getByText('do not fit', { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(callsOf(changeFieldType)).toEqual([])
  })

  it('names the options that it makes of the values', async () => {
    answer(previewFieldType, ({ body }) => ({
      values: 3,
      fitting: 3,
      unfit: [],
      newOptions: body.optionsFromValues ? ['Days', 'Nights'] : [],
    }))
    const dialog = await openChange()
    await choose(/^One of a list/)
    await expect.element(dialog.getByText('New options: Days, Nights')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Make an option of each value' }).click()
    await expect.element(dialog.getByText('New options', { exact: false })).not.toBeInTheDocument()
  })

  it('says why a type is not possible, and does not offer to change it', async () => {
    answer(previewFieldType, refuse('VALIDATION', 'There are too many different values.'))
    const dialog = await openChange()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('There are too many different values.')
    await expect.element(dialog.getByRole('button', { name: 'Change type' })).toBeDisabled()
  })

  it('previews again when more values do not fit than were confirmed', async () => {
    const dialog = await openChange()
    await expect.element(dialog.getByText('do not fit', { exact: false })).toBeVisible()
    const before = callsOf(previewFieldType).length
    answer(changeFieldType, refuse('CONFLICT', '2 values do not fit the new type.'))
    answer(previewFieldType, { values: 1204, fitting: 1202, unfit: [unfit], newOptions: [] })
    await dialog.getByRole('button', { name: 'Change type and empty 1 value' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Change type and empty 2 values' })).toBeVisible()
    expect(callsOf(previewFieldType).length).toBeGreaterThan(before)
  })

  it('opens only once other changes of the form are saved', async () => {
    await openApp(`/settings/fields?field=${years.id}`)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Years')
    await page.getByRole('button', { name: 'Change type…' }).click()
    await expect.element(page.getByText('Save or discard your changes first')).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: /^Change the type/ })).not.toBeInTheDocument()
  })
})

describe('a field whose values are being changed', () => {
  it('cannot be edited until that is done', async () => {
    let isChanging = true
    answerFields(() => [{ ...license, isChanging }])
    await openApp(`/settings/fields?field=${license.id}`)
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText('are being changed', { exact: false })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Change type…' })).toBeDisabled()
    await expect.element(dialog.getByRole('button', { name: /^Merge/ })).not.toBeInTheDocument()
    isChanging = false
    await expect.element(dialog.getByRole('button', { name: 'Change type…' })).toBeEnabled()
    expect(callsOf(updateCustomField)).toEqual([])
  })
})

describe('the dialog that merges options', () => {
  it('replaces the option by the chosen one', async () => {
    answer(mergeFieldOptions, { ...changed, kind: 'merge', from: 'CDL-B', to: 'CDL-A' })
    await openApp(`/settings/fields?field=${license.id}`)
    await page.getByRole('button', { name: 'Merge CDL-B into another option' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge “CDL-B”' })
    await expect.element(dialog.getByRole('button', { name: 'Merge options' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Into' }).click()
    await expect.element(page.getByRole('option', { name: 'CDL-B' })).not.toBeInTheDocument()
    await page.getByRole('option', { name: 'CDL-A' }).click()
    await dialog.getByRole('button', { name: 'Merge options' }).click()
    await expect.poll(() => callsOf(mergeFieldOptions).length).toBe(1)
    const [a, b] = license.options
    expect(callsOf(mergeFieldOptions)[0]!.body).toEqual({ from: [b!.id], into: a!.id, version: 1 })
  })

  it('stays open when the server refuses', async () => {
    answer(mergeFieldOptions, refuse('CONFLICT', 'An import is filling this field.'))
    await openApp(`/settings/fields?field=${license.id}`)
    await page.getByRole('button', { name: 'Merge CDL-B into another option' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge “CDL-B”' })
    await dialog.getByRole('combobox', { name: 'Into' }).click()
    await page.getByRole('option', { name: 'CDL-A' }).click()
    await dialog.getByRole('button', { name: 'Merge options' }).click()
    await expect.element(page.getByText('An import is filling this field.', { exact: false })).toBeVisible()
    await expect.element(dialog).toBeVisible()
    expect(callsOf(updateCustomField)).toEqual([])
  })
})

describe('the changes of a field', () => {
  it('can be undone, and show the values that they emptied', async () => {
    answer(listFieldChanges, { items: [changed] })
    answer(listEmptiedValues, { items: [{ ...unfit, reason: null }] })
    answer(undoFieldChange, { ...changed, state: 'waiting', undoes: changed.id })
    await openApp(`/settings/fields?field=${years.id}`)
    const changes = page.getByRole('region', { name: 'Changes of type and options' })
    await expect.element(changes.getByText('Text → Number')).toBeVisible()
    await expect.element(changes.getByText('1,203 values changed, 1 emptied', { exact: false })).toBeVisible()
    await changes.getByRole('button', { name: 'Show emptied values' }).click()
    await expect.element(changes.getByRole('row', { name: 'Ana Ortiz many' })).toBeVisible()
    await changes.getByRole('button', { name: 'Undo Text → Number' }).click()
    await expect.poll(() => callsOf(undoFieldChange).length).toBe(1)
  })

  it('offer no Undo where a later one must be undone first', async () => {
    answer(listFieldChanges, { items: [{ ...changed, undoableUntil: null }] })
    await openApp(`/settings/fields?field=${years.id}`)
    await expect.element(page.getByText('Text → Number')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })
})
