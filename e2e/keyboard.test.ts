import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEveryScreen, openScreen } from './every-screen.ts'
import { type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let user: TestUser
let paths: Record<string, string>

beforeAll(async () => {
  muster = await startMuster()
  ;({ user, paths } = await openEveryScreen(muster))
})

afterAll(() => muster?.stop())

/** What can be pressed or typed into with a pointer, and so must be with keys. */
const operable =
  'a[href], button, input, select, textarea, [role=button], [role=tab], [role=checkbox], [tabindex="0"]'

/** How many stops a walk may take before it counts as endless. */
const longestWalk = 220

interface Stop {
  /** What a person would call it. */
  what: string
  /** Nothing tells that the focus is there, nobody can see it, or a screen reader has no name for it. */
  problem: string | null
}

/** Marks each operable element in view below `within`; those a walk passes lose the mark. */
async function markOperable(page: Page, within: string): Promise<void> {
  await page.locator(within).evaluate((part, selector) => {
    const groups = new Set<Element>()
    for (const element of part.querySelectorAll<HTMLElement>(selector)) {
      const box = element.getBoundingClientRect()
      const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
      if (!shown || !inView || box.width < 2 || element.matches(':disabled, [aria-disabled=true], [inert] *'))
        continue
      // Of a group that arrow keys walk, such as tabs, rows or cards, one is a stop for all.
      const group = element.closest(
        '[role=tablist], [role=radiogroup], [role=toolbar], [role=grid], [data-arrow-keys]',
      )
      if (group) {
        if (groups.has(group)) continue
        groups.add(group)
        group.setAttribute('data-unreached', 'group')
        continue
      }
      // What is left out of the walk on purpose repeats something that is in it.
      if (element.tabIndex >= 0 || element.matches('input:not([type=hidden])'))
        element.setAttribute('data-unreached', '')
    }
  }, operable)
}

async function stopHere(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    element.removeAttribute('data-unreached')
    element.closest('[data-unreached=group]')?.removeAttribute('data-unreached')
    const what = (
      element.getAttribute('aria-label') ||
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
        .trim() ||
      (element as HTMLInputElement).labels?.[0]?.textContent ||
      element.getAttribute('title') ||
      element.textContent ||
      element.getAttribute('placeholder') ||
      ''
    )
      .trim()
      .slice(0, 60)
    const name = `${element.tagName.toLowerCase()} ${what}`
    const box = element.getBoundingClientRect()
    const ring = (one: Element) => {
      const style = getComputedStyle(one)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
    }
    // The mark may be on what the element fills: a card, a row, a field.
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.closest('[data-row]'),
    ]
    const marked =
      element.matches('input, textarea, select') ||
      around.some((one) => one && (ring(one) || getComputedStyle(one).boxShadow !== 'none'))
    const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    let problem: string | null = null
    if (!what) problem = 'has no name'
    else if (!seen && !element.matches('#content')) problem = 'is out of view'
    else if (!marked && !element.matches('#content')) problem = 'does not show the focus'
    return { what: name, problem }
  })
}

describe('with the keyboard alone', () => {
  it('every screen can be walked from end to end, each stop named, shown and in view', async () => {
    const { page } = await muster.openSignedIn(user)
    const found: Record<string, unknown> = {}
    for (const [screen, path] of Object.entries(paths)) {
      await openScreen(page, path)
      // What stands round every screen is walked on the first; on the others the skip link goes past it.
      if (screen === '/dashboard') {
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        await markOperable(page, 'body')
      } else {
        await page.locator('#content').focus()
        await markOperable(page, '#content')
      }
      const problems = new Set<string>()
      let stops = 0
      for (; stops < longestWalk; stops += 1) {
        await page.keyboard.press('Tab')
        const stop = await stopHere(page)
        if (!stop) break
        if (stop.problem) problems.add(`${stop.what} ${stop.problem}`)
      }
      if (stops === 0) problems.add('the walk ends at once')
      if (stops < longestWalk) {
        const unreached = await page.$$eval('[data-unreached]', (elements) =>
          elements.map((element) => `never reached: ${element.outerHTML.slice(0, 120)}`),
        )
        for (const one of unreached) problems.add(one)
      } else problems.add(`more than ${longestWalk} stops`)
      if (problems.size > 0) found[screen] = [...problems]
    }
    expect(found).toEqual({})
  }, 240_000)

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
})
