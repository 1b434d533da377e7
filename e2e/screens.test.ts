import type { TestUser } from '@muster/server/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
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

describe.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
])('at $width px, dark: $dark', ({ width, dark }) => {
  it('every screen opens, fits, is accessible and keeps the console clean', async () => {
    const { page, complaints } = await muster.openSignedIn(user, { width, dark })
    const found: Record<string, unknown> = {}
    for (const [screen, path] of Object.entries(paths)) {
      await openScreen(page, path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      const problems = [
        ...complaints.splice(0),
        ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
        ...(await violations(page)),
      ]
      if (problems.length > 0) found[screen] = problems
    }
    expect(found).toEqual({})
  }, 240_000)
})
