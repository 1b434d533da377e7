import { createApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let ines: TestUser
let mats: TestUser
let visit: Visit
let page: Page
let position: TestPosition

beforeAll(async () => {
  muster = await startMuster()
  ines = await muster.addUser('admin', 'Ines Roth')
  mats = await muster.addUser('recruiter', 'Mats Keller')
  visit = await muster.openSignedIn(ines)
  page = visit.page
})

/** A board of its own for each test: four leads and two contacted. */
beforeEach(async ({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
  position = await addPosition(muster.server.db, muster.workspaceId, { slaDays: 2 })
  for (const name of ['Dora Dahl', 'Carl Cruz', 'Bela Bose', 'Anna Aas']) await apply(name)
  for (const name of ['Finn Falk', 'Emma Eide']) await move(mats, [await apply(name)], 'contacted')
})

afterAll(() => muster?.stop())

async function apply(name: string, ownerId?: string): Promise<string> {
  const body = { positionId: position.id, candidate: { name }, ownerId }
  return (await muster.server.call(createApplication, { as: ines, body })).body.id
}

type Ending = 'withdrawn'

async function move(as: TestUser, ids: string[], type: keyof TestPosition['statuses'], disposition?: Ending) {
  const { status } = await muster.server.call(moveApplications, {
    as,
    params: { id: position.id },
    body: {
      applicationIds: ids,
      toStatusId: position.statuses[type],
      close: disposition && { disposition },
    },
  })
  expect(status).toBe(200)
}

async function idOf(name: string): Promise<string> {
  const { id } = await muster.server.db
    .selectFrom('applications')
    .where('position_id', '=', position.id)
    .where('candidate_name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function open(search = '', on = page) {
  await on.goto(`/board/${position.id}${search}`)
  await on.getByRole('link', { name: 'Anna Aas' }).waitFor()
}

function column(type: string, on = page): Locator {
  return on.getByRole('region', { name: new RegExp(`^${type}, `, 'i') })
}

function card(name: string, on = page): Locator {
  return on.getByRole('link', { name, exact: true })
}

function names(type: string, on = page): Promise<string[]> {
  return column(type, on).getByRole('listitem').getByRole('link').allInnerTexts()
}

/** Takes a card in hand and holds it over a place; `drop` lets go. */
async function hold(from: Locator, to: Locator, depth: number) {
  const start = (await from.boundingBox())!
  const end = (await to.boundingBox())!
  await page.mouse.move(start.x + 20, start.y + 8)
  await page.mouse.down()
  await page.mouse.move(start.x + 28, start.y + 16, { steps: 3 })
  await page.mouse.move(end.x + 60, end.y + end.height * depth, { steps: 10 })
  await page.mouse.move(end.x + 60, end.y + end.height * depth + 1)
}

async function drag(from: Locator, to: Locator, depth = 0.5) {
  await hold(from, to, depth)
  await page.mouse.up()
}

describe('a board', () => {
  it('shows who else looks at it, until they close it', async () => {
    await open()
    const other = await muster.openSignedIn(mats)
    await open('', other.page)
    const people = page.getByRole('list', { name: 'Also viewing' })
    await people.getByRole('img', { name: 'Mats Keller' }).waitFor()
    await other.page.getByRole('img', { name: 'Ines Roth' }).waitFor()
    await other.page.close({ runBeforeUnload: true })
    await people.waitFor({ state: 'detached' })
    await other.leave()
  })

  it('takes a card where it is dropped, and puts it back exactly where it was', async () => {
    await open()
    expect(await names('Lead')).toEqual(['Anna Aas', 'Bela Bose', 'Carl Cruz', 'Dora Dahl'])
    await drag(card('Bela Bose'), card('Finn Falk'), 0.1)
    await expect.poll(() => names('Contacted')).toEqual(['Emma Eide', 'Bela Bose', 'Finn Falk'])
    await page.getByText('Moved Bela Bose to contacted').waitFor()
    const placed = page.waitForResponse((response) => response.url().includes('/undo/'))
    await page.keyboard.press('Control+z')
    await expect.poll(() => names('Lead')).toEqual(['Anna Aas', 'Bela Bose', 'Carl Cruz', 'Dora Dahl'])
    await placed
    await page.reload()
    await card('Anna Aas').waitFor()
    expect(await names('Lead')).toEqual(['Anna Aas', 'Bela Bose', 'Carl Cruz', 'Dora Dahl'])
  })

  it('moves several at once, with one undo for all', async () => {
    await open()
    await card('Bela Bose').click({ modifiers: ['Control'] })
    await card('Dora Dahl').click({ modifiers: ['Shift'] })
    await column('Lead').getByText('3 selected').waitFor()
    await drag(card('Carl Cruz'), column('Qualified'), 0.3)
    await expect.poll(() => names('Qualified')).toEqual(['Bela Bose', 'Carl Cruz', 'Dora Dahl'])
    await page.getByText('Moved 3 applications to qualified').waitFor()
    await page.getByRole('button', { name: /Undo move/ }).click()
    await expect.poll(() => names('Lead')).toEqual(['Anna Aas', 'Bela Bose', 'Carl Cruz', 'Dora Dahl'])
  })

  it('is worked by keyboard, and says what happens', async () => {
    await open()
    const said = page.getByRole('status').filter({ hasText: /\w/ })
    await card('Anna Aas').focus()
    await page.keyboard.press('Space')
    await said.filter({ hasText: 'Picked up Anna Aas, lead, card 1 of 4' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await said.filter({ hasText: 'contacted, card 2 of 3' }).waitFor()
    await page.keyboard.press('Space')
    await said.filter({ hasText: 'Dropped Anna Aas in contacted, card 2 of 3' }).waitFor()
    await expect.poll(() => names('Contacted')).toEqual(['Emma Eide', 'Anna Aas', 'Finn Falk'])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await said.filter({ hasText: 'Canceled. Not moved: Anna Aas' }).waitFor()
    expect(await names('Contacted')).toEqual(['Emma Eide', 'Anna Aas', 'Finn Falk'])
  })

  it('opens its closed column, and asks how it ended before taking a card there', async () => {
    await open()
    await page.getByRole('button', { name: /^Show closed/i }).click()
    await column('Closed').waitFor()
    await card('Anna Aas').focus()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /^closed/i }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Duplicate').check()
    await dialog.getByRole('button', { name: 'Close application' }).click()
    await column('Closed').getByRole('link', { name: 'Anna Aas' }).waitFor()
    await page.getByRole('button', { name: /^Collapse closed/i }).click()
  })

  it('keeps its filters in the address, and opens the same in the list', async () => {
    await apply('Gina Gray', ines.id)
    await open()
    await page.goto(`/board/${position.id}?ownerId=me&neverContacted=true`)
    await card('Gina Gray').waitFor()
    await expect.poll(() => names('Lead')).toEqual(['Gina Gray'])
    await page.getByRole('link', { name: 'Show as list' }).click()
    await page.getByText('1 application').first().waitFor()
    await page.getByText('Gina Gray').first().waitFor()
  })
})

describe('a board in lanes', () => {
  it('assigns what is dropped in the lane of another, and takes both back', async () => {
    await apply('Gina Gray', mats.id)
    await apply('Hugo Hall', ines.id)
    await open('?group=owner')
    const lane = (type: string, owner: string) =>
      page.getByRole('region', { name: new RegExp(`^${type}, ${owner}, `, 'i') })
    await lane('Lead', 'Unassigned').getByRole('link', { name: 'Anna Aas' }).waitFor()
    await drag(card('Gina Gray'), lane('Contacted', 'Ines Roth'), 0.4)
    await page.getByText('Moved Gina Gray to contacted and assigned to Ines Roth').waitFor()
    await lane('Contacted', 'Ines Roth').getByRole('link', { name: 'Gina Gray' }).waitFor()
    await page.keyboard.press('Control+z')
    await lane('Lead', 'Mats Keller').getByRole('link', { name: 'Gina Gray' }).waitFor()
    // Shown at once, written a moment later.
    const row = () =>
      muster.server.db
        .selectFrom('applications')
        .where('candidate_name', '=', 'Gina Gray')
        .where('position_id', '=', position.id)
        .select(['owner_id', 'status_type'])
        .executeTakeFirstOrThrow()
    await expect.poll(row).toEqual({ owner_id: mats.id, status_type: 'lead' })
    await page.getByRole('button', { name: /Ines Roth/, expanded: true }).click()
    await card('Hugo Hall').waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /Ines Roth/, expanded: false })
      .first()
      .click()
    await card('Hugo Hall').waitFor()
  })
})

describe("others' moves", () => {
  it('are seen without taking the focus away', async () => {
    await open()
    await card('Bela Bose').focus()
    await move(mats, [await idOf('Anna Aas')], 'qualified')
    await column('Qualified').getByRole('link', { name: 'Anna Aas' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Bela Bose')
  })

  it('of the card in hand are kept beside the drop, and told', async () => {
    await open()
    const id = await idOf('Anna Aas')
    await hold(card('Anna Aas'), column('Contacted'), 0.3)
    await move(mats, [id], 'offer')
    await column('Offer').getByRole('link', { name: 'Anna Aas' }).waitFor()
    await page.mouse.move(700, 420)
    await page.mouse.up()
    await page.getByText(/Mats Keller had just moved it to offer/i).waitFor()
    const logs = await muster.server.db
      .selectFrom('activity_logs')
      .where('application_id', '=', id)
      .where('kind', '=', 'moved')
      .orderBy('at')
      .select('user_id')
      .execute()
    expect(logs.map((log) => log.user_id)).toEqual([mats.id, ines.id])
    await page.keyboard.press('Control+z')
    await column('Offer').getByRole('link', { name: 'Anna Aas' }).waitFor()
  })

  it('into the closed column stand: the drop is refused, and it is told who closed it', async () => {
    await open()
    const id = await idOf('Anna Aas')
    await hold(card('Anna Aas'), column('Contacted'), 0.3)
    await move(mats, [id], 'closed', 'withdrawn')
    await card('Anna Aas').waitFor({ state: 'detached' })
    await page.mouse.move(420, 420)
    await page.mouse.up()
    await page.getByText(/Mats Keller has already closed Anna Aas/).waitFor()
    const { status_type: type } = await muster.server.db
      .selectFrom('applications')
      .where('id', '=', id)
      .select('status_type')
      .executeTakeFirstOrThrow()
    expect(type).toBe('closed')
  })
})

describe('by touch', () => {
  it('a card that is held is dragged, and the columns are one swipe or press apart', async () => {
    const {
      page: phone,
      context,
      leave,
    } = await muster.openSignedIn(ines, {
      width: 1024,
      height: 800,
      touch: true,
    })
    await open('', phone)
    const from = (await card('Anna Aas', phone).boundingBox())!
    const to = (await column('Contacted', phone).boundingBox())!
    const line = await context.newCDPSession(phone)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      line.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const [x, y] = [from.x + 20, from.y + 8]
    await phone.waitForFunction(() => 'DragDropTouch' in window)
    await touch('touchStart', x, y)
    await phone.waitForTimeout(700)
    for (let step = 1; step <= 10; step += 1) {
      await touch('touchMove', x + ((to.x + 60 - x) * step) / 10, y + 10 * step)
      await phone.waitForTimeout(20)
    }
    await touch('touchEnd', 0, 0)
    await column('Contacted', phone).getByRole('link', { name: 'Anna Aas' }).waitFor()

    await phone.setViewportSize({ width: 390, height: 844 })
    await phone
      .getByRole('navigation', { name: 'Columns' })
      .getByRole('button', { name: /^Offer/i })
      .click()
    await expect.poll(async () => Math.round((await column('Offer', phone).boundingBox())?.x ?? -1)).toBe(12)
    await leave()
  })
})

it('complains of nothing', () => {
  // The refused drop is the one call that failed.
  expect(visit.complaints.filter((text) => !text.includes('409') && !text.includes('CONFLICT'))).toEqual([])
})
