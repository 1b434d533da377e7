import { getApplication, listApplications, updateApplication } from '@muster/contract/applications.ts'
import { createCandidate, findDuplicateCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import { getCompany, updateCompany } from '@muster/contract/companies.ts'
import { listFiles, maxUploadBytes, uploadFile } from '@muster/contract/uploads.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFields, fieldOf, optionsOf } from '../testing/custom-fields.ts'
import { exampleId } from '../testing/example.ts'
import { applicationsOf, id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'

const license = fieldOf(1, {
  key: 'license',
  label: 'License class',
  type: 'choice',
  options: optionsOf('CDL-A', 'CDL-B'),
})
const years = fieldOf(2, {
  key: 'years',
  label: 'Experience',
  type: 'number',
  unit: 'years',
  section: 'Driving',
})
const pay = fieldOf(3, {
  subject: 'application',
  key: 'pay',
  label: 'Expected pay',
  type: 'money',
  currency: 'USD',
  sortable: true,
  sorting: 'ready',
})
const cdlA = license.options[0]!.id

describe('the files of a record', () => {
  const file = { ...example(uploadFile), id: id(71), name: 'license 2024.pdf' }
  let stored = example(getApplication)

  beforeEach(() => {
    stored = { ...example(getApplication), customFields: { copy: file.id } }
    answerFields(() => [
      fieldOf(8, { subject: 'application', key: 'copy', label: 'License copy', type: 'file' }),
    ])
    answer(getApplication, () => stored)
    answer(updateApplication, ({ body }) => {
      stored = { ...stored, customFields: { ...stored.customFields, ...(body.customFields as object) } }
      return stored
    })
    answer(listFiles, () => ({ items: [file] }))
  })

  const sent = () => callsOf(updateApplication).at(-1)?.body.customFields

  it('are named, offered to be replaced, and come back with Undo when they are removed', async () => {
    await openApp(`/applications/${exampleId}`)
    await expect.element(page.getByRole('button', { name: 'license 2024.pdf' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Replace License copy' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove License copy' }).click()
    await expect.poll(sent).toEqual({ copy: null })
    await expect.element(page.getByText('license 2024.pdf')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(sent).toEqual({ copy: file.id })
    await expect.element(page.getByRole('button', { name: 'license 2024.pdf' })).toBeVisible()
  })

  const copyOf = (name: string, bytes = 8) => new File([new Uint8Array(bytes)], name)

  /** Chooses a file to replace the stored one. */
  async function replaceWith(chosen: File) {
    await openApp(`/applications/${exampleId}`)
    const field = page.getByRole('button', { name: 'Replace License copy' })
    await expect.element(field).toBeVisible()
    const input = document.querySelector<HTMLInputElement>('input[aria-label="Replace License copy"]')!
    const files = new DataTransfer()
    files.items.add(chosen)
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it('are replaced by one that was chosen, once it is sent, and come back with Undo', async () => {
    const renewed = { ...file, id: id(74), name: 'license 2026.pdf' }
    const send = answerLater(uploadFile, renewed)
    answer(listFiles, () => ({ items: [file, renewed] }))
    await replaceWith(copyOf('license 2026.pdf'))
    await expect.element(page.getByText('50%')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Replace License copy' })).toBeDisabled()
    expect(callsOf(updateApplication)).toEqual([])
    send()
    await expect.poll(sent).toEqual({ copy: renewed.id })
    await expect.element(page.getByRole('button', { name: 'license 2026.pdf' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(sent).toEqual({ copy: file.id })
  })

  it.each([
    [
      'the server refuses one, which says why',
      refuse('VALIDATION', 'The file is empty.'),
      'Not uploaded: The file is empty.',
    ],
    [
      'the connection is lost',
      offline,
      'Not uploaded: The server cannot be reached. Check your connection, then try again.',
    ],
  ])('stay when %s', async (_, how, message) => {
    answer(uploadFile, how)
    await replaceWith(copyOf('license 2026.pdf'))
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'license 2024.pdf' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Replace License copy' })).toBeEnabled()
    expect(callsOf(updateApplication)).toEqual([])
  })

  it('are not sent when they are too large', async () => {
    await replaceWith(copyOf('scan.pdf', maxUploadBytes + 1))
    await expect
      .element(page.getByText('Not uploaded: scan.pdf is larger than 20 MB. Choose a smaller file.'))
      .toBeVisible()
    expect(callsOf(uploadFile)).toEqual([])
  })

  it('are said to be unavailable once they are deleted', async () => {
    answer(listFiles, () => ({ items: [] }))
    stored = { ...stored, customFields: { copy: id(73) } }
    await openApp(`/applications/${exampleId}`)
    await expect.element(page.getByText('File not available')).toBeVisible()
  })
})

describe('the custom fields of a record', () => {
  let stored = example(getApplication)

  beforeEach(async () => {
    stored = {
      ...example(getApplication),
      customFields: { pay: { amount: 450_000, currency: 'USD' } },
      candidate: { ...example(getApplication).candidate, customFields: { license: cdlA } },
    }
    answerFields(() => [license, years, pay])
    answer(getApplication, () => stored)
    answer(updateApplication, ({ body }) => {
      stored = { ...stored, customFields: { ...stored.customFields, ...(body.customFields as object) } }
      return stored
    })
    answer(updateCandidate, ({ body }) => ({
      ...stored.candidate,
      customFields: { ...stored.candidate.customFields, ...(body.customFields as object) },
    }))
    await openApp(`/applications/${exampleId}`)
  })

  it('are shown where they have a value, and offered by section where they have none', async () => {
    await expect.element(page.getByText('$4,500', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'License class' })).toHaveValue('CDL-A')
    await expect.element(page.getByText('Experience', { exact: true })).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Add a detail' }).click()
    await expect.element(page.getByRole('menu').getByText('Driving')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Experience' }).click()
    await userEvent.keyboard('12{Enter}')
    await expect.poll(() => callsOf(updateCandidate).at(-1)?.body.customFields).toEqual({ years: 12 })
    await expect.element(page.getByRole('status').filter({ hasText: 'Experience: 12 years' })).toBeVisible()
  })

  it('are sent in the form the API takes, and go back with Undo', async () => {
    await page.getByRole('button', { name: 'Change Expected pay' }).click()
    await userEvent.keyboard('{Control>}a{/Control}4,750.50{Enter}')
    await expect
      .poll(() => callsOf(updateApplication).at(-1)?.body.customFields)
      .toEqual({ pay: { amount: 475_050, currency: 'USD' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => callsOf(updateApplication).at(-1)?.body.customFields)
      .toEqual({ pay: { amount: 450_000, currency: 'USD' } })
  })

  it('keep text that is no value, and say why it was refused', async () => {
    answer(updateApplication, refuse('VALIDATION', 'Expected pay: enter an amount', {}))
    await page.getByRole('button', { name: 'Change Expected pay' }).click()
    await userEvent.keyboard('{Control>}a{/Control}a lot{Enter}')
    await expect.element(page.getByText('Expected pay: enter an amount')).toBeVisible()
    await expect.element(page.getByText('a lot', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByText('$4,500', { exact: true })).toBeVisible()
  })

  it('clear a choice', async () => {
    const field = page.getByRole('combobox', { name: 'License class' })
    await expect.element(field).toHaveValue('CDL-A')
    await field.element().parentElement?.querySelector('button')?.click()
    await expect.poll(() => callsOf(updateCandidate).at(-1)?.body.customFields).toEqual({ license: null })
  })
})

describe('custom fields without the right to change them', () => {
  it('show their value and no editor', async () => {
    answerFields(() => [{ ...license, canEdit: false }])
    answer(getCompany, { ...example(getCompany), customFields: { license: cdlA } })
    answerFields(() => [{ ...license, subject: 'company', canEdit: false }])
    await openApp(`/companies/${exampleId}`)
    await expect.element(page.getByText('CDL-A')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'License class' })).not.toBeInTheDocument()
    expect(callsOf(updateCompany)).toEqual([])
  })
})

describe('the form of a new candidate', () => {
  it('shows required fields and those with a default, and the others on demand', async () => {
    answerFields(() => [
      { ...license, required: { ...license.required, always: true } },
      { ...years, defaultValue: 2 },
      fieldOf(4, { label: 'Shirt size' }),
    ])
    answer(createCandidate, refuse('VALIDATION', 'Invalid', { 'customFields.license': ['Choose one'] }))
    // In a slow browser they come before the click, and have to be decided.
    answer(findDuplicateCandidates, { items: [] })
    await openApp('/candidates?add=true')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('textbox', { name: 'Experience' })).toHaveValue('2')
    await expect.element(dialog.getByRole('combobox', { name: 'License class' })).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Shirt size' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'More details' }).click()
    await dialog.getByRole('textbox', { name: 'Shirt size' }).fill('XL')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await dialog.getByRole('button', { name: 'Add candidate' }).click()
    await expect.element(dialog.getByText('Choose one')).toBeVisible()
    expect(callsOf(createCandidate)[0]!.body.customFields).toEqual({ years: 2, field4: 'XL' })
  })
})

describe('custom fields in the list of applications', () => {
  beforeEach(async () => {
    answerFields(() => [license, years, pay])
    const [row] = applicationsOf('Ada')
    answer(listApplications, {
      ...example(listApplications),
      items: [
        {
          ...row!,
          customFields: { pay: { amount: 450_000, currency: 'USD' } },
          candidate: { ...row!.candidate, customFields: { license: cdlA } },
        },
      ],
    })
  })

  it('are columns that can be shown', async () => {
    await openApp('/applications')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Expected pay' }).click()
    await page.getByRole('checkbox', { name: 'License class' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('row').getByText('$4,500')).toBeVisible()
    await expect.element(page.getByRole('row').getByText('CDL-A')).toBeVisible()
  })

  it('keep several options on the line of their row', async () => {
    const shifts = fieldOf(4, {
      key: 'shifts',
      label: 'Shifts',
      type: 'choices',
      options: optionsOf('Day shift', 'Night shift, weekends and public holidays', 'Any'),
    })
    answerFields(() => [shifts])
    const rows = applicationsOf('Ada', 'Ben')
    answer(listApplications, {
      ...example(listApplications),
      items: rows.map((row) => ({
        ...row,
        candidate: { ...row.candidate, customFields: { shifts: shifts.options.map(({ id }) => id) } },
      })),
    })
    await openApp('/applications')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Shifts' }).click()
    await userEvent.keyboard('{Escape}')
    const row = page.getByRole('row', { name: /Ada/ })
    const value = row.getByTitle('Day shift, Night shift, weekends and public holidays, Any')
    await expect.element(value).toBeVisible()
    const [outer, inner] = [row, value].map((one) => one.element().getBoundingClientRect())
    expect(inner!.top).toBeGreaterThanOrEqual(outer!.top)
    expect(inner!.bottom).toBeLessThanOrEqual(outer!.bottom)
    for (const option of value.element().querySelectorAll('span'))
      expect(option.getBoundingClientRect().bottom).toBeLessThanOrEqual(outer!.bottom)
  })

  it('are filters with the conditions of their type', async () => {
    await openApp('/applications')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Expected pay' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('4,500')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Expected pay at least $4,500' })).toBeVisible()
    await expect.poll(() => callsOf(listApplications).at(-1)?.query.field).toEqual('pay:gte:450000')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'License class' }).click()
    // The chosen options lie over the field; a click on them opens the list too.
    await page.getByRole('combobox', { name: 'Value' }).click({ force: true })
    await page.getByRole('option', { name: 'CDL-A' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect
      .poll(() => callsOf(listApplications).at(-1)?.query.field)
      .toEqual(['pay:gte:450000', `candidate.license:anyOf:${cdlA}`])
    await page.getByRole('button', { name: 'Remove Expected pay' }).click()
    await expect
      .poll(() => callsOf(listApplications).at(-1)?.query.field)
      .toEqual(`candidate.license:anyOf:${cdlA}`)
  })

  it('are sorted by a click on the header of one that is sortable, and by the menu', async () => {
    await openApp('/applications')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Expected pay' }).click()
    await page.getByRole('checkbox', { name: 'License class' }).click()
    await userEvent.keyboard('{Escape}')
    const header = page.getByRole('columnheader', { name: 'Expected pay' })
    await header.getByRole('button', { name: 'Expected pay', exact: true }).click()
    await expect.poll(() => callsOf(listApplications).at(-1)?.query.sort).toBe('field.pay')
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    expect(location.search).toContain('sort=field.pay')
    await header.getByRole('button', { name: 'Expected pay', exact: true }).click()
    await expect.poll(() => callsOf(listApplications).at(-1)?.query.sort).toBe('-field.pay')
    const other = page.getByRole('columnheader', { name: 'License class' })
    await expect.element(other).not.toHaveAttribute('aria-sort')
    await page.getByRole('button', { name: 'Sort: by Expected pay, descending' }).click()
    await page.getByRole('menuitemradio', { name: 'By Expected pay, ascending' }).click()
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    expect(location.search).toContain('sort=field.pay')
  })

  it('say that a sort is unknown, or being prepared, and show the usual order', async () => {
    await openApp('/applications?sort=candidate.gone')
    await expect.element(page.getByRole('button', { name: 'Sort: newest activity first' })).toBeVisible()
    await expect.poll(() => callsOf(listApplications).at(-1)?.query.sort).toBeUndefined()
    await page.getByRole('button', { name: 'Remove Sort: gone' }).click()
    await expect.poll(() => location.search).not.toContain('sort=')
    answerFields(() => [{ ...pay, sorting: 'preparing' }])
    await openApp('/applications?sort=-field.pay')
    await expect.element(page.getByText('being prepared')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Remove Sort: Expected pay' })).toBeVisible()
  })

  it('name a field that no longer exists, so that its filter can be removed', async () => {
    await openApp('/applications?field=gone:filled:')
    await page.getByRole('button', { name: 'Remove gone' }).click()
    await expect.poll(() => callsOf(listApplications).at(-1)?.query.field).toBeUndefined()
  })

  it.each(['number', 'money', 'date', 'dateTime', 'boolean', 'choice', 'choices', 'user'] as const)(
    'that are now of type %s stay filters of their former text, which can be removed',
    async (type) => {
      answerFields(() => [fieldOf(7, { subject: 'application', key: 'former', label: 'Former', type })])
      await openApp('/applications?field=former:is:soon')
      await expect.element(page.getByRole('button', { name: 'Remove Former' })).toBeVisible()
      await page.getByRole('button', { name: 'Remove Former' }).click()
      await expect.poll(() => callsOf(listApplications).at(-1)?.query.field).toBeUndefined()
    },
  )
})
