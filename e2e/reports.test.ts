import { readFile } from 'node:fs/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { newId } from '@muster/server/database/new-id.ts'
import { fillSample } from '@muster/server/sample/fill-sample.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { watchShifts } from './layout-shifts.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let visit: Visit
let admin: TestUser
let page: Page

beforeAll(async () => {
  muster = await startMuster()
  admin = await muster.addUser('admin', 'Ines Roth')
  const { id, email } = admin
  await fillSample(muster.server.db, muster.workspaceId, {
    id,
    email,
  })
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
  const here = page.url()
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
  await page.goto(here)
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
    await opensItsRows(page.getByRole('link', { name: /^People spoken with: / }), 'application')
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
    const hint = page.getByRole('button', { name: 'What Hired counts' })
    await hint.focus()
    const text = page.getByRole('tooltip').filter({ hasText: 'Applications that entered hired' })
    await text.waitFor()
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  })
})

describe('analytics', () => {
  it.each([
    { view: 'funnel', name: 'From lead to hire', figures: [/^Qualified: /, /^Closed: /] },
    { view: 'endings', name: 'Final disposition', figures: [/^Withdrawn: /, /^Not interested/] },
    { view: 'endings', name: 'Why companies declined', figures: [/^Chose another: /, /^None given: /] },
    { view: 'sources', name: 'Sources and what came of them', figures: [/^Indeed: /, /^No source: /] },
    {
      view: 'calls',
      name: 'Attempts until a conversation, and hours to the first call',
      figures: [/^2 calls: /],
    },
  ])('$name counts the rows it opens', async ({ view, name, figures }) => {
    await page.goto(`/analytics?view=${view}`)
    for (const figure of figures) await opensItsRows(bar(name, figure), 'application')
  })

  it('counts the calls it opens, also those of an hour of the week', async () => {
    await page.goto('/analytics?view=calls')
    const calls = 'How calls ended, and when people answer'
    await opensItsRows(bar(calls, /^Voicemail: /), 'call')
    const hour = report(calls).getByRole('gridcell').getByRole('link').first()
    await hour.focus()
    await page.keyboard.press('ArrowDown')
    const focused = page.locator('[role=gridcell] a:focus')
    const [, count] = /, (\d+)$/.exec((await focused.getAttribute('aria-label')) ?? '') ?? []
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(new RegExp(`^${count} calls?$`))
      .waitFor()
    expect(new URL(page.url()).searchParams.get('calls')).toContain('weekday=')
  })

  it('is a table, an image and a file as well', async () => {
    await page.goto('/analytics?view=sources')
    const sources = report('Sources and what came of them')
    await sources.getByRole('button', { name: /^Table of/ }).click()
    await sources.getByRole('rowheader', { name: 'Indeed' }).waitFor()
    expect(await violations(page)).toEqual([])
    const [image] = await Promise.all([
      page.waitForEvent('download'),
      sources.getByRole('button', { name: /^Image of/ }).click(),
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
    await page.getByRole('combobox', { name: 'Compare' }).selectOption('previous')
    const bars = report('From lead to hire').getByRole('link', { name: /^Lead: / })
    await expect.poll(() => bars.count()).toBe(6)
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
    await page.getByLabel('First day').first().fill('2010-01-01')
    await page.getByLabel('Last day').first().fill('2010-01-02')
    await page.getByRole('button', { name: 'Show the last 12 months of everything' }).first().click()
    await page.waitForURL(/days=365/)
    await bar('From lead to hire', /^Hired: /).waitFor()
  })

  it('leaves a period in place until the next one is there', async () => {
    await page.goto('/analytics?view=sources&days=28')
    const sources = report('Sources and what came of them')
    await sources.waitFor()
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/source-effectiveness*', async (route) => {
      await asked
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Period' }).selectOption('90')
    await page.locator('section[aria-busy=true]').waitFor()
    expect(await sources.getByRole('link', { name: /^Indeed: / }).count()).toBe(1)
    answer()
    await page.locator('section[aria-busy=false]').waitFor()
    await page.unroute('**/source-effectiveness*')
  })

  it('counts by itself what others do meanwhile', async () => {
    await page.goto('/analytics')
    const lead = bar('From lead to hire', /^Lead: /)
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
    const failed = report('Conversion by type')
    await failed.getByRole('alert').waitFor()
    await bar('From lead to hire', /^Lead: /).waitFor()
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
    const sources = report('Sources and what came of them')
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
