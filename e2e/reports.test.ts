import { readFile } from 'node:fs/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { newId } from '@muster/server/database/new-id.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { watchShifts } from './layout-shifts.ts'
import { keepPicture, type Muster, startSample, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let admin: TestUser
let page: Page

beforeAll(async () => {
  ;({ muster, user: admin } = await startSample('admin'))
  visit = await muster.openSignedIn(admin)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const report = (name: string) => page.getByRole('region', { name, exact: true })

/** The first link of a report that counts something, by its name: "Qualified: 175". */
function bar(name: string, of: RegExp): Locator {
  return report(name).getByRole('link', { name: of }).first()
}

/** Opens the rows of a figure and checks that there are as many as it says; then comes back. */
async function opensItsRows(figure: Locator, what: 'application' | 'call') {
  const name = (await figure.getAttribute('aria-label')) ?? (await figure.textContent()) ?? ''
  const count = /([\d,]+)$/.exec(name.trim())?.[1] ?? ''
  expect(count, name).not.toBe('')
  await figure.click()
  const words = `${count} ${what}${count === '1' ? '' : 's'}`
  if (what === 'call') await page.getByRole('dialog').getByText(words, { exact: true }).waitFor()
  else {
    await page.waitForURL(/\/applications\?/)
    await page
      .getByText(new RegExp(`^${words}, `))
      .first()
      .waitFor()
  }
  await page.goBack()
}

describe('the dashboard', () => {
  it('loads in at most six calls of its own, stands still, and its figures open their rows', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/dashboard/')) asked.push(request.url())
    })
    await page.goto('/dashboard')
    const shifts = await watchShifts(page)
    await page.getByRole('link', { name: /^Lead\s*\d/ }).waitFor()
    await report('Daily activity').getByRole('link').first().waitFor()
    expect(asked.length).toBeLessThanOrEqual(6)
    expect(await shifts()).toEqual([])
    await opensItsRows(page.getByRole('link', { name: /^New applications: / }), 'application')
    await opensItsRows(page.getByRole('link', { name: /^Candidates spoken with: / }), 'application')
  })

  it('lists only what needs somebody, and appears as a whole', async () => {
    await page.goto('/dashboard')
    const needs = report('Needs your attention')
    await needs.getByRole('link').first().waitFor()
    // Nothing comes in later: the filters and every card are there with the first figure.
    expect(await page.getByRole('button', { name: /^Company/ }).count()).toBe(1)
    expect(await report('Daily activity').getByRole('link').count()).toBeGreaterThan(0)
    const entries = await needs.getByRole('link').allTextContents()
    expect(entries.some((entry) => /^0 |^No /.test(entry))).toBe(false)
    expect(entries.some((entry) => /openings|open positions/.test(entry))).toBe(false)
    const late = needs.getByRole('link', { name: /overdue applications/ })
    const [count] = /^\d+/.exec((await late.textContent()) ?? '') ?? ['']
    await late.press('Enter')
    await page.waitForURL(/late=true/)
    await page.getByText(new RegExp(`^${count} applications, `)).waitFor()
  })

  it('opens the calls of a day in a drawer that is an address', async () => {
    await page.goto('/dashboard')
    const day = report('Daily activity')
      .getByRole('link', { name: /: [2-9]\d calls/ })
      .first()
    const [, count] = /: (\d+) calls/.exec((await day.getAttribute('aria-label')) ?? '') ?? []
    await day.click()
    const drawer = page.getByRole('dialog', { name: 'Calls placed' })
    await drawer.getByText(`${count} calls`, { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('calls')).toContain('placed=true')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('calls')).toBeNull()
  })

  it('says what a figure counts, by the keyboard too', async () => {
    const hint = page.getByRole('button', { name: 'About Hired' })
    await hint.focus()
    const text = page.getByRole('tooltip').filter({ hasText: 'Applications that entered Hired' })
    await text.waitFor()
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  })
})

describe('analytics', () => {
  it.each([
    { view: 'funnel', name: 'Hiring funnel', figures: [/^Qualified: /, /^Hired: /] },
    { view: 'endings', name: 'Application outcomes', figures: [/^Withdrawn: /, /^Not interested/] },
    { view: 'endings', name: 'Company decline reasons', figures: [/^Chose another: /, /^No reason given: /] },
    { view: 'sources', name: 'Source performance', figures: [/^Indeed: /, /^No source: /] },
    {
      view: 'calls',
      name: 'Call attempts and time to first call',
      figures: [/^2 calls: /],
    },
  ])('$name counts the rows it opens', async ({ view, name, figures }) => {
    await page.goto(`/analytics?view=${view}`)
    for (const figure of figures) await opensItsRows(bar(name, figure), 'application')
  })

  it('counts the calls it opens, also those of an hour of the week', async () => {
    await page.goto('/analytics?view=calls')
    const calls = 'Call results and answer rates'
    await opensItsRows(bar(calls, /^Voicemail: /), 'call')
    const hour = report(calls).getByRole('gridcell').getByRole('link').first()
    await hour.focus()
    await page.keyboard.press('ArrowDown')
    const focused = page.locator('[role=gridcell] a:focus')
    const [, count] = /% of (\d+) calls?$/.exec((await focused.getAttribute('aria-label')) ?? '') ?? []
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(new RegExp(`^${count} calls?$`))
      .waitFor()
    expect(new URL(page.url()).searchParams.get('calls')).toContain('weekday=')
  })

  it('shows one reading of the funnel at a time, and days on an axis that the arrow keys walk', async () => {
    await page.goto('/analytics')
    const funnel = report('Hiring funnel')
    await funnel.getByRole('button', { name: /^Entered/ }).click()
    await funnel.getByRole('link', { name: /^Closed: / }).waitFor()
    expect(await funnel.getByRole('link', { name: /^Lead: / }).count()).toBe(1)
    await report('Conversion by stage').getByRole('group', { name: 'Offer acceptance' }).waitFor()
    await page.goto('/analytics?view=activity')
    const days = report('Daily activity').getByRole('group', { name: 'Calls' }).getByRole('link')
    await days.last().focus()
    await page.keyboard.press('ArrowLeft')
    const focused = page.locator('[data-point] a:focus')
    expect(await focused.getAttribute('aria-label')).toBe(await days.nth(-2).getAttribute('aria-label'))
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Calls placed' }).waitFor()
  })

  it('is a table, an image and a file as well', async () => {
    await page.goto('/analytics?view=sources')
    const sources = report('Source performance')
    await sources.getByRole('button', { name: /^Show .* as a table$/ }).click()
    await sources.getByRole('rowheader', { name: 'Indeed' }).waitFor()
    expect(await violations(page)).toEqual([])
    const [image] = await Promise.all([
      page.waitForEvent('download'),
      sources.getByRole('button', { name: /^Download .* as PNG$/ }).click(),
    ])
    expect((await readFile(await image.path())).subarray(1, 4).toString()).toBe('PNG')
    await sources.getByRole('button', { name: /^Export/ }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^Indeed,\d/m)
  })

  it('shows two periods side by side to one scale, and keeps what is chosen in the address', async () => {
    await page.goto('/analytics')
    await page.getByRole('combobox', { name: 'Comparison' }).selectOption('previous')
    const bars = report('Hiring funnel').getByRole('link', { name: /^Lead: / })
    await expect.poll(() => bars.count()).toBe(2)
    expect(page.url()).toContain('compare=previous')
    const lengths = await bars.evaluateAll((links) =>
      links.map((link) => {
        const fill = link.querySelector('[style*="width"]')!.getBoundingClientRect().width
        return { count: Number(link.getAttribute('aria-label')!.replace(/\D/g, '')), fill }
      }),
    )
    for (const { count, fill } of lengths.filter((each) => each.count > 20))
      expect(fill / lengths[0]!.fill).toBeCloseTo(count / lengths[0]!.count, 1)
    await page.getByRole('combobox', { name: 'Period' }).selectOption('own')
    await page.getByLabel('Start date').first().fill('2010-01-01')
    await page.getByLabel('End date').first().fill('2010-01-02')
    await page.getByRole('button', { name: 'Show all data for the last 12 months' }).first().click()
    await page.waitForURL(/days=365/)
    await bar('Hiring funnel', /^Hired: /).waitFor()
  })

  it('leaves a period in place until the next one is there', async () => {
    await page.goto('/analytics?view=sources&days=28')
    const sources = report('Source performance')
    await sources.waitFor()
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/source-effectiveness*', async (route) => {
      await asked
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Period' }).selectOption('90')
    await sources.and(page.locator('[aria-busy=true]')).waitFor()
    expect(await sources.getByRole('link', { name: /^Indeed: / }).count()).toBe(1)
    answer()
    await sources.and(page.locator('[aria-busy=false]')).waitFor()
    await page.unroute('**/source-effectiveness*')
  })

  it('counts by itself what others do meanwhile', async () => {
    await page.goto('/analytics')
    const lead = bar('Hiring funnel', /^Lead: /)
    const count = async () => Number((await lead.getAttribute('aria-label'))?.replaceAll(/\D/g, ''))
    const before = await count()
    const { body } = await muster.server.call(listPositions, { as: admin })
    await muster.server.call(createApplication, {
      as: admin,
      body: {
        positionId: body.items[0]!.id,
        candidate: { name: 'Came meanwhile', email: 'meanwhile@example.com' },
      },
    })
    await expect.poll(count).toBe(before + 1)
  })

  it('goes on when one report cannot be shown, and shows it when asked again', async () => {
    await page.route('**/dashboard/conversion-rate*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/analytics')
    const failed = report('Conversion by stage')
    await failed.getByRole('alert').waitFor()
    await bar('Hiring funnel', /^Lead: /).waitFor()
    await page.unroute('**/dashboard/conversion-rate*')
    await failed.getByRole('button', { name: 'Retry' }).click()
    await failed.getByRole('link', { name: /^Lead to Contacted: \d+%$/ }).waitFor()
    visit.complaints.splice(0)
  })
})

describe('a report of many sources', () => {
  it('shows those with most first and all when asked to, and keeps the focus', async () => {
    await sql`
      update applications set source = 'Fair ' || chosen.number
      from (select id, row_number() over () as number from applications order by created_at desc limit 30) as chosen
      where applications.id = chosen.id`.execute(muster.server.db)
    await page.goto('/analytics?view=sources')
    const sources = report('Source performance')
    const bars = sources.getByRole('listitem').filter({ has: page.getByRole('link') })
    const all = sources.getByRole('button', { name: /^Show all \d+$/ })
    const count = Number(/\d+/.exec(await all.innerText())?.[0])
    expect(count).toBeGreaterThanOrEqual(30)
    expect(await bars.count()).toBe(20)
    const lengths = await bars.evaluateAll((lines) =>
      lines.map((line) => Number(/: ([\d,]+)/.exec(line.innerHTML)?.[1]?.replaceAll(',', ''))),
    )
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
    await all.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => bars.count()).toBe(count)
    const first = sources.getByRole('button', { name: 'Show the first 20' })
    expect(await first.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => bars.count()).toBe(20)
    await all.waitFor()
  })
})

describe('the companies reports are narrowed to', () => {
  it('are found by what is typed where there are more than are offered, and named when one comes back', async () => {
    const companies = Array.from({ length: 210 }, (_, number) => ({
      workspace_id: muster.workspaceId,
      id: newId(),
      name: number < 209 ? `Aa works ${number}` : 'Zürich Zeltbau',
    }))
    await muster.server.db.insertInto('companies').values(companies).execute()
    await page.goto('/analytics')
    const chip = page.getByRole('button', { name: /^Company/ })
    await chip.click()
    await page.getByRole('textbox', { name: 'Search in Company' }).fill('zurich')
    await page.getByRole('option', { name: 'Zürich Zeltbau' }).click()
    await page.waitForURL(new RegExp(companies.at(-1)!.id))
    await page.reload()
    await page.getByRole('button', { name: 'Company Zürich Zeltbau' }).waitFor()
  })
})

it('keeps the console clean', () => {
  expect(visit.complaints).toEqual([])
})
