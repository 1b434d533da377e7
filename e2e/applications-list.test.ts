import { readFile } from 'node:fs/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { sql } from 'kysely'
import type { Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { watchShifts } from './layout-shifts.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let page: Page
let recruiter: TestUser
let colleague: TestUser
let warehouse: TestPosition
let driver: TestPosition

const many = 10_000

beforeAll(async () => {
  muster = await startMuster()
  recruiter = await muster.addUser('recruiter', 'Ines Roth')
  colleague = await muster.addUser('recruiter', 'Mats Keller')
  warehouse = await addPosition(muster.server.db, muster.workspaceId)
  driver = await addPosition(muster.server.db, muster.workspaceId)
  for (const name of ['Ada Moreno', 'Björn Åkesson', 'Chloé Martin']) await apply(name, driver, 'Job fair')
  await copyMany(await apply('Person', warehouse, 'Campaign'))
  visit = await muster.openSignedIn(recruiter)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

async function apply(name: string, to: TestPosition, source: string, as = recruiter): Promise<string> {
  const body = { positionId: to.id, candidate: { name }, source, allowDuplicate: true }
  const { status, body: made } = await muster.server.call(createApplication, { as, body })
  expect(status).toBe(201)
  return made.id
}

/** Ten thousand more of one application, straight into the tables. */
async function copyMany(id: string) {
  await sql`
    with made as (
      insert into candidates (workspace_id, id, name)
      select workspace_id, gen_random_uuid(), 'Person ' || lpad(n::text, 5, '0')
      from applications, generate_series(1, ${many}) n where id = ${id} returning *
    )
    insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, source,
      candidate_name, candidate_search, tags, last_activity_at, entered_status_at, created_at)
    select a.workspace_id, gen_random_uuid(), m.id, a.position_id, a.status_id, a.status_type, a.rank || m.name, a.source,
      m.name, lower(m.name), case when m.name < 'Person 01000' then array['night'] else '{}' end, now() - interval '2 days' - right(m.name, 5)::int * interval '1 minute',
      now() - interval '2 days', now() - interval '2 days'
    from made m, applications a where a.id = ${id}
  `.execute(muster.server.db)
}

async function open(address: string) {
  await page.goto(address)
  await page.locator('[data-row]').first().waitFor()
}

function headers(): Promise<string[]> {
  return page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ''))
}

function cursor(): Locator {
  return page.locator('[data-row][data-active]')
}

async function dragTo(from: Locator, to: Locator) {
  // What makes them draggable loads after the list.
  for (const each of [from, to]) await expect.poll(() => each.getAttribute('draggable')).toBe('true')
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + 10, start.y + 12)
  await page.mouse.down()
  await page.mouse.move(start.x + 4, start.y + 12, { steps: 3 })
  await page.mouse.move(end.x + 6, end.y + 12, { steps: 8 })
  await page.mouse.move(end.x + 7, end.y + 12)
  await page.mouse.up()
}

async function viewMenu(item: string | RegExp) {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('columns', () => {
  it('are chosen, put in order by drag and by keyboard, and made wider', async () => {
    await open('/applications?open=true')
    await dragTo(
      page.getByRole('columnheader', { name: 'Owner', exact: true }),
      page.getByRole('columnheader', { name: 'Status', exact: true }),
    )
    await expect
      .poll(headers)
      .toEqual(['', 'Candidate', 'Position', 'Owner', 'Status', 'Last contact', 'In status'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Source' }).check()
    await page.getByRole('button', { name: 'Reorder Source' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(headers).toContain('Source')
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: 'Width of Position' })
    const width = async () => Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    const before = await width()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(width).toBe(before + 40)
    await edge.dblclick()
    // As wide as the longest name, which is longer.
    await expect.poll(width).toBeGreaterThan(before + 40)
  })

  it('are kept for the next time', async () => {
    const left = await headers()
    await page.reload()
    await page.locator('[data-row]').first().waitFor()
    expect(await headers()).toEqual(left)
  })
})

describe('a saved view', () => {
  it('is saved with its filters, tells of changes and drops them', async () => {
    await open('/applications?open=true&source=Job fair')
    await viewMenu('Save view…')
    await page.getByLabel('Name').fill('From the fair')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved view From the fair').waitFor()
    await page.getByRole('button', { name: 'Remove Source' }).click()
    await page.getByRole('button', { name: 'Save changes' }).waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('3 applications').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  })

  it("opens the list when it is the person's default", async () => {
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Set as default' }).click()
    await page.getByText('From the fair is now your default view').waitFor()
    await page.goto('/applications')
    await page.getByText('3 applications').waitFor()
  })

  it('tells how many came in since it was last looked at', async () => {
    const seen = page.waitForResponse((answer) => answer.url().includes('/personal/'))
    await page.goto('/applications')
    await seen
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /All open/ })
      .click()
    // The rows of the view stay until those of the next have come.
    await page.getByText('10,000+ applications').waitFor()
    await apply('Dana Late', driver, 'Job fair', colleague)
    await page.getByRole('link', { name: /From the fair 4 1 new/ }).waitFor()
  })

  it('is deleted and brought back', async () => {
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /From the fair/ })
      .click()
    await page.getByText('4 applications').waitFor()
    await viewMenu('Delete view')
    await page.getByText('Deleted view From the fair').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('4 applications').waitFor()
  })
})

describe('filters', () => {
  it('say how many each value has, and stand in the address', async () => {
    await open('/applications?open=true')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Source' }).click()
    await page.getByRole('option', { name: /Job fair\s*4/ }).click()
    await page.getByText('4 applications').waitFor()
    expect(new URL(page.url()).searchParams.get('source')).toBe('Job fair')
  })

  it('name a value that is not known any more in words', async () => {
    await page.goto('/applications?open=true&ownerId=019a0a80-bb00-7000-8000-7f166221f9b0')
    await page.getByText('unknown').waitFor()
    await page.getByText('No applications match these filters').waitFor()
  })
})

describe('triage', () => {
  it('is done by keys alone', async () => {
    await open('/applications?open=true&source=Job fair&sort=candidate')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => cursor().innerText()).toContain('Björn Åkesson')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /Qualified/ }).waitFor()
    await page.keyboard.press('3')
    await page.getByText('Moved Björn Åkesson to Qualified').waitFor()
    await page.keyboard.press('o')
    await page.getByRole('complementary', { name: 'Björn Åkesson' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: 'Chloé Martin' }).waitFor()
    await page.keyboard.press('c')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Move to another status').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await page.waitForURL(/applications\/[0-9a-f-]{36}/)
    await page.getByRole('heading', { name: 'Chloé Martin' }).first().waitFor()
  })

  it('keeps the place: cursor, selection and filters', async () => {
    await page.goBack()
    await page.locator('[data-row]').first().waitFor()
    await expect.poll(async () => cursor().innerText()).toContain('Chloé Martin')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  it('offers in the commands box what can be done with the row the cursor is on', async () => {
    await open('/applications?open=true&source=Job fair&sort=candidate')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect.poll(async () => cursor().innerText()).toContain('Ada Moreno')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /^Assign to me/ }).waitFor()
    await page.keyboard.type('close')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Close application: Ada Moreno' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('shows candidate and status whole beside the drawer at 1024 px', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await open('/applications?open=true&source=Job fair&sort=candidate')
    await page.locator('[data-row]').first().click()
    await page.getByRole('complementary').waitFor()
    await expect.poll(headers).toEqual(['', 'Candidate', 'Status', 'In status'])
    const cut = await page
      .getByRole('grid')
      .evaluate((grid) => grid.scrollWidth - (grid.parentElement?.clientWidth ?? 0))
    expect(cut).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('opens the drawer for a row that is not at hand', async () => {
    const far = await muster.server.db
      .selectFrom('applications')
      .where('candidate_name', '=', 'Person 09999')
      .select('id')
      .executeTakeFirstOrThrow()
    await open(`/applications?open=true&source=Job fair&peek=${far.id}`)
    const drawer = page.getByRole('complementary', { name: 'Person 09999' })
    await drawer.getByText('Not in this list').waitFor()
    await page.goto('/applications?open=true&peek=019a0a80-bb00-7000-8000-7f166221f9b0')
    await page.getByText('This application cannot be shown').waitFor()
  })

  it('keeps in the drawer what is written about one person apart from the next', async () => {
    await open('/applications?open=true&source=Job fair&sort=candidate')
    await page.locator('[data-row]').first().click()
    const drawer = (name: string) => page.getByRole('complementary', { name })
    const comment = (name: string) => drawer(name).getByLabel('Comment', { exact: true })
    const write = async (name: string, text: string) => {
      await page.keyboard.press('c')
      await comment(name).fill(text)
      await page.keyboard.press('Escape')
    }
    const go = async (key: string, to: string) => {
      await page.keyboard.press(key)
      await drawer(to).waitFor()
      return comment(to).inputValue()
    }
    await drawer('Ada Moreno').waitFor()
    await write('Ada Moreno', 'About Ada')
    expect(await go('j', 'Björn Åkesson')).toBe('')
    expect(await go('j', 'Chloé Martin')).toBe('')
    await write('Chloé Martin', 'About Chloé')
    await go('k', 'Björn Åkesson')
    expect(await go('k', 'Ada Moreno')).toBe('About Ada')
    await write('Ada Moreno', '')
    await go('j', 'Björn Åkesson')
    expect(await go('j', 'Chloé Martin')).toBe('About Chloé')
    await write('Chloé Martin', '')
  })

  it('offers what is new instead of moving the rows', async () => {
    await open('/applications?open=true')
    const first = await page.locator('[data-row]').first().innerText()
    await apply('Erik New', driver, 'Walk-in', colleague)
    const offer = page.getByRole('button', { name: 'Show new applications' })
    await offer.waitFor()
    expect(await page.locator('[data-row]').first().innerText()).toBe(first)
    await offer.click()
    await expect.poll(() => page.locator('[data-row]').first().innerText()).toContain('Erik New')
  })
})

describe('the bulk bar', () => {
  it('says before what it will do, moves all that match, and takes it back at once', async () => {
    await open('/applications?open=true&tag=night')
    await page.getByText('999 applications').waitFor()
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Select all 999' }).click()
    await page.getByText('999 selected').waitFor()
    await page.getByRole('button', { name: 'Move to…' }).click()
    await page.getByText('Move 999 applications to').waitFor()
    await page.getByRole('menuitem', { name: /Contacted/ }).click()
    await page.getByText('Moved 999 applications to Contacted').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('Undone').waitFor({ timeout: 60_000 })
    const moved = await muster.server.db
      .selectFrom('applications')
      .where('source', '=', 'Campaign')
      .where('status_type', '!=', 'lead')
      .select('id')
      .execute()
    expect(moved).toEqual([])
  })

  it('exports what is selected', async () => {
    await open('/applications?open=true&source=Job fair&sort=candidate')
    await page.getByLabel('Select Ada Moreno').check()
    await page.getByLabel('Select Chloé Martin').check()
    await page.getByRole('button', { name: 'Export' }).last().click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^Applications .*\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    const names = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[0])
    expect(names).toEqual(['Candidate', 'Ada Moreno', 'Chloé Martin'])
  })

  it('deletes, and restores from the deleted ones', async () => {
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 2 applications').waitFor()
    await open('/applications?deleted=true')
    await page.getByText('2 applications').waitFor()
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored 2 applications').waitFor()
    await page.getByText('No applications match these filters').waitFor()
  })
})

describe('an address that means nothing in parts', () => {
  const long = 'x'.repeat(300)
  const nonsense = new URLSearchParams({
    sort: 'unheard-of',
    state: 'x',
    open: 'x',
    deleted: 'x',
    doNotCall: 'x',
    statusId: 'x',
    positionId: 'x',
    companyId: 'x',
    ownerId: 'x',
    createdFrom: '+200000-01-01',
    createdWithin: 'x',
    tag: long,
    source: long,
    view: 'x',
    peek: 'x',
    group: 'x',
    unheardOf: 'x',
  })
  it.each([
    '/applications',
    '/positions',
    '/candidates',
    '/companies',
    '/agents',
    '/imports',
    '/board/{driver}',
  ])('opens %s all the same', async (path) => {
    const refused: string[] = []
    const note = (answer: Response) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    }
    page.on('response', note)
    const screen = path.replace('{driver}', driver.id)
    for (const search of [`${nonsense}`, `q=${long}`]) {
      await page.goto(`${screen}?${search}`)
      await page.locator('main').locator('[data-row], [data-column], h2').first().waitFor()
      expect(await page.getByText('This could not be loaded').count()).toBe(0)
    }
    page.off('response', note)
    expect(refused).toEqual([])
  })
})

describe('ten thousand rows', () => {
  it('are scrolled with few of them in the page, and nothing shifts', async () => {
    await open('/applications?source=Campaign&sort=candidate&open=all')
    const table = page.getByRole('grid', { name: 'Applications' })
    await table.hover()
    // The filter bar may still settle when the first rows are there; asked is what scrolling moves.
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 1500)
    await page.getByText('10,000+ applications').first().waitFor()
    const shifts = await watchShifts(page)
    let most = 0
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, 1500)
      most = Math.max(most, await page.locator('[data-row]').count())
    }
    await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThan(10)
    expect(most).toBeLessThan(300)
    expect(await shifts()).toEqual([])
  })
})

describe('at 390 px', () => {
  it('rows are cards, filters a sheet, and what is selected can be acted on', async () => {
    const phone = await muster.openSignedIn(colleague, { width: 390, height: 844 })
    await phone.page.goto('/applications?open=true&source=Job fair')
    await phone.page.getByText('4 applications').first().waitFor()
    await phone.page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = phone.page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: 'Remove Source' }).click()
    await sheet.getByRole('button', { name: /^Show/ }).click()
    await phone.page.getByText('4 applications').first().waitFor({ state: 'hidden' })
    await phone.page.locator('[data-select]').first().check()
    await phone.page.getByRole('region', { name: 'Selected applications' }).waitFor()
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    expect(phone.complaints).toEqual([])
    await phone.leave()
  })

  it('nothing went wrong meanwhile', () => {
    expect(visit.complaints).toEqual([])
  })
})
