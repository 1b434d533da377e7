import { createApplication } from '@muster/contract/applications.ts'
import { updateCompany } from '@muster/contract/companies.ts'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let colleague: TestUser
let positionId: string

beforeAll(async () => {
  muster = await startMuster()
  const admin = await muster.addUser('admin', 'Ines Roth')
  colleague = await muster.addUser('admin', 'Mats Keller')
  visit = await muster.openSignedIn(admin)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

function said(text: string | RegExp): Promise<void> {
  return page.getByText(text).first().waitFor()
}

/** Presses Undo in the toast with this text: others may come meanwhile. */
async function undo(text: string) {
  const toast = page.getByRole('status').filter({ hasText: text })
  await toast.getByRole('button', { name: /^Undo/ }).click()
}

/** What becomes true in its time, on a busy machine too. */
function eventually<Value>(read: () => Promise<Value>) {
  return expect.poll(read)
}

/** The names of the stages or statuses, in the order of the editor. */
function order(): Promise<string[]> {
  return page
    .getByRole('button', { name: /^Reorder / })
    .evaluateAll((handles) => handles.map((one) => one.getAttribute('aria-label')!.replace('Reorder ', '')))
}

function handle(name: string): Locator {
  return page.getByRole('button', { name: `Reorder ${name}` })
}

/** The columns of the preview. */
function previewed(): Promise<string[]> {
  const columns = page.getByRole('region', { name: 'Board preview' }).getByRole('listitem')
  return columns.evaluateAll((items) => items.map((item) => item.querySelector('[title]')!.textContent))
}

/** Drags a row by its handle to the upper part of another: pressed, moved in steps, let go. */
async function drag(from: Locator, to: Locator) {
  await from.scrollIntoViewIfNeeded()
  const start = (await from.boundingBox())!
  const end = (await to.boundingBox())!
  await page.mouse.move(start.x + 8, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 8, end.y + 2, { steps: 8 })
  await page.mouse.up()
}

const standard = [
  'New lead',
  'Contacted',
  'Qualified',
  'Submitted to company',
  'Company interview',
  'Offer',
  'Hired',
  'Closed',
]

describe('a pipeline', () => {
  it('is reordered by the keyboard, which is told what happens, and back by Undo', async () => {
    await page.goto('/pipelines')
    await handle('Offer').focus()
    await page.keyboard.press('Space')
    await said(/Picked up Offer, 6 of 8/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await said('Offer: 4 of 8')
    await page.keyboard.press('Space')
    await said('Offer dropped at 4 of 8')
    await eventually(async () => (await order())[3]).toBe('Offer')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Reorder Offer',
    )
    await undo('Moved Offer')
    await eventually(order).toEqual(standard)
  })

  it('leaves a stage where it was when Escape is pressed', async () => {
    await handle('Hired').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await said('Hired not moved')
    expect(await order()).toEqual(standard)
  })

  it('is reordered by drag, recoloured by name, and a deleted stage comes back by Undo', async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await drag(handle('Offer'), handle('Company interview'))
    await eventually(async () => (await order()).indexOf('Offer')).toBe(4)
    await saved
    await page.reload()
    await eventually(async () => (await order()).indexOf('Offer')).toBe(4)
    await page.getByRole('button', { name: /^Color of Offer/ }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Navy' }).click()
    await page.getByRole('button', { name: 'Color of Offer: Navy' }).waitFor()
    await page.getByRole('button', { name: 'Delete Qualified' }).click()
    await said('Deleted Qualified')
    await eventually(async () => (await order()).includes('Qualified')).toBe(false)
    await undo('Deleted Qualified')
    await eventually(async () => (await order()).indexOf('Qualified')).toBe(2)
  })

  it('says what each type means to reports', async () => {
    await page.getByRole('combobox', { name: 'Type of Submitted to company' }).click()
    await page.getByRole('option', { name: /The company sees applications from here on/ }).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('a new position', () => {
  it('shows its board as one edits, and makes its company on the way', async () => {
    await page.goto('/positions/create')
    await page.getByLabel('Name', { exact: true }).fill('Night nurse')
    await page.getByRole('combobox', { name: 'Company', exact: true }).fill('Brightmoor Care')
    await page.getByRole('option', { name: 'Add company “Brightmoor Care”' }).click()
    const preview = page.getByRole('region', { name: 'Board preview' })
    await preview.getByText('Night nurse').waitFor()
    await preview.getByText('Brightmoor Care').waitFor()
    await page.getByLabel('Name of Contacted').fill('Called')
    await page.getByLabel('Name of Contacted').press('Enter')
    await preview.getByText('Called').waitFor()
    await page.getByLabel('Name of the new status').fill('Trial shift')
    await page.getByRole('combobox', { name: 'Type of the new status' }).click()
    await page.getByRole('option', { name: /^Interview/ }).click()
    await page.getByRole('button', { name: 'Add status' }).click()
    await eventually(previewed).toContain('Trial shift')
    await page.getByRole('button', { name: 'Move Trial shift down' }).click()
    await eventually(async () => (await previewed()).indexOf('Trial shift')).toBe(7)
    expect(await violations(page)).toEqual([])
  })

  it('keeps its draft when one goes elsewhere, and is opened as it was shown', async () => {
    const columns = await previewed()
    await page
      .getByRole('link', { name: /^Companies/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Brightmoor Care' }).waitFor()
    await page.goBack()
    await said('Draft restored.')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Night nurse')
    expect(await previewed()).toEqual(columns)
    await page.getByRole('button', { name: 'Create position' }).click()
    await page.waitForURL(/\/board\//)
    positionId = new URL(page.url()).pathname.split('/')[2]!
    await page.getByRole('heading', { level: 2, name: 'Trial shift' }).waitFor()
    await page.goto('/positions/create')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  })
})

describe('a position', () => {
  it('asks before what was typed is lost, and stays when told to', async () => {
    await page.goto(`/positions/${positionId}/edit`)
    await page.getByLabel('Location').fill('Milwaukee, WI')
    await page.getByRole('link', { name: 'Done' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Location').inputValue()).toBe('Milwaukee, WI')
  })

  it('shows both values when somebody else saved meanwhile, and loses neither', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Nurse, nights')
    await muster.server.call(updatePosition, {
      as: colleague,
      params: { id: positionId },
      body: { name: 'Night shift nurse', openings: 4 },
    })
    await said('Someone else changed this position while you were editing')
    const yours = page.getByRole('radio', { name: 'Yours, Name: Nurse, nights' })
    expect(await yours.isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Theirs, Openings: 4' }).isChecked()).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Theirs, Name: Night shift nurse' }).check()
    await page.getByRole('button', { name: 'Save selection' }).click()
    await said('Position saved')
    const { body } = await muster.server.call(listPositions, { as: colleague })
    expect(body.items[0]).toMatchObject({
      name: 'Night shift nurse',
      openings: 4,
      location: 'Milwaukee, WI',
    })
  })

  it('asks where applications go when their status is deleted; Undo brings both back', async () => {
    for (const name of ['Ada Moreno', 'Chloé Martin']) {
      const body = { positionId, candidate: { name } }
      await muster.server.call(createApplication, { as: colleague, body })
    }
    await page.getByRole('button', { name: 'Delete New lead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete New lead' })
    await dialog.getByLabel('Move 2 applications to').first().waitFor()
    await dialog.getByRole('button', { name: 'Move applications and delete' }).click()
    await said('Deleted New lead')
    await eventually(async () => (await order())[0]).toBe('Called')
    await undo('Deleted New lead')
    await eventually(async () => (await order())[0]).toBe('New lead')
    await page.goto(`/positions/${positionId}`)
    await page.getByRole('link', { name: '2 Lead' }).waitFor()
  })

  it('tells what happened and who did it, and its numbers open their rows', async () => {
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByRole('link', { name: 'Chloé Martin' }).first().waitFor()
    await activity.getByRole('button', { name: 'Comments' }).click()
    await activity.getByText('No matching activity yet.').waitFor()
    await page.getByRole('region', { name: 'Team' }).getByText('Mats Keller').first().waitFor()
    await page.getByRole('button', { name: 'Reached', exact: true }).click()
    await page.waitForURL(/funnel=reached/)
    await page.getByRole('link', { name: '2 Lead' }).click()
    await page.waitForURL(/\/applications\?/)
    await page.getByRole('link', { name: 'Ada Moreno' }).first().waitFor()
    await page.goBack()
    await page.waitForURL(/funnel=reached/)
    expect(await violations(page)).toEqual([])
  })

  it('says what becomes of open applications before it is closed, and comes back by Undo', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByText('2 open applications stay in their status.').waitFor()
    await page.getByRole('menuitem', { name: 'Close…' }).click()
    await page.getByRole('radio', { name: 'Close applications' }).waitFor()
    await page.getByRole('button', { name: 'Close position and 2 applications' }).click()
    await page.getByRole('button', { name: 'Current', exact: true }).click()
    await page.getByRole('link', { name: '2 Closed' }).waitFor()
    await undo('Closed')
    await page.getByRole('link', { name: '2 Lead' }).waitFor()
  })

  it('is closed with its applications for a reason, and Cancel changes nothing', async () => {
    const state = async () => {
      const { body } = await muster.server.call(getPosition, { as: colleague, params: { id: positionId } })
      return [body.state, body.counts.lead, body.counts.closed]
    }
    const dialog = page.getByRole('dialog', { name: 'Close Night shift nurse' })
    const ask = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Close…' }).click()
    }
    await ask()
    await dialog.getByText('What should happen to the 2 open applications?').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await state()).toEqual(['open', 2, 0])
    await ask()
    await dialog.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'Declined by company' }).click()
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Position cancelled' }).click()
    await dialog.getByRole('button', { name: 'Close position and 2 applications' }).click()
    await said('Closed Night shift nurse and 2 applications')
    expect(await state()).toEqual(['closed', 0, 2])
    await undo('Closed Night shift nurse and 2 applications')
    await eventually(state).toEqual(['open', 2, 0])
  })

  it('asks the same where its form closes it, on a phone', async () => {
    const state = async () => {
      const { body } = await muster.server.call(getPosition, { as: colleague, params: { id: positionId } })
      return [body.state, body.counts.lead]
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/positions/${positionId}/edit`)
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Closed').click()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close Night shift nurse' })
    await dialog.getByRole('radio', { name: 'Keep applications open' }).click()
    expect(await state()).toEqual(['open', 2])
    await dialog.getByRole('button', { name: 'Close position' }).click()
    await said('Closed Night shift nurse')
    expect(await state()).toEqual(['closed', 2])
    await undo('Closed Night shift nurse')
    await eventually(state).toEqual(['open', 2])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/positions/${positionId}`)
  })

  it('is copied with its columns, deleted, and restored from the list', async () => {
    await page.goto(`/positions/create?copyOf=${positionId}`)
    await eventually(previewed).toContain('Trial shift')
    await page.getByRole('button', { name: 'Create position' }).click()
    await page.waitForURL(/\/board\//)
    await page.goto(`/positions/${new URL(page.url()).pathname.split('/')[2]}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await said('Deleted Night shift nurse (copy)')
    await page.getByRole('button', { name: 'Deleted', exact: true }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await said('Restored Night shift nurse (copy)')
    await page.getByText('No deleted positions').waitFor()
    await page.getByRole('link', { name: 'Show all positions' }).click()
    await page.getByRole('link', { name: 'Night shift nurse (copy)', exact: true }).waitFor()
  })

  it('is named where a figure narrowed the list to it, and taken off again', async () => {
    await page.goto(`/positions?positionId=${positionId}`)
    await page.getByRole('button', { name: 'Position Night shift nurse', exact: true }).waitFor()
    await said('1 position')
    await page.getByRole('button', { name: 'Remove Position' }).click()
    await page.getByRole('link', { name: 'Night shift nurse (copy)', exact: true }).waitFor()
    expect(page.url()).not.toContain('positionId')
  })
})

describe('a company', () => {
  it('shows both values when somebody else saved meanwhile', async () => {
    await page.goto('/companies')
    await page.getByRole('link', { name: 'Brightmoor Care' }).click()
    await page.getByRole('link', { name: 'Night shift nurse', exact: true }).waitFor()
    const contact = page.getByRole('region', { name: 'Contact' })
    await page.getByRole('button', { name: 'Add a detail' }).click()
    await page.getByRole('menuitem', { name: 'Name', exact: true }).click()
    await page.getByRole('textbox', { name: 'Contact', exact: true }).fill('Marcus Boyd')
    const id = new URL(page.url()).pathname.split('/')[2]!
    await muster.server.call(updateCompany, {
      as: colleague,
      params: { id },
      body: { contactName: 'Ann Lee' },
    })
    await page.keyboard.press('Enter')
    const notice = contact.getByRole('alert', { name: 'Contact was changed while you were editing' })
    await eventually(() => notice.locator('dd').allInnerTexts()).toEqual(['Ann Lee', 'Marcus Boyd'])
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await said('Contact: Marcus Boyd')
    await contact.getByText('Marcus Boyd', { exact: true }).waitFor()
  })
})

describe('with a finger', () => {
  it('statuses are reordered at 390 px', async () => {
    const context = await muster.browser.newContext({
      baseURL: muster.server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: await visit.context.storageState(),
    })
    const phone = await context.newPage()
    await phone.goto(`/positions/${positionId}/edit`)
    const grip = phone.getByRole('button', { name: 'Reorder Offer' })
    await grip.scrollIntoViewIfNeeded()
    const start = (await grip.boundingBox())!
    const touch = await context.newCDPSession(phone)
    const at = (y: number) => [{ x: start.x + 10, y }]
    const middle = start.y + start.height / 2
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(middle) })
    for (let by = 10; by <= 90; by += 10)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(middle - by) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await phone.getByText('Moved Offer').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await context.close()
  })
})

it('keeps the console clean', () => {
  expect(visit.complaints.filter((text) => !/409|CONFLICT/.test(text))).toEqual([])
})
