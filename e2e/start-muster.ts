import { mkdirSync } from 'node:fs'
import type { Role } from '@muster/contract/permissions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { hashPassword } from '@muster/server/session/password.ts'
import { startTestServer, type TestServer, type TestUser } from '@muster/server/testing/test-server.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.mjs'

export const password = 'a long enough passphrase'

export interface Muster {
  server: TestServer
  browser: Browser
  workspaceId: string
  /** A user who can sign in with `password`. */
  addUser(role: Role, name: string): Promise<TestUser>
  /** A page of a browser of its own. What its console says beyond `expected` is collected in `complaints`. */
  open(options?: Window): Promise<Visit>
  /** The same with this user signed in, as one comes back to a session: no form is filled. */
  openSignedIn(user: TestUser, options?: Window): Promise<Visit>
  stop(): Promise<void>
}

interface Window {
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
}

export interface Visit {
  page: Page
  context: BrowserContext
  complaints: string[]
}

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A browser run by root has no sandbox of its own.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The real server with its jobs on a database of its own, the built web app, and a browser. */
export async function startMuster(): Promise<Muster> {
  const server = await startTestServer({ jobs: true })
  const { workspaceId } = await server.addWorkspace()
  const browser = await chromium.launch({ executablePath: findChromium(), args: flags })

  async function addUser(role: Role, name: string) {
    const user = await server.addUser(workspaceId, role, { name })
    await server.db
      .updateTable('logins')
      .set({ password_hash: await hashPassword(password) })
      .where('email', '=', user.email)
      .execute()
    return user
  }

  /** What the browser of somebody who has signed in has stored. */
  async function storedSession(user: TestUser) {
    const { body } = await server.call(getCurrentUser, { as: user })
    return [
      { name: 'auth_token', value: user.accessToken },
      { name: 'refresh_token', value: user.refreshToken },
      { name: 'user', value: JSON.stringify(body) },
    ]
  }

  async function open(options: Window = {}, user?: TestUser): Promise<Visit> {
    const localStorage = user ? await storedSession(user) : []
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      hasTouch: options.touch ?? false,
      colorScheme: options.dark ? 'dark' : 'light',
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    return { page, context, complaints }
  }

  return {
    server,
    browser,
    workspaceId,
    addUser,
    open: (options) => open(options),
    openSignedIn: (user, options) => open(options, user),
    async stop() {
      await browser.close()
      await server.stop()
    },
  }
}

/** Keeps a picture of where a test failed, below e2e/failures. */
export async function keepPicture(page: Page, test: string): Promise<void> {
  mkdirSync('e2e/failures', { recursive: true })
  await page.screenshot({ path: `e2e/failures/${test.replaceAll(/\W+/g, '-').slice(0, 80)}.png` })
}

/** Enters the e-mail and password as a person does. */
export async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in as a person does, where that is what is tested. */
export async function signIn(page: Page, email: string): Promise<void> {
  await givePassword(page, email)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}
