import { readFileSync } from 'node:fs'
import { inviteUser } from '@muster/contract/invitations.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { addFactor, appCode } from '@muster/server/testing/seed-sign-in.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePassword, type Muster, password, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let user: TestUser

beforeAll(async () => {
  muster = await startMuster()
  user = await muster.addUser('superadmin', 'Ines Roth')
})

afterAll(() => muster?.stop())

/** The file of each module that the build starts or loads later. */
const builtFiles = JSON.parse(
  readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
) as Record<string, { file: string }>

const host = '127.0.0.1:9'
const once = encodeURIComponent

/** Values of `redirect` that no sign-in may follow, by what makes them hostile. */
const hostileTargets: Record<string, string[]> = {
  'Paths that become `//host` once dot segments are gone': [
    `/.//${host}/x`,
    `/./${host}/x`,
    `/..//${host}/x`,
    `/../..//${host}/x`,
    `/%2e//${host}/x`,
    `/%2E%2e//${host}/x`,
    `/.%2e//${host}/x`,
    `/x/..//${host}/x`,
    `/applications/..//${host}/x`,
    `/applications/%2e%2e//${host}/x`,
    `/applications/.//${host}/x`,
  ],
  'Protocol-relative': [
    `//${host}/x`,
    `///${host}/x`,
    `////${host}/x`,
    `//${host}/dashboard`,
    `//${host}//applications`,
    `//applications`,
    `/applications//${host}`,
  ],
  Backslashes: [
    `/\\${host}/x`,
    `\\\\${host}/x`,
    `\\/${host}/x`,
    `/.\\/${host}/x`,
    `/applications\\..\\\\${host}`,
  ],
  'Tabs, line breaks, spaces and NUL, which URL parsers drop': [
    `/\t/${host}/x`,
    `/\n/${host}/x`,
    `/\r\n/${host}/x`,
    `\t//${host}/x`,
    ` //${host}/x`,
    `/\u0000/${host}/x`,
    `\u0000//${host}/x`,
    `/applications\u0000`,
    `/appli\tcations`,
    `/applications?q=\n`,
  ],
  'Credentials and other hosts': [
    `@${host}/x`,
    `:password@${host}/x`,
    `//user:password@${host}/x`,
    `http://${host}/x`,
    `https:${host}/x`,
    `http:/${host}/x`,
    `http:\\\\${host}/x`,
  ],
  Schemes: [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//applications',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:http://127.0.0.1/0',
    'file:///etc/passwd',
    'about:blank',
  ],
  'Characters that look like slashes or become them': [
    `/\u2215/${host}/x`,
    `/\uff0f/${host}/x`,
    `\uff0f\uff0f${host}/x`,
    `/\u2044${host}`,
  ],
  'Encoded once more': [
    `/%2f${host}/x`,
    `/%2F%2F${host}/x`,
    `/%5c${host}/x`,
    `/%09/${host}/x`,
    `/%00/${host}/x`,
    `/applications/%2e%2e%2f%2f${host}`,
    `/applications/%252e%252e%252f`,
    once(once(`//${host}/x`)),
  ],
  'No screen of the app': [
    '',
    '/',
    '/nowhere',
    '/applicationsx',
    '/settings/nowhere',
    '/api/v1/docs',
    '/favicon.svg',
    '/auth/login',
    '/auth/login?redirect=/applications',
    'applications',
    '?q=applications',
    '#applications',
    '["/applications"]',
    '{"to":"/applications"}',
    `/applications?q=${'x'.repeat(8000)}`,
    `/${'x'.repeat(8000)}`,
  ],
}

/** Search strings that no sign-in may follow, kind by kind. */
const hostileKinds: string[][] = [
  ...Object.values(hostileTargets).map((targets) => targets.map((target) => `redirect=${once(target)}`)),
  // Several, or not the parameter itself.
  [
    `redirect=/applications&redirect=//${host}/x`,
    `redirect=//${host}/x&redirect=/applications`,
    `redirect[]=//${host}/x`,
    `redirect[to]=//${host}/x`,
    `redirect=%`,
    `redirect=%ff%fe`,
  ],
]
const hostile = hostileKinds.flat()

/** Addresses that are followed, as sign-in finds and leaves them. */
const friendly: [asked: string, opened: string][] = [
  ['/applications?q=night+shift', '/applications?q=night+shift'],
  ['/positions?q=night#top', '/positions?q=night#top'],
  ['/applications?q=//other.example', '/applications?q=//other.example'],
  ['/board/0197a2b0-0000-7000-8000-000000000001', '/board/0197a2b0-0000-7000-8000-000000000001'],
  ['/settings/users?q=Ines', '/settings/users?q=Ines'],
  ['/admin/workspaces', '/admin/workspaces'],
]

const addressOf = (page: Page) => {
  const { origin, pathname, search, hash } = new URL(page.url())
  return { origin, address: pathname + search + hash }
}

async function waitForScreen(page: Page) {
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.getByText('Initializing authentication...').waitFor({ state: 'detached' })
}

/** Collects each document the browser requests beyond this site. */
function collectForeignDocuments({ context }: Visit): string[] {
  const foreign: string[] = []
  context.on('request', (request) => {
    if (request.isNavigationRequest() && !request.url().startsWith(`${muster.server.url}/`))
      foreign.push(request.url())
  })
  return foreign
}

async function submitPassword(page: Page) {
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('an address to follow that is none of the app’s screens', () => {
  it(`leads to the dashboard when signed in already, in a shape of each of ${hostileKinds.length} kinds`, async () => {
    const visit = await muster.openSignedIn(user)
    const foreign = collectForeignDocuments(visit)
    const { page } = visit
    const followed: unknown[] = []
    for (const [search] of hostileKinds) {
      await page.goto(`/auth/login?${search}`, { waitUntil: 'commit' })
      // The address is settled before the app loads, which takes longer.
      await page
        .waitForURL((url) => !url.pathname.startsWith('/auth'), { waitUntil: 'commit', timeout: 30_000 })
        .catch(() => followed.push(['stays', search]))
      const { origin, address } = addressOf(page)
      if (origin !== muster.server.url || address !== '/dashboard') followed.push([search, page.url()])
    }
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(followed).toEqual([])
    expect(foreign).toEqual([])
  })

  it(`leads to the dashboard after signing in, in ${hostile.length} shapes`, async () => {
    const { page, context } = await muster.open()
    await page.goto('/auth/login')
    await page.getByLabel('Email').waitFor()
    const { body } = await muster.server.call(getCurrentUser, { as: user })
    const session = {
      auth_token: user.accessToken,
      refresh_token: user.refreshToken,
      user: JSON.stringify(body),
    }
    // With an answer of 204 the browser stays where it is, so the next address is tried on the same page.
    await context.route('**/*', (route) =>
      route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.fallback(),
    )
    const followed: unknown[] = []
    for (const search of hostile) {
      const opened = page.waitForEvent('request', {
        predicate: (request) => request.isNavigationRequest(),
        timeout: 30_000,
      })
      const [url] = await Promise.all([
        opened.then(
          async (request) => {
            // The browser ignores a second navigation to an address that it is opening.
            await request.response().catch(() => null)
            return request.url()
          },
          () => `none, at ${page.url()}`,
        ),
        page.evaluate(
          ([search, session]) => {
            history.replaceState(null, '', `/auth/login?${search}`)
            for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
            // As when another tab has signed in.
            dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
          },
          [search, session] as const,
        ),
      ])
      if (url !== `${muster.server.url}/dashboard`) followed.push([search, url])
    }
    expect(followed).toEqual([])
  })

  it('is refused by the form, too', async () => {
    const visit = await muster.open()
    const foreign = collectForeignDocuments(visit)
    await visit.page.goto(`/auth/login?redirect=${once(`/.//${host}/x`)}`)
    await submitPassword(visit.page)
    await visit.page.waitForURL(`${muster.server.url}/dashboard`)
    expect(foreign).toEqual([])
  })

  it('is refused after a second factor, where an address of a screen is followed', async () => {
    const person = await muster.addUser('recruiter', 'Tessa Twofactor')
    const secret = await addFactor(muster.server, person, true)
    const { page } = await muster.open()
    for (const [step, [asked, opened]] of [
      [`/.//${host}/x`, '/dashboard'] as const,
      ['/positions?q=night', '/positions?q=night'] as const,
    ].entries()) {
      await page.goto(`/auth/login?redirect=${once(asked)}`)
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel(/^Password/).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Code from your authenticator app').fill(appCode(secret, step))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await waitForScreen(page)
      expect(addressOf(page).address).toBe(opened)
      await page.goto('/favicon.svg')
      await page.evaluate(() => localStorage.clear())
    }
  })

  it('is not followed after a forgotten password was set', async () => {
    const { page } = await muster.open()
    await page.goto(`/auth/reset-password?redirect=/.//${host}/x#token=none`)
    await page.getByLabel('New password').fill(password)
    expect(await page.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/auth/login')
  })

  it.each(['forgot-password', 'login'])('is refused at /auth/%s as well', async (name) => {
    const { page } = await muster.openSignedIn(user)
    await page.goto(`/auth/${name}?redirect=/.//${host}/x`)
    await page.waitForURL('**/dashboard')
  })

  it('is refused after an invitation was accepted, too', async () => {
    const { page } = await muster.open()
    const { url } = muster.server
    await muster.server.call(inviteUser, { as: user, body: { email: 'nora@example.com', role: 'viewer' } })
    const findMail = () =>
      muster.server.db
        .selectFrom('mails')
        .where('recipient', '=', 'nora@example.com')
        .select('body')
        .executeTakeFirst()
    await expect.poll(findMail).toBeTruthy()
    const link = new URL(/https?:\S+/.exec((await findMail())!.body)![0])
    await page.goto(`${link.pathname}?redirect=/.//${host}/x${link.hash}`)
    await page.getByLabel('Your name').fill('Nora New')
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL(`${url}/dashboard`)
  })
})

describe('an address of a screen', () => {
  it('is opened after signing in, with its search and hash', async () => {
    const { page } = await muster.open()
    const [asked, opened] = friendly[1]!
    await page.goto(`/auth/login?redirect=${once(asked)}`)
    await submitPassword(page)
    await waitForScreen(page)
    expect(addressOf(page).address).toBe(opened)
  })

  it('is opened when signed in already', async () => {
    const { page } = await muster.openSignedIn(user)
    for (const [asked, opened] of friendly) {
      await page.goto(`/auth/login?redirect=${once(asked)}`)
      await waitForScreen(page)
      expect(addressOf(page).address).toBe(opened)
    }
  })

  it('is remembered from where one was sent to sign in', async () => {
    const { page } = await muster.open()
    await page.goto('/applications?q=night#top')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/applications?q=night#top')
  })
})

describe('a path with a host in it, opened by hand', () => {
  it('shows that there is nothing, signed in, and never waits for good', async () => {
    const { page } = await muster.openSignedIn(user)
    for (const path of [`//${host}/x`, `/applications//${host}`, '///', `//${host}`]) {
      await page.goto(muster.server.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(new URL(page.url()).origin).toBe(muster.server.url)
    }
  })

  it('leads to sign-in, signed out, and to the dashboard after it', async () => {
    const { page } = await muster.open()
    await page.goto(`${muster.server.url}//${host}/x`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const search = new URL(page.url()).search
    await givePassword(page, user.email)
    await page.waitForURL('**/dashboard')
    await page.goto(`/auth/login${search}`)
    await page.waitForURL('**/dashboard')
  })
})

describe('the app when a part of it cannot be loaded', () => {
  it('says so and offers to reload instead of waiting at the loader', async () => {
    const { page, context } = await muster.openSignedIn(user)
    await context.route(`**/${builtFiles['src/app.tsx']!.file}`, (route) => route.abort())
    await page.goto('/applications')
    await page.getByRole('alert').getByText('Muster could not start').waitFor()
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  })
})
