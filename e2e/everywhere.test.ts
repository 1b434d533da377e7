import { createPosition } from '@muster/contract/positions.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startSample } from './start-muster.ts'

let muster: Muster
let page: Page
let complaints: string[]
let person: { name: string; applicationId: string }

beforeAll(async () => {
  const { user: admin, ...sample } = await startSample('superadmin')
  muster = sample.muster
  const { db } = muster.server
  const application = await db
    .selectFrom('applications')
    .where('workspace_id', '=', muster.workspaceId)
    .select(['id', 'candidate_name'])
    .executeTakeFirstOrThrow()
  person = { name: application.candidate_name, applicationId: application.id }
  const visit = await muster.openSignedIn(admin)
  page = visit.page
  complaints = visit.complaints
  await page.goto('/dashboard')
})

afterAll(() => muster?.stop())

function scene(name: string, play: () => Promise<void>) {
  it(name, async () => {
    try {
      await play()
    } catch (error) {
      await keepPicture(page, name)
      throw error
    }
  })
}

const box = () => page.getByRole('combobox', { name: 'Search or type a command' })
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function openBox() {
  await page.keyboard.press('Control+k')
  await box().waitFor()
}

describe('the commands box', () => {
  scene('goes to a screen by a mistyped word and tells by the focus where one has come', async () => {
    await page.goto('/dashboard')
    await heading(/Ines/).waitFor()
    await openBox()
    await page.keyboard.type('compnaies')
    await page.getByRole('option', { name: 'Companies', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await heading('Companies').waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  })

  scene(
    'finds a person as one types, names the chosen one to screen readers, and keeps who was looked at',
    async () => {
      await openBox()
      await page.keyboard.type(person.name)
      const found = page.getByRole('group', { name: 'Applications' }).getByRole('option').first()
      await found.waitFor()
      await page.getByText(/^\d+ results?$/).waitFor()
      // What is found last may move the choice to another.
      const isActiveChosen = async () => {
        const active = await box().getAttribute('aria-activedescendant')
        const selected = page.locator(`[id="${active}"][aria-selected="true"]`)
        return (await selected.count()) === 1
      }
      await expect.poll(isActiveChosen).toBe(true)
      expect(await violations(page)).toEqual([])
      await found.click()
      await heading(person.name).waitFor()
      await page.goto('/positions')
      await heading('Positions').waitFor()
      await openBox()
      await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: person.name }).waitFor()
      await page.keyboard.press('Escape')
    },
  )

  scene('creates, and gives the focus back when given up', async () => {
    const search = page.getByRole('searchbox').first()
    await search.focus()
    await openBox()
    await page.keyboard.press('Escape')
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true)
    await openBox()
    await page.keyboard.type('add comp')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /company/i }).waitFor()
    await page.keyboard.press('Escape')
  })

  scene('says so when nothing is found', async () => {
    await openBox()
    await page.keyboard.type('zzzzqqqq')
    await page.getByText(/No results for/).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('what one has just done', () => {
  scene('is taken back by z, and its message stays while it has the focus', async () => {
    await page.goto('/agents')
    const row = page.getByRole('row').filter({ hasText: 'Tobias Lang' })
    await row.getByRole('button', { name: /Pause/ }).click()
    await page.getByRole('status').filter({ hasText: 'Tobias Lang paused' }).waitFor()
    await page.keyboard.press('z')
    await row.getByRole('button', { name: /Pause/ }).waitFor()
  })
})

describe('a connection that is gone', () => {
  scene('is said, what is on screen stays, and it is said when it is back', async () => {
    await page.goto('/agents')
    await page.getByRole('row').filter({ hasText: 'Tobias Lang' }).waitFor()
    // The message about it is loaded while there still is one.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
    await page.context().setOffline(true)
    await page.getByText(/You are offline/).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Tobias Lang' }).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await page.getByText('Back online').waitFor()
    complaints.splice(0)
  })
})

describe('notifications', () => {
  scene('come live, lead to what they are about, and are marked as read with a way back', async () => {
    const { server, workspaceId } = muster
    const colleague = await muster.addUser('admin', 'Olu Marsh')
    const me = await server.db
      .selectFrom('users')
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', 'Ines Roth')
      .select('id')
      .executeTakeFirstOrThrow()
    await page.goto('/positions')
    await heading('Positions').waitFor()
    // How many the sample data left unread depends on the day: it has fewer of them after a weekend.
    const { before } = await server.db
      .selectFrom('notifications')
      .where('user_id', '=', me.id)
      .where('read_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('before'))
      .executeTakeFirstOrThrow()
    const bell = (unread: number) =>
      page.getByRole('button', {
        name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications',
        exact: true,
      })
    await bell(before).waitFor()
    const { createComment } = await import('@muster/contract/activity-logs.ts')
    await server.call(createComment, {
      as: colleague,
      params: { id: person.applicationId },
      body: { body: 'Could you call back?', mentions: [me.id] },
    })
    await bell(before + 1).click()
    const panel = page.getByRole('dialog', { name: /^Notifications/ })
    await panel.getByText('Olu Marsh: Could you call back?').waitFor()
    expect(await violations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await bell(0).waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await bell(before + 1).click()
    await panel.getByText('Olu Marsh: Could you call back?').click()
    await heading(person.name).waitFor()
    await bell(before).waitFor()
  })
})

describe('what happens while a screen opens', () => {
  scene('is shown as soon as events can be followed', async () => {
    const { server, workspaceId } = muster
    const colleague = await muster.addUser('admin', 'Pia Lund')
    const company = await server.db
      .selectFrom('companies')
      .where('workspace_id', '=', workspaceId)
      .select('id')
      .executeTakeFirstOrThrow()
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/api/v1/events/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/positions?q=Sudden')
    await page.getByText('No matching positions').waitFor()
    const { status } = await server.call(createPosition, {
      as: colleague,
      body: { name: 'Sudden opening', companyId: company.id },
    })
    expect(status).toBe(201)
    go()
    await page.getByRole('link', { name: 'Sudden opening' }).first().waitFor()
    await page.unroute('**/api/v1/events/')
  })
})

describe('a panel that was opened', () => {
  scene(
    'stays while the screen below it is still loading, and gives the focus back to the bell',
    async () => {
      const { promise: held, resolve: go } = Promise.withResolvers<void>()
      await page.route('**/api/v1/companies/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/companies')
      await heading('Companies').waitFor()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      const panel = page.getByRole('dialog', { name: /^Notifications/ })
      await panel.waitFor()
      go()
      await page.getByRole('row').nth(1).waitFor()
      expect(await panel.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      await expect.poll(focused).toMatch(/^Notifications/)
      await page.unroute('**/api/v1/companies/**')
    },
  )
})

describe('how it looks to a person', () => {
  scene('compact rows and the dark theme hold after a reload, from the first paint on', async () => {
    await page.goto('/settings/appearance')
    await page.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click()
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
    await page.goto('/companies')
    await page.getByRole('row').nth(1).waitFor()
    const look = await page.evaluate(() => ({
      density: document.documentElement.dataset.density,
      scheme: document.documentElement.dataset.mantineColorScheme,
    }))
    expect(look).toEqual({ density: 'compact', scheme: 'dark' })
    expect((await page.getByRole('row').nth(1).boundingBox())?.height).toBe(32)
    await page.goto('/settings/appearance')
    await page.getByRole('radiogroup', { name: 'Density' }).getByText('Comfortable').click()
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Light').click()
  })

  scene('the language chosen holds for texts, numbers and days, and wherever one signs in', async () => {
    await page.goto('/settings/appearance')
    await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    await page.evaluate(() => localStorage.removeItem('language'))
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
    expect(user.language).toBe('de')
    await page.evaluate(() => localStorage.setItem('language', 'de'))
    await page.goto('/settings/appearance')
    await page
      .getByRole('radiogroup', { name: /Sprache|Language/ })
      .getByText('English')
      .click()
    await page.waitForFunction(() => document.documentElement.lang === 'en')
  })
})

describe('settings', () => {
  scene('ask before a changed profile is left', async () => {
    await page.goto('/settings')
    const name = page.getByRole('region', { name: 'Profile' }).getByLabel('Name')
    await name.fill('Ines R.')
    await page.getByRole('link', { name: 'Companies' }).first().click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await name.inputValue()).toBe('Ines R.')
    await page.getByRole('link', { name: 'Companies' }).first().click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await heading('Companies').waitFor()
  })
})

describe('the layout', () => {
  scene('has one skip link, and nothing jumps while a screen loads', async () => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput) shifts.push(value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const shared = await muster.server.db
      .selectFrom('submissions')
      .where('workspace_id', '=', muster.workspaceId)
      .where('withdrawn_at', 'is', null)
      .select('application_id')
      .executeTakeFirstOrThrow()
    const records = [person.applicationId, shared.application_id].map((id) => `/applications/${id}`)
    const jumps: Record<string, number> = {}
    for (const path of ['/dashboard', '/companies', '/settings', ...records]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[class*=Skeleton]'))
      const sum = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((total, value) => total + value, 0),
      )
      if (sum > 0.001) jumps[path] = sum
    }
    expect(jumps).toEqual({})
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  })

  scene('gives the focus back to what opened a dialog', async () => {
    for (const [path, name] of [
      ['/candidates', 'Add candidate'],
      ['/companies', 'Add company'],
    ] as const) {
      await page.goto(path)
      const button = page.locator('main').getByText(name, { exact: true }).first()
      await button.click()
      await page.getByRole('dialog', { name }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' })
      await page.waitForFunction((text) => document.activeElement?.textContent === text, name)
    }
  })

  scene('is accessible with its menus open, folded or not', async () => {
    await page.goto('/companies')
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: /Ines Roth/ }).click()
    await page.getByRole('radiogroup', { name: 'Theme' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Collapse navigation' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Expand navigation' }).click()
    expect(complaints).toEqual([])
  })
})
