import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { openEveryScreen, openScreen, screens } from './every-screen.ts'
import { walkScreen } from './keyboard-walk.ts'
import type { Muster, Visit } from './start-muster.ts'

let muster: Muster
let user: TestUser
let paths: Record<string, string>

beforeAll(async () => {
  ;({ muster, user, paths } = await openEveryScreen())
})

afterAll(() => muster?.stop())

async function look(visit: Visit): Promise<string[]> {
  const { page, complaints } = visit
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...complaints.splice(0),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...(await violations(page)),
  ]
}

/** Addresses that lead to another, and those of a client's reviewers, which their own tests open. */
const elsewhere = ['/', '/admin', '/settings', '/reviews', '/reviews/decided', '/reviews/positions']

it('are all screens that the web app has', () => {
  const web = join(import.meta.dirname, '../web/src')
  const paths = globSync(['*/routes.ts', '*/*-route.tsx', 'router.tsx'], { cwd: web }).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) =>
      path!.replace('$id', '{id}'),
    ),
  )
  expect(paths.length).toBeGreaterThan(40)
  const addresses = screens.map((screen) => screen.split(' ')[0]!)
  const missing = paths.filter(
    (path) => !elsewhere.includes(path) && !addresses.some((address) => address.endsWith(path)),
  )
  expect(missing).toEqual([])
})

/** Each width, theme and language once, and each with each in a full run. */
const looks = process.env.MUSTER_TEST_FULL
  ? [1440, 390].flatMap((width) =>
      [false, true].flatMap((dark) => ['en', 'de'].map((language) => ({ width, dark, language }))),
    )
  : [
      { width: 1440, dark: false, language: 'en' },
      { width: 390, dark: true, language: 'de' },
    ]

describe.each(looks)('at $width px, dark: $dark, in $language', ({ width, dark, language }) => {
  let visit: Visit

  beforeAll(async () => {
    visit = await muster.openSignedIn(user, { width, dark })
    await visit.page.addInitScript((code) => localStorage.setItem('language', code), language)
  })

  afterAll(() => visit?.leave())

  describe.each(screens)('%s', (screen) => {
    it('opens, fits, is accessible and keeps the console clean', async () => {
      await openScreen(visit.page, paths[screen]!)
      expect(await look(visit)).toEqual([])
      expect(await visit.page.locator('html').getAttribute('lang')).toBe(language)
    })

    if (width < 1440) return

    it('can be walked by keyboard alone', async () => {
      const { pathname, search } = new URL(visit.page.url())
      if (pathname + search !== paths[screen]) await openScreen(visit.page, paths[screen]!)
      // What stands round every screen is walked on the first. On the others the skip link goes past it.
      expect(await walkScreen(visit.page, { whole: screen === '/dashboard' })).toEqual([])
    })
  })
})
