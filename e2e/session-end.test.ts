import { setUserStatus } from '@muster/contract/manage-users.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let user: TestUser

beforeAll(async () => {
  muster = await startMuster()
  user = await muster.addUser('superadmin', 'Ines Roth')
})

afterAll(() => muster?.stop())

/** The calls of the API a browser makes, as `GET /users/me/`, with the status of each answer. */
function recordCalls(context: BrowserContext): string[] {
  const calls: string[] = []
  context.on('request', async (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/v1/')) return
    const call = `${request.method()} ${pathname.slice('/api/v1'.length)}`
    const answer = await request.response().catch(() => null)
    calls.push(`${call} ${answer?.status() ?? 'failed'}`)
  })
  return calls
}

/** What the console reports beyond the browser's own line for a 401 or another failed call. */
const beyondFailedCalls = (complaints: string[]) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'))

/** A page of the site without the app, which would act on what is stored. */
async function leaveApp(page: Page) {
  await page.goto('/favicon.svg')
}

function storeTokens(page: Page, access: string, refresh: string) {
  return page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('auth_token', access!)
      localStorage.setItem('refresh_token', refresh!)
    },
    [access, refresh],
  )
}

function storedSession(page: Page) {
  return page.evaluate(() =>
    ['auth_token', 'refresh_token', 'user', 'token_type'].filter((key) => localStorage.getItem(key) !== null),
  )
}

/** The sign-in form stands at its own address, remembers `path`, and nothing of the session is stored. */
async function expectSignedOut({ page, complaints }: Visit, path: string) {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('redirect')]).toEqual(['/auth/login', path])
  expect(await storedSession(page)).toEqual([])
  // Long enough for calls and errors that would come late.
  await page.waitForTimeout(300)
  expect(new URL(page.url()).pathname).toBe('/auth/login')
  expect(beyondFailedCalls(complaints)).toEqual([])
}

/** Tokens that look like those of the server but belong to an ended session. */
async function endedSession(): Promise<TestUser> {
  const person = await muster.addUser('superadmin', 'Otto Ended')
  const { url } = muster.server
  await fetch(`${url}/api/v1/logout/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.accessToken}` },
  })
  return person
}

describe('a session that ended before the page loads', () => {
  for (const path of [
    '/applications?q=night',
    '/admin',
    '/admin/workspaces',
    '/board/0197a2b0-0000-7000-8000-000000000001',
    '/settings/profile',
    '/settings/users',
    '/analytics',
  ])
    it(`leads from ${path} to sign-in after one call and one refresh`, async () => {
      const visit = await muster.openSignedIn(user)
      await storeTokens(visit.page, 'expired', 'expired')
      const calls = recordCalls(visit.context)
      await visit.page.goto(path)
      await expectSignedOut(visit, path)
      expect(calls).toEqual(['GET /users/me/ 401', 'POST /refresh/ 401'])
    })

  it('is found out with well-formed tokens, too', async () => {
    const person = await endedSession()
    const visit = await muster.openSignedIn(user)
    await storeTokens(visit.page, person.accessToken, person.refreshToken)
    const calls = recordCalls(visit.context)
    await visit.page.goto('/applications')
    await expectSignedOut(visit, '/applications')
    expect(calls).toEqual(['GET /users/me/ 401', 'POST /refresh/ 401'])
  })

  it('shows the sign-in form without a detour where that is what was opened', async () => {
    const visit = await muster.openSignedIn(user)
    await storeTokens(visit.page, 'expired', 'expired')
    const calls = recordCalls(visit.context)
    await visit.page.goto('/auth/login?redirect=/positions')
    await expectSignedOut(visit, '/positions')
    expect(calls).toEqual(['GET /users/me/ 401', 'POST /refresh/ 401'])
  })

  it.each([
    ['answers 500', (route: Route) => route.fulfill({ status: 500, json: { code: 'INTERNAL' } })],
    ['cannot be reached', (route: Route) => route.abort('connectionrefused')],
  ])('leads to sign-in, with no further call, when the refresh %s four times', async (_, answer) => {
    const visit = await muster.openSignedIn(user)
    await storeTokens(visit.page, 'expired', 'expired')
    const calls = recordCalls(visit.context)
    await visit.context.route('**/api/v1/refresh/', answer)
    await visit.page.goto('/applications')
    await expectSignedOut(visit, '/applications')
    expect(calls.map((call) => call.replace(/ \w+$/, ''))).toEqual([
      'GET /users/me/',
      ...Array(4).fill('POST /refresh/'),
    ])
  })

  it('is refreshed once for two tabs that load at the same time', async () => {
    const visit = await muster.openSignedIn(user)
    const second = await visit.context.newPage()
    await leaveApp(second)
    await storeTokens(visit.page, 'expired', 'expired')
    const calls = recordCalls(visit.context)
    await Promise.all([visit.page.goto('/applications'), second.goto('/positions')])
    await second.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectSignedOut(visit, '/applications')
    expect(calls.filter((call) => call.includes('/refresh/'))).toEqual(['POST /refresh/ 401'])
  })
})

describe('a session that ends while the app is open', () => {
  it('leads to sign-in at once when the person is suspended, also when they do nothing', async () => {
    const person = await muster.addUser('recruiter', 'Sara Suspended')
    const visit = await muster.openSignedIn(person)
    await visit.page.goto('/positions')
    await visit.page.getByRole('heading', { level: 1, name: 'Positions' }).waitFor()
    await visit.page.waitForTimeout(1000)
    const calls = recordCalls(visit.context)
    await muster.server.call(setUserStatus, {
      as: user,
      params: { id: person.id },
      body: { status: 'suspended' },
    })
    await expectSignedOut(visit, '/positions')
    expect(calls.filter((call) => call.includes('/refresh/'))).toEqual(['POST /refresh/ 401'])
  })

  it('shares one refresh between ten calls that are refused at once', async () => {
    const visit = await muster.openSignedIn(user)
    const { page, context } = visit
    await page.goto('/positions')
    await page.getByRole('heading', { level: 1, name: 'Positions' }).waitFor()
    const calls = recordCalls(context)
    // What the positions still load must not end the session before the click.
    const { promise: clicked, resolve: click } = Promise.withResolvers<void>()
    await context.route('**/api/v1/**', async (route) => {
      await clicked
      await route.fulfill({
        status: 401,
        json: { code: 'UNAUTHENTICATED', message: 'Sign in', details: null },
      })
    })
    const withoutToken: string[] = []
    context.on('request', (request) => {
      if (request.headers().authorization?.endsWith(' null')) withoutToken.push(request.url())
    })
    // The dashboard reads many things at once, as soon as the pointer is over its link: a real click would come too late.
    await page.getByRole('link', { name: 'Dashboard' }).first().dispatchEvent('click')
    click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(calls.filter((call) => call.includes('/refresh/'))).toEqual(['POST /refresh/ 401'])
    expect(await storedSession(page)).toEqual([])
    expect(withoutToken).toEqual([])
    await page.waitForTimeout(300)
    expect(beyondFailedCalls(visit.complaints)).toEqual([])
  })
})
