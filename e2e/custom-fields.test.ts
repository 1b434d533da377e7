import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { createCustomField, listCustomFields, updateCustomField } from '@muster/contract/custom-fields.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let admin: TestUser

beforeAll(async () => {
  muster = await startMuster()
  admin = await muster.addUser('admin', 'Ines Roth')
  page = (await muster.openSignedIn(admin)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const names = async () => page.getByRole('tabpanel').getByRole('listitem').getByRole('link').allTextContents()

describe('the settings of custom fields', () => {
  it('let an admin make a field with options, and list it with its use', async () => {
    await page.goto('/settings/fields')
    await page.getByRole('heading', { name: 'No fields yet' }).waitFor()
    await page.getByRole('link', { name: 'Add field' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add candidate field' })
    await dialog.getByLabel('Name', { exact: true }).fill('License class')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'One of a list' }).click()
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await page.keyboard.type('CDL-A')
    await page.keyboard.press('Enter')
    await page.keyboard.type('CDL-B')
    await dialog.getByLabel('Section').fill('Driving')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByText('One of a list · Driving').waitFor()
    await page.getByText('Filled for 0 of 0').waitFor()
  })

  it('keep an order that was made by keyboard', async () => {
    await muster.server.call(createCustomField, {
      as: admin,
      body: { subject: 'candidate', label: 'Experience', type: 'number', unit: 'years' },
    })
    await page.goto('/settings/fields')
    await page.getByRole('button', { name: 'Reorder Experience' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await page.getByText('Moved Experience').waitFor()
    await page.reload()
    await expect.poll(names).toEqual(['Experience', 'License class'])
  })

  it('retire a field, and restore it with Undo', async () => {
    await page.getByRole('button', { name: 'Actions for Experience' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await expect.poll(names).toEqual(['License class'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await names()).sort()).toEqual(['Experience', 'License class'])
  })

  it('are refused to a recruiter', async () => {
    const recruiter = await muster.addUser('recruiter', 'Mats Keller')
    const visit = await muster.openSignedIn(recruiter)
    await visit.page.goto('/settings/profile')
    await visit.page.getByRole('link', { name: 'Profile' }).waitFor()
    expect(await visit.page.getByRole('link', { name: 'Custom fields' }).count()).toBe(0)
    await visit.leave()
  })
})

describe('the custom fields of a candidate', () => {
  it('are filled in on the record, with the change in the history and the use in the settings', async () => {
    const { body: ada } = await muster.server.call(createCandidate, {
      as: admin,
      body: { name: 'Ada Moreno' },
    })
    await page.goto(`/candidates/${ada.id}`)
    await page.getByRole('button', { name: 'Add a detail' }).click()
    await page.getByRole('menu').getByText('Driving', { exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'License class' }).click()
    await page.getByRole('combobox', { name: 'License class' }).click()
    await page.getByRole('option', { name: 'CDL-B' }).click()
    await page.getByText('License class: CDL-B').waitFor()
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'License class' }).inputValue()).toBe('CDL-B')
    await page.goto('/settings/fields')
    await page.getByText('Filled for 1 of 1').waitFor()
  })

  it('are asked for where a new candidate cannot do without', async () => {
    const { items } = (await muster.server.call(listCustomFields, { as: admin })).body
    const experience = items.find(({ label }) => label === 'Experience')!
    await muster.server.call(updateCustomField, {
      as: admin,
      params: { id: experience.id },
      body: { required: { always: true } },
    })
    await page.goto('/candidates?add=true')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Björn Åkesson')
    await dialog.getByRole('button', { name: 'Add candidate' }).click()
    await expect.poll(() => dialog.getByLabel('Experience').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Experience').fill('12')
    await dialog.getByRole('button', { name: 'Add candidate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Björn Åkesson' }).waitFor()
    await page.getByText('12 years', { exact: true }).waitFor()
  })

  it('change their type after a preview, and get their values back with Undo', async () => {
    const { body: field } = await muster.server.call(createCustomField, {
      as: admin,
      body: { subject: 'candidate', label: 'Shirt size', type: 'text' },
    })
    const add = (name: string, size: string) =>
      muster.server.call(createCandidate, {
        as: admin,
        body: { name, customFields: { [field.key]: size, experience: 3 } },
      })
    const { body: first } = await add('Cleo Marsh', '42')
    await add('Dario Lenz', 'large')
    await page.goto(`/settings/fields?field=${field.id}`)
    await page.getByRole('button', { name: 'Change type…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the type of “Shirt size”' })
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: /^Number/ }).click()
    await dialog.getByRole('row', { name: /Dario Lenz large/ }).waitFor()
    await dialog.getByRole('button', { name: 'Change type and empty 1 value' }).click()
    const changes = page.getByRole('region', { name: 'Changes of type and options' })
    await changes.getByText('1 value changed, 1 emptied').waitFor()
    await changes.getByRole('button', { name: 'Show emptied values' }).click()
    await changes.getByRole('row', { name: /Dario Lenz large/ }).waitFor()
    await changes.getByRole('button', { name: 'Undo Text → Number' }).click()
    await changes.getByText('Number → Text').waitFor()
    await changes.getByText('2 values changed').waitFor()
    await page.goto(`/candidates/${first.id}`)
    await page.getByText('42', { exact: true }).waitFor()
  })
})

describe('a list of applications', () => {
  it('is sorted by the header of a custom field, up and down, with empty values last', async () => {
    await muster.server.call(createCustomField, {
      as: admin,
      body: { subject: 'application', label: 'Distance', type: 'number', unit: 'km', sortable: true },
    })
    const position = await addPosition(muster.server.db, muster.workspaceId)
    for (const [name, distance] of [
      ['Far Away', 120],
      ['Not Known', null],
      ['Next Door', 9],
      ['Half Way', 60],
    ] as const)
      await muster.server.call(createApplication, {
        as: admin,
        body: {
          positionId: position.id,
          candidate: { name, customFields: { experience: 3 } },
          customFields: { distance },
        },
      })
    const listed = async () =>
      (await page.locator('[data-row]').allInnerTexts()).map((row) => /[A-Z]\w+ [A-Z]\w+/.exec(row)?.[0])
    await page.goto(`/applications?positionId=${position.id}`)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Distance' }).check()
    await page.keyboard.press('Escape')
    const header = page.getByRole('columnheader', { name: 'Distance' })
    const sort = header.getByRole('button', { name: 'Distance', exact: true })
    await sort.click()
    await page.getByText('4 applications, by Distance, ascending').waitFor()
    await expect.poll(listed).toEqual(['Next Door', 'Half Way', 'Far Away', 'Not Known'])
    await sort.click()
    await page.getByText('4 applications, by Distance, descending').waitFor()
    await expect.poll(listed).toEqual(['Far Away', 'Half Way', 'Next Door', 'Not Known'])
    expect(await header.getAttribute('aria-sort')).toBe('descending')
  })

  it('is searched by what a custom field says', async () => {
    await muster.server.call(createCustomField, {
      as: admin,
      body: { subject: 'application', label: 'Remark', type: 'text' },
    })
    const position = await addPosition(muster.server.db, muster.workspaceId)
    await muster.server.call(createApplication, {
      as: admin,
      body: {
        positionId: position.id,
        candidate: { name: 'Remy Larsen', customFields: { experience: 3 } },
        customFields: { remark: 'Brings a forklift' },
      },
    })
    await page.goto('/applications')
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or type a command' }).fill('forklift')
    await page
      .getByRole('option', { name: /^Remy Larsen/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })
})
