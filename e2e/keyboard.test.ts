import { readFile } from 'node:fs/promises'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEveryScreen, openScreen } from './every-screen.ts'
import type { Muster } from './start-muster.ts'

let muster: Muster
let user: TestUser

beforeAll(async () => {
  ;({ muster, user } = await openEveryScreen())
})

afterAll(() => muster?.stop())

describe('with the keyboard alone', () => {
  it('the skip link goes past the navigation', async () => {
    const { page } = await muster.openSignedIn(user)
    await openScreen(page, '/applications')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  it('a list is one stop, and its rows are walked with the arrows', async () => {
    const { page } = await muster.openSignedIn(user)
    const focused = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest('[data-row]')
        return {
          row: Number(row?.getAttribute('aria-rowindex') ?? 1) - 1,
          what: document.activeElement?.textContent,
          shown: row ? row.getBoundingClientRect().bottom <= innerHeight : false,
        }
      })
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    for (const list of ['Positions', 'Applications', 'Candidates', 'Companies']) {
      await openScreen(page, `/${list.toLowerCase()}`)
      const grid = page.getByRole('grid', { name: list })
      const first = grid.getByRole('row').nth(1).getByRole('link').first()
      await first.waitFor()
      const stops = grid.locator('tbody :is(a, button, input):not([tabindex="-1"])')
      const inFirst = grid.getByRole('row').nth(1).locator('a, button, input')
      expect(await stops.count(), list).toBe(await inFirst.count())
      await first.focus()
      await press('ArrowDown', 'ArrowDown')
      expect(await focused(), list).toMatchObject({ row: 3, shown: true })
      await press('ArrowUp')
      expect(await focused(), list).toMatchObject({ row: 2 })
      await press('End')
      await expect
        .poll(async () => (await focused()).shown && (await focused()).row, { message: list })
        .toBeGreaterThan(3)
      const last = (await focused()).row
      await press('PageUp')
      await expect.poll(async () => (await focused()).row, { message: list }).toBeLessThan(last)
      await press('Home')
      await expect.poll(focused, { message: list }).toMatchObject({ row: 1, shown: true })
      // Cells without a link or button are read on the way to the right.
      const { what } = await focused()
      await press('ArrowRight')
      expect(await focused(), list).toMatchObject({ row: 1 })
      expect((await focused()).what, list).not.toBe(what)
      // Out of the list again by as many stops as the row has.
      for (let stop = 0; stop <= (await inFirst.count()); stop += 1) await press('Tab')
      expect((await focused()).row, list).toBe(0)
    }
    await openScreen(page, '/companies')
    await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').first().focus()
    await press('ArrowDown', 'Enter')
    await page.waitForURL(/\/companies\/[\w-]+$/)
  })

  it('keys pressed before the command box has loaded do not act on the list behind it', async () => {
    const { page } = await muster.openSignedIn(user)
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    const modules = JSON.parse(await readFile('web/dist/.vite/manifest.json', 'utf8'))
    // The box is loaded some seconds after the screen, or when it is opened.
    await page.route(`**/${modules['src/layout/command-box.tsx'].file}`, async (route) => {
      ask()
      await isAnswered
      await route.continue()
    })
    await openScreen(page, '/applications')
    await page.keyboard.press('j')
    await page.locator('[data-row][data-active]').waitFor()
    await page.keyboard.press('Control+k')
    await isAsked
    const box = page.getByRole('combobox', { name: 'Search or type a command' })
    expect(await box.count()).toBe(0)
    for (const key of ['x', 'e']) await page.keyboard.press(key)
    answer()
    await box.waitFor()
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('[data-row][data-selected]').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})
