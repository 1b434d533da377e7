import type { TestUser } from '@muster/server/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { openEveryScreen, openScreen } from './every-screen.ts'
import { walkScreen } from './keyboard-walk.ts'
import { type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let user: TestUser
let paths: Record<string, string>

beforeAll(async () => {
  muster = await startMuster()
  ;({ user, paths } = await openEveryScreen(muster))
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

/** What is wrong, by screen. */
async function lookAtEvery(visit: Visit, further?: (screen: string) => Promise<string[]>) {
  const found: Record<string, unknown> = {}
  for (const [screen, path] of Object.entries(paths)) {
    await openScreen(visit.page, path)
    const problems = [...(await look(visit)), ...((await further?.(screen)) ?? [])]
    if (problems.length > 0) found[screen] = problems
  }
  return found
}

describe('every screen', () => {
  it('opens, fits, is accessible, can be walked by keyboard alone and keeps the console clean', async () => {
    const visit = await muster.openSignedIn(user)
    // What stands round every screen is walked on the first; on the others the skip link goes past it.
    const walk = (screen: string) => walkScreen(visit.page, { whole: screen === '/dashboard' })
    expect(await lookAtEvery(visit, walk)).toEqual({})
  }, 240_000)

  it('does at 390 px, in the dark, in German', async () => {
    const visit = await muster.openSignedIn(user, { width: 390, dark: true })
    await visit.page.addInitScript(() => localStorage.setItem('language', 'de'))
    expect(await lookAtEvery(visit)).toEqual({})
    expect(await visit.page.locator('html').getAttribute('lang')).toBe('de')
  }, 240_000)
})
