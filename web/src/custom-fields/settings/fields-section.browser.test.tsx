import {
  createCustomField,
  listCustomFields,
  orderCustomFields,
  restoreCustomField,
  retireCustomField,
  updateCustomField,
} from '@muster/contract/custom-fields.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFields, fieldOf, optionsOf } from '../../testing/custom-fields.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, answerLater, callsOf, offline, refuse } from '../../testing/server.ts'

const license = fieldOf(1, {
  label: 'License class',
  key: 'licenseClass',
  type: 'choice',
  section: 'Driving',
  options: optionsOf('CDL-A', 'CDL-B'),
})
const years = fieldOf(2, { label: 'Experience', key: 'experience', type: 'number', unit: 'years' })
const rows = () => page.getByRole('tabpanel').getByRole('listitem')
const names = () =>
  rows()
    .elements()
    .map((row) => row.querySelector('a')?.textContent)

describe('the settings of custom fields', () => {
  it('explain what a subject’s fields are for while there are none', async () => {
    answerFields(() => [])
    await openApp('/settings/fields')
    await expect.element(page.getByRole('heading', { name: 'No fields yet' })).toBeVisible()
    await expect.element(page.getByText('license class, certificate expiry', { exact: false })).toBeVisible()
    await page.getByRole('tab', { name: 'Calls' }).click()
    await expect.element(page.getByText('Details of a call', { exact: false })).toBeVisible()
  })

  it('list the fields with their type, section and use', async () => {
    answerFields(() => [license, years])
    await openApp('/settings/fields')
    await expect.element(rows().first().getByText('One of a list · Driving')).toBeVisible()
    await expect.element(rows().first().getByText('Filled for 1,204 of 3,000')).toBeVisible()
    await expect.element(rows().nth(1).getByText('Number · years')).toBeVisible()
  })

  it('are not for those who may not manage fields', async () => {
    signInAs('recruiter')
    await openApp('/settings/fields')
    await expect.element(page.getByText('Ask a workspace admin for access', { exact: false })).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Candidates' })).not.toBeInTheDocument()
  })

  it('say why the fields could not be loaded, with Retry', async () => {
    answer(listCustomFields, refuse('FORBIDDEN', 'You may not see this.'))
    await openApp('/settings/fields')
    await expect.element(page.getByRole('alert').getByText('You may not see this.')).toBeVisible()
    answerFields(() => [years])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(rows().first()).toBeVisible()
  })

  it('reorder fields by keyboard, with Undo, and go back if the server refuses', async () => {
    let order = [license, years]
    answerFields(() => order)
    answer(orderCustomFields, ({ body }) => {
      order = body.ids.map((id) => order.find((field) => field.id === id)!)
      return { items: order }
    })
    await openApp('/settings/fields')
    const handle = page.getByRole('button', { name: 'Reorder Experience' })
    await expect.element(handle).toBeVisible()
    await (handle.element() as HTMLElement).focus()
    await userEvent.keyboard(' {ArrowUp} ')
    await expect.poll(names).toEqual(['Experience', 'License class'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(['License class', 'Experience'])
    answer(orderCustomFields, refuse('CONFLICT', 'Someone added a field.'))
    await (handle.element() as HTMLElement).focus()
    await userEvent.keyboard(' {ArrowUp} ')
    await expect.element(page.getByText('Someone added a field.', { exact: false })).toBeVisible()
    await expect.poll(names).toEqual(['License class', 'Experience'])
  })

  it('retire a field at once, and restore it by Undo and from the retired ones', async () => {
    let retired = false
    answerFields(() => [{ ...years, retiredAt: retired ? '2026-11-20T09:00:00.000Z' : null }])
    answer(retireCustomField, () => {
      retired = true
      return undefined as never
    })
    answer(restoreCustomField, () => {
      retired = false
      return years
    })
    await openApp('/settings/fields')
    const retire = async () => {
      await page.getByRole('button', { name: 'Actions for Experience' }).click()
      await page.getByRole('menuitem', { name: 'Retire' }).click()
      await expect.element(page.getByRole('heading', { name: 'No fields yet' })).toBeVisible()
    }
    await retire()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByRole('link', { name: 'Experience' })).toBeVisible()
    await retire()
    await page.getByRole('button', { name: '1 retired field' }).click()
    await expect.element(page.getByText('deleted with its values on', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Restore “Experience”' }).click()
    await expect.element(page.getByRole('link', { name: 'Experience' })).toBeVisible()
  })

  it('show a field again that could not be retired', async () => {
    answerFields(() => [license, years])
    answer(retireCustomField, refuse('CONFLICT', 'Its values are being changed.'))
    await openApp('/settings/fields')
    await page.getByRole('button', { name: 'Actions for Experience' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('“Experience” not retired: Its values are being changed.')
    expect(names()).toEqual(['License class', 'Experience'])
  })

  it('mark a field that an outcome of a call requires', async () => {
    const required = { always: false, fromStatusType: null, outcomes: ['qualified' as const] }
    answerFields(() => [fieldOf(8, { subject: 'call', label: 'Language', required })])
    await openApp('/settings/fields?subject=call')
    await expect.element(rows().first().getByRole('img', { name: 'Required' })).toBeVisible()
  })

  it('count nobody while there are no records', async () => {
    answerFields(() => [{ ...years, filled: { value: 0, of: 0 } }])
    await openApp('/settings/fields')
    const row = rows().first()
    await expect.element(row.getByText('Filled for 0 of 0')).toBeVisible()
    expect(row.element().querySelector<HTMLElement>('[aria-hidden] > span')!.style.width).toBe('0%')
  })
})

describe('the form of a field', () => {
  it('previews the field and sends what its type has', async () => {
    answerFields(() => [])
    answer(createCustomField, ({ body }) => fieldOf(3, { label: body.label, type: body.type }))
    await openApp('/settings/fields?add=true')
    const dialog = page.getByRole('dialog', { name: 'Add candidate field' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Shift')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: /^One of a list/ }).click()
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await userEvent.keyboard('Early{Enter}Late')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.getByRole('combobox', { name: 'Shift' }).click()
    await page.getByRole('option', { name: 'Late' }).click()
    await expect.element(preview.getByRole('definition')).toHaveTextContent('Late')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect.poll(() => callsOf(createCustomField).length).toBe(1)
    const [sent] = callsOf(createCustomField)
    expect(sent!.body).toMatchObject({ subject: 'candidate', type: 'choice', label: 'Shift', unit: null })
    expect(sent!.body.options?.map(({ label }) => label)).toEqual(['Early', 'Late'])
  })

  it('makes a field sortable where its type and subject can be', async () => {
    let stored = years
    answerFields(() => [stored, { ...fieldOf(7, { subject: 'company', label: 'Size', type: 'number' }) }])
    answer(updateCustomField, ({ body }) => {
      stored = { ...stored, sortable: body.sortable === true, sorting: 'preparing' }
      return stored
    })
    await openApp(`/settings/fields?field=${years.id}`)
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Sortable' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => callsOf(updateCustomField).at(-1)?.body.sortable).toBe(true)
    await expect
      .element(rows().first().getByRole('img', { name: 'Sorting by this field is being prepared' }))
      .toBeVisible()
    await openApp(`/settings/fields?subject=company&field=${fieldOf(7, {}).id}`)
    const dialog = page.getByRole('dialog', { name: 'Size' })
    await expect.element(dialog.getByRole('combobox', { name: 'Visible to' })).toBeVisible()
    await expect.element(dialog.getByRole('checkbox', { name: 'Sortable' })).not.toBeInTheDocument()
  })

  it('asks for a name and an option, and shows the server’s errors at their inputs', async () => {
    answerFields(() => [])
    await openApp('/settings/fields?add=true')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: /^Several of a list/ }).click()
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect.element(dialog.getByText('Enter a name')).toBeVisible()
    await expect.element(dialog.getByText('Add an option', { exact: true })).toBeVisible()
    expect(callsOf(createCustomField)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Shift')
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await userEvent.keyboard('Early')
    answer(createCustomField, refuse('CONFLICT', 'There is a field of that name.'))
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect.element(dialog.getByText('There is a field of that name.')).toBeVisible()
  })

  it('keeps what is typed when the request fails', async () => {
    answerFields(() => [years])
    answer(updateCustomField, offline)
    await openApp(`/settings/fields?field=${years.id}`)
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Years driving')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('cannot be reached', { exact: false })).toBeVisible()
    await expect.element(name).toHaveValue('Years driving')
  })

  it('shows both versions when somebody else saved the same setting meanwhile', async () => {
    let stored = years
    answerFields(() => [stored])
    answer(updateCustomField, ({ body }) => {
      if (body.version !== stored.version)
        throw { code: 'CONFLICT', message: 'Changed meanwhile', details: { version: stored.version } }
      stored = { ...stored, label: body.label ?? stored.label, version: stored.version + 1 }
      return stored
    })
    await openApp(`/settings/fields?field=${years.id}`)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Years driving')
    stored = { ...years, label: 'Years', version: 2 }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('Someone else changed this field', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Save selection' }).click()
    await expect.poll(() => stored.label).toBe('Years driving')
  })

  it('retires an option that is saved, and removes one that is not', async () => {
    answerFields(() => [license])
    answer(updateCustomField, license)
    await openApp(`/settings/fields?field=${license.id}`)
    const dialog = page.getByRole('dialog', { name: 'License class' })
    await dialog.getByRole('button', { name: 'Retire CDL-B' }).click()
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await dialog.getByRole('button', { name: 'Remove the new option' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => callsOf(updateCustomField).length).toBe(1)
    expect(
      callsOf(updateCustomField)[0]!.body.options?.map(({ label, retired }) => [label, retired]),
    ).toEqual([
      ['CDL-A', false],
      ['CDL-B', true],
    ])
  })

  it('keeps its use count in the list after it was saved', async () => {
    answerFields(() => [years])
    answer(updateCustomField, ({ body }) => ({ ...years, label: body.label ?? '', filled: null }))
    await openApp(`/settings/fields?field=${years.id}`)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Driving')
    const reload = answerLater(listCustomFields, { items: [years] })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(names).toEqual(['Driving'])
    await expect.element(rows().first().getByText('Filled for 1,204 of 3,000')).toBeVisible()
    reload()
  })

  it('offers the roles of the agency, and not those of clients or of the platform', async () => {
    answerFields(() => [years])
    await openApp(`/settings/fields?field=${years.id}`)
    await page.getByRole('dialog').getByRole('combobox', { name: 'Visible to' }).click()
    await expect.element(page.getByRole('option', { name: 'Recruiter' })).toBeVisible()
    const offered = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
    expect(offered.filter((role) => /client|superadmin/i.test(role ?? ''))).toEqual([])
  })

  it.each([
    ['candidate', ['Personal data', 'From a status on'], ['With these outcomes']],
    ['call', ['Personal data', 'With these outcomes'], ['From a status on', 'Show on board cards']],
    ['company', [], ['Personal data', 'From a status on', 'With these outcomes', 'Show on board cards']],
  ] as const)('of a %s asks for what such a field has', async (subject, has, hasNot) => {
    answerFields(() => [])
    await openApp(`/settings/fields?subject=${subject}&add=true`)
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByLabelText('Always')).toBeVisible()
    for (const label of has) await expect.element(dialog.getByLabelText(label).first()).toBeVisible()
    for (const label of hasNot) expect(dialog.getByLabelText(label).elements()).toEqual([])
  })
})
