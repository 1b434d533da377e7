import { setUserStatus } from '@muster/contract/manage-users.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePassword, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let user: TestUser

beforeAll(async () => {
  muster = await startMuster()
  user = await muster.addUser('superadmin', 'Ines Roth')
})

afterAll(() => muster?.stop())

const secret = 'Mallory Draft'

/** Begins an application and leaves a draft of every other kind in the tab. */
async function writeDrafts(page: Page) {
  await page.goto('/applications/create')
  // Typed, as browsers ask before a page is left only where somebody used it.
  await page.getByLabel('Name').first().click()
  await page.keyboard.type(secret)
  await page.waitForFunction((secret) => sessionStorage['draft application']?.includes(secret), secret)
  await page.evaluate((secret) => {
    const store = (key: string, value: unknown) =>
      sessionStorage.setItem(`draft ${key}`, JSON.stringify({ storedAt: Date.now(), value }))
    store('comment 1', secret)
    store('position', { values: { title: secret } })
    store('import 1', { analysis: secret })
    localStorage.setItem('recent', JSON.stringify({ userId: '1', visits: [{ title: secret }] }))
    localStorage.setItem('density', 'compact')
    localStorage.setItem('nav_collapsed', 'true')
  }, secret)
}

/** What a tab and its browser still store of it, and of the session. */
const leftovers = (page: Page) =>
  page.evaluate((secret) => {
    const all = [...Object.entries(sessionStorage), ...Object.entries(localStorage)]
    const known = ['auth_token', 'refresh_token', 'user', 'token_type', 'session_mark', 'session_owner']
    return all.filter(([key, value]) => known.includes(key) || value.includes(secret)).map(([key]) => key)
  }, secret)

async function expectSignedOutAndEmpty(...pages: Page[]) {
  for (const page of pages) {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await leftovers(page)).toEqual([])
  }
}

async function openTwoTabs(person = user): Promise<{ page: Page; second: Page; context: BrowserContext }> {
  const { page, context } = await muster.openSignedIn(person)
  const second = await context.newPage()
  await writeDrafts(page)
  await writeDrafts(second)
  return { page, second, context }
}

async function signOutByMenu(page: Page) {
  await page.goto('/positions')
  await page.getByRole('button', { name: /Ines Roth/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

describe('drafts, and names of people in this browser', () => {
  it('go in all tabs when somebody signs out, and the settings of the browser stay', async () => {
    const own = await muster.addUser('superadmin', 'Ines Roth')
    const { page, second } = await openTwoTabs(own)
    await signOutByMenu(page)
    await expectSignedOutAndEmpty(page, second)
    const { density, nav_collapsed } = await page.evaluate(() => ({ ...localStorage }))
    expect([density, nav_collapsed]).toEqual(['compact', 'true'])
  })

  it('go when the session is found to have ended', async () => {
    const { page, second } = await openTwoTabs()
    await second.goto('/favicon.svg')
    await second.evaluate(() => {
      localStorage.setItem('auth_token', 'expired')
      localStorage.setItem('refresh_token', 'expired')
    })
    await second.goto('/positions')
    await expectSignedOutAndEmpty(page, second)
  })

  it('go when the person is suspended', async () => {
    const person = await muster.addUser('recruiter', 'Sara Suspended')
    const { page, second } = await openTwoTabs(person)
    await muster.server.call(setUserStatus, {
      as: user,
      params: { id: person.id },
      body: { status: 'suspended' },
    })
    await expectSignedOutAndEmpty(page, second)
  })

  it('go when storage is cleared by hand in another tab', async () => {
    const { page, second } = await openTwoTabs()
    await second.goto('/favicon.svg')
    await second.evaluate(() => localStorage.clear())
    await expectSignedOutAndEmpty(page)
    await second.goto('/positions')
    await expectSignedOutAndEmpty(second)
  })

  it('go in a tab that showed another page meanwhile, also when the same person is back', async () => {
    const own = await muster.addUser('superadmin', 'Ines Roth')
    const { page, second } = await openTwoTabs(own)
    await second.goto('about:blank')
    await signOutByMenu(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await givePassword(page, own.email)
    await page.waitForURL('**/dashboard')
    await second.goto('/applications/create')
    await second.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await second.getByLabel('Name').first().inputValue()).toBe('')
    const stored = await second.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).not.toContain(secret)
  })

  it('stay while the session does, through a reload and a refresh', async () => {
    const { page, second } = await openTwoTabs(await muster.addUser('superadmin', 'Ines Roth'))
    await second.evaluate(() => localStorage.setItem('auth_token', 'expired'))
    await second.reload()
    await second.waitForFunction(() => localStorage.getItem('auth_token') !== 'expired')
    await page.reload()
    for (const tab of [page, second]) {
      await tab.getByRole('heading', { level: 1 }).first().waitFor()
      await expect.poll(() => tab.getByLabel('Name').first().inputValue()).toBe(secret)
    }
  })
})

describe('an impersonation', () => {
  it('neither shows the drafts of one’s own nor leaves any behind, and gives one’s own back', async () => {
    await muster.addUser('recruiter', 'Paul Person')
    const { page } = await muster.openSignedIn(user)
    await writeDrafts(page)
    await page.goto('/admin/users?q=Paul')
    await page.getByText('Paul Person').first().click()
    await page.getByLabel(/^(Reason|Why)/).fill('A question of theirs')
    await page.getByRole('button', { name: 'View as Paul Person' }).click()
    const banner = page.getByRole('region', { name: 'Viewing as another user' })
    await banner.waitFor()
    await page.getByRole('button', { name: /Paul Person.* user menu/ }).waitFor()
    await page.goto('/applications/create')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('draft application'))).toBeNull()
    await page.evaluate(() =>
      sessionStorage.setItem(
        'draft comment 2',
        JSON.stringify({ storedAt: Date.now(), value: 'as somebody else' }),
      ),
    )
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await page.waitForURL('**/admin/users**')
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(kept).toContain(secret)
    expect(kept).not.toContain('as somebody else')
  })
})
