import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addFactor } from '@muster/server/testing/seed-sign-in.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openEveryScreen, openScreen } from '../every-screen.ts'
import type { Muster } from '../start-muster.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'

const folder = join(import.meta.dirname, '../../docs/pictures/screens')

let muster: Muster
let user: TestUser
let reviewer: TestUser
let newcomer: TestUser
let paths: Record<string, string>

beforeAll(async () => {
  ;({ muster, user, paths } = await openEveryScreen())
  const { server, workspaceId } = muster
  const { id } = await server.db
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('resume_file_id', 'is not', null)
    .where('closed_at', 'is', null)
    .select('id')
    .orderBy('reached', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  paths['/applications/{id}'] = `/applications/${id}`
  const { company_id: companyId } = await server.db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('company_id', 'is not', null)
    .select('company_id')
    .executeTakeFirstOrThrow()
  reviewer = await server.addUser(workspaceId, 'client_reviewer', {
    companyId: companyId!,
    name: 'Grace Holloway',
  })
  const { workspaceId: empty } = await server.addWorkspace()
  newcomer = await server.addUser(empty, 'superadmin', { name: 'Nora New' })
  // Without a second factor, a banner would be on every screen.
  for (const admin of [user, newcomer]) await addFactor(server, admin, true)
  mkdirSync(folder, { recursive: true })
})

afterAll(() => muster?.stop())

const reviews = ['/reviews', '/reviews/decided', '/reviews/positions']

/** What every screen asks for before it can say anything: who one is, and which workspace this is. */
const needed = /\/(users\/me|workspace|auth\/\w+)\/?$/

/** Every answer but the needed ones is an error. */
async function failEverything(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    needed.test(new URL(route.request().url()).pathname)
      ? route.continue()
      : route.fulfill({
          status: 500,
          json: { success: false, error: 'INTERNAL_ERROR', message: 'Internal error', details: null },
        }),
  )
}

async function openFailing(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const settled = page.waitForFunction(() => !document.querySelector('[class*=Skeleton]'), undefined, {
    timeout: 5_000,
  })
  await settled.catch(() => {})
}

const looks = [1440, 390].flatMap((width) => [false, true].map((dark) => ({ width, dark })))

describe.each(looks)('at $width px, dark: $dark', ({ width, dark }) => {
  const layout = width === 1440 ? { columns: 6, width: 400 } : { columns: 14, width: 170 }

  async function take(as: TestUser, addresses: [name: string, path: string][], fails = false) {
    const visit = await muster.openSignedIn(as, { width, dark, height: width === 1440 ? 900 : 844 })
    const pictures: Picture[] = []
    if (fails) await failEverything(visit.page)
    for (const [name, path] of addresses) {
      if (fails) await openFailing(visit.page, path)
      else await openScreen(visit.page, path)
      // A résumé is drawn a moment after its screen.
      await visit.page.waitForFunction(
        () => !document.querySelector('.pdfViewer:not(:has(.endOfContent))'),
        undefined,
        { timeout: 20_000 },
      )
      pictures.push({ name, png: await visit.page.screenshot() })
    }
    await visit.leave()
    return pictures
  }

  async function keep(state: string, pictures: Picture[]) {
    const name = `${state}-${width}-${dark ? 'dark' : 'light'}.webp`
    writeFileSync(join(folder, name), await contactSheet(pictures, layout))
  }

  const addressed = (names: string[]) => names.map((name): [string, string] => [name, paths[name] ?? name])

  it('full', async () => {
    await keep('full', [
      ...(await take(user, addressed(Object.keys(paths)))),
      ...(await take(reviewer, addressed(reviews))),
    ])
  })

  it('empty', async () => {
    const lists = Object.keys(paths).filter((name) => paths[name] === name && !name.startsWith('/admin'))
    await keep('empty', await take(newcomer, addressed(lists)))
  })

  it('failing', async () => {
    await keep('failing', await take(user, addressed(Object.keys(paths)), true))
  })
})

/** The pictures that the screens were designed from, where they are at hand. */
const designs = join(import.meta.dirname, '../../../shared/design')

describe.skipIf(!existsSync(designs))('beside the design', () => {
  const pairs: [design: string, open: () => string, as: () => TestUser, dark?: boolean][] = [
    ['dash-light', () => '/dashboard', () => user],
    ['list-dark', () => '/applications', () => user, true],
    ['board-light', () => paths['/board/{id} of a position']!, () => user],
    ['record', () => paths['/applications/{id}']!, () => user],
    ['start', () => '/start', () => newcomer],
    ['explore', () => '/explore?measure=contactRate&by=source&days=90&chart=lines', () => user],
    ['call-desk', () => paths['/call-queues/{id}']!, () => user],
    ['client', () => '/reviews', () => reviewer],
  ]

  it.each(pairs)('%s', async (design, path, as, dark = false) => {
    const { page, leave } = await muster.openSignedIn(as(), { dark })
    await openScreen(page, path())
    const pictures = [
      { name: 'Design', png: readFileSync(join(designs, `${design}.png`)) },
      { name: 'Muster', png: await page.screenshot() },
    ]
    writeFileSync(
      join(folder, `design-${design}.webp`),
      await contactSheet(pictures, { columns: 2, width: 900 }),
    )
    await leave()
  })
})
