import { createApplication, getApplication } from '@muster/contract/applications.ts'
import { createCustomField } from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let admin: TestUser
let page: Page
let position: TestPosition
/** Each person has a number of their own. */
let added = 0
const ids = new Map<string, string>()

beforeAll(async () => {
  muster = await startMuster()
  admin = await muster.addUser('admin', 'Ines Roth')
  page = (await muster.openSignedIn(admin)).page
  const required = { fromStatusType: 'qualified' } as const
  const fields: CallOf<typeof createCustomField>['body'][] = [
    { subject: 'application', label: 'Shift', type: 'text', required, onCards: true },
    { subject: 'candidate', label: 'Own car', type: 'boolean', required },
    { subject: 'call', label: 'Start date', type: 'text', required: { outcomes: ['interested'] } },
  ]
  for (const body of fields) await muster.server.call(createCustomField, { as: admin, body })
})

beforeEach(async ({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
  position = await addPosition(muster.server.db, muster.workspaceId)
  for (const name of ['Carl Cruz', 'Bela Bose', 'Anna Aas']) {
    added += 1
    const phone = `+1312555${1000 + added}`
    const body = { positionId: position.id, candidate: { name, phone } }
    ids.set(name, (await muster.server.call(createApplication, { as: admin, body })).body.id)
  }
})

afterAll(() => muster?.stop())

const column = (type: string): Locator => page.getByRole('region', { name: new RegExp(`^${type}, `, 'i') })
const card = (name: string): Locator => page.getByRole('link', { name, exact: true })
const names = (type: string) => column(type).getByRole('listitem').getByRole('link').allInnerTexts()

async function open() {
  await page.goto(`/board/${position.id}`)
  await card('Anna Aas').waitFor()
}

async function drag(from: Locator, to: Locator) {
  const start = (await from.boundingBox())!
  const end = (await to.boundingBox())!
  await page.mouse.move(start.x + 20, start.y + 8)
  await page.mouse.down()
  await page.mouse.move(start.x + 28, start.y + 16, { steps: 3 })
  await page.mouse.move(end.x + 60, end.y + end.height * 0.3, { steps: 10 })
  await page.mouse.move(end.x + 60, end.y + end.height * 0.3 + 1)
  await page.mouse.up()
}

const dialog = (subject: string) => page.getByRole('dialog', { name: `Required for ${subject}` })

async function fill(subject: string, shift: string) {
  await dialog(subject).getByLabel('Shift').fill(shift)
  await dialog(subject).getByRole('combobox', { name: 'Own car' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
}

async function read(name: string) {
  const { body } = await muster.server.call(getApplication, { as: admin, params: { id: ids.get(name)! } })
  return [body.status.type, { ...body.candidate.customFields, ...body.customFields }]
}

describe('a field that a status requires', () => {
  it('is asked for when a card is dropped there, and Cancel leaves the card where it was', async () => {
    await open()
    await drag(card('Bela Bose'), column('Qualified'))
    await dialog('Bela Bose').waitFor()
    await dialog('Bela Bose').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => names('Lead')).toEqual(['Anna Aas', 'Bela Bose', 'Carl Cruz'])
    expect(await read('Bela Bose')).toEqual(['lead', {}])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Bela Bose')
  })

  it('is filled in there: the card moves, and shows the value', async () => {
    await open()
    await drag(card('Bela Bose'), column('Qualified'))
    await dialog('Bela Bose').getByRole('button', { name: 'Move to qualified' }).click()
    await expect.poll(() => dialog('Bela Bose').getByLabel('Shift').getAttribute('aria-invalid')).toBe('true')
    await fill('Bela Bose', 'Nights')
    await dialog('Bela Bose').getByRole('button', { name: 'Move to qualified' }).click()
    await page.getByText('Moved Bela Bose to qualified').waitFor()
    await expect.poll(() => names('Qualified')).toEqual(['Bela Bose'])
    expect(await read('Bela Bose')).toEqual(['qualified', { shift: 'Nights', ownCar: true }])
    await column('Qualified').getByText('Nights').waitFor()
  })

  it('is asked for after a move by keyboard', async () => {
    await open()
    await card('Anna Aas').focus()
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await dialog('Anna Aas').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => names('Lead')).toEqual(['Anna Aas', 'Bela Bose', 'Carl Cruz'])
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await fill('Anna Aas', 'Days')
    await dialog('Anna Aas').getByLabel('Shift').press('Enter')
    await page.getByText('Moved Anna Aas to qualified').waitFor()
    expect(await read('Anna Aas')).toEqual(['qualified', { shift: 'Days', ownCar: true }])
  })

  it('is asked for once, when several of the list are moved', async () => {
    await page.goto(`/applications?positionId=${position.id}`)
    await page.getByText('Anna Aas').first().waitFor()
    await page.getByRole('checkbox', { name: /all/i }).first().click()
    const bar = page.getByRole('region', { name: 'Selected applications' })
    await bar.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: /^qualified/i }).click()
    await dialog('3 applications').getByText('3 applications lack values').waitFor()
    await fill('3 applications', 'Late')
    await dialog('3 applications').getByRole('button', { name: 'Move to qualified' }).click()
    await page.getByText('Moved 3 applications to qualified').waitFor()
    expect(await read('Carl Cruz')).toEqual(['qualified', { shift: 'Late', ownCar: true }])
  })

  it('is asked for on the record', async () => {
    await page.goto(`/applications/${ids.get('Carl Cruz')}`)
    await page.getByRole('heading', { name: 'Carl Cruz' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /^qualified/i }).click()
    await fill('Carl Cruz', 'Late')
    await dialog('Carl Cruz').getByRole('button', { name: 'Move to qualified' }).click()
    await page.getByText('Moved Carl Cruz to qualified').waitFor()
  })
})

describe('a field that an outcome requires', () => {
  it('is asked for when the outcome is chosen by its key', async () => {
    await page.goto(`/applications/${ids.get('Anna Aas')}`)
    await page.getByRole('heading', { name: 'Anna Aas' }).waitFor()
    await page.keyboard.press('l')
    await page.getByRole('menuitem', { name: /^Interested/ }).waitFor()
    await page.keyboard.press('5')
    const log = page.getByRole('dialog', { name: 'Log a call with Anna Aas' })
    await log.getByRole('button', { name: 'Log call' }).click()
    await expect.poll(() => log.getByLabel('Start date').getAttribute('aria-invalid')).toBe('true')
    await log.getByLabel('Start date').fill('May')
    await log.getByRole('button', { name: 'Log call' }).click()
    await page.getByText('Call with Anna Aas: Interested').waitFor()
  })
})

describe('a field of many applications', () => {
  it('is set, and restored by Undo', async () => {
    await page.goto(`/applications?positionId=${position.id}`)
    await page.getByText('Anna Aas').first().waitFor()
    await page.getByRole('checkbox', { name: /all/i }).first().click()
    const bar = page.getByRole('region', { name: 'Selected applications' })
    await bar.getByRole('button', { name: 'Edit field…' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit a field' })
    await edit.getByRole('textbox', { name: 'Shift' }).fill('Days')
    await edit.getByRole('button', { name: 'Set field' }).click()
    await page.getByText('Shift of 3 applications: Days').waitFor()
    expect(await read('Anna Aas')).toEqual(['lead', { shift: 'Days' }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(await read('Anna Aas')).toEqual(['lead', {}])
  })
})
