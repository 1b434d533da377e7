import { AxeBuilder } from '@axe-core/playwright'
import { fillSample } from '@muster/server/sample/fill-sample.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Muster, signIn, startMuster } from './start-muster.ts'

let muster: Muster
let email: string
let ids: { application: string; candidate: string; company: string; position: string; pipeline: string }

beforeAll(async () => {
  muster = await startMuster()
  const admin = await muster.addUser('superadmin', 'Ines Roth')
  email = admin.email
  const { db } = muster.server
  await fillSample(db, muster.workspaceId, { id: admin.id, email, passwordHash: 'nobody signs in as these' })
  const first = (table: 'applications' | 'candidates' | 'companies' | 'pipelines') =>
    db.selectFrom(table).where('workspace_id', '=', muster.workspaceId).select('id').executeTakeFirstOrThrow()
  const position = await db
    .selectFrom('positions')
    .where('state', '=', 'open')
    .select('id')
    .executeTakeFirstOrThrow()
  ids = {
    application: (await first('applications')).id,
    candidate: (await first('candidates')).id,
    company: (await first('companies')).id,
    pipeline: (await first('pipelines')).id,
    position: position.id,
  }
})

afterAll(() => muster?.stop())

const screens = {
  '/dashboard': () => '/dashboard',
  '/analytics': () => '/analytics',
  '/applications': () => '/applications',
  '/applications/create': () => '/applications/create',
  '/applications/{id}': () => `/applications/${ids.application}`,
  '/board/{id} of a position': () => `/board/${ids.position}`,
  '/board/{id} of a pipeline': () => `/board/${ids.pipeline}`,
  '/positions': () => '/positions',
  '/positions/create': () => '/positions/create',
  '/positions/{id}': () => `/positions/${ids.position}`,
  '/positions/{id}/edit': () => `/positions/${ids.position}/edit`,
  '/candidates': () => '/candidates',
  '/candidates/{id}': () => `/candidates/${ids.candidate}`,
  '/companies': () => '/companies',
  '/companies/{id}': () => `/companies/${ids.company}`,
  '/pipelines': () => '/pipelines',
  '/imports': () => '/imports',
  '/imports/new': () => '/imports/new',
  '/settings': () => '/settings',
  '/plans': () => '/plans',
  '/admin': () => '/admin',
  '/admin/plans': () => '/admin/plans',
  '/agents': () => '/agents',
  'an unknown address': () => '/nowhere',
}

describe.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
])('at $width px, dark: $dark', ({ width, dark }) => {
  it('every screen opens, fits, is accessible and keeps the console clean', async () => {
    const { page, complaints } = await muster.open({ width, dark })
    await signIn(page, email)
    const found: Record<string, unknown> = {}
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(path())
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[class*=Skeleton]'))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const problems = [
        ...complaints.splice(0),
        ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
        ...violations.map(
          (one) =>
            `${one.id}: ${one.nodes
              .slice(0, 3)
              .map((node) => node.html.slice(0, 160))
              .join(' | ')}`,
        ),
      ]
      if (problems.length > 0) found[screen] = problems
    }
    expect(found).toEqual({})
  }, 240_000)
})
