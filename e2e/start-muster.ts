import { mkdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Role } from '@muster/contract/permissions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import type { Config } from '@muster/server/config/config.ts'
import { choosePort } from '@muster/server/database/embedded-postmaster.ts'
import { hashPassword } from '@muster/server/session/password.ts'
import { openSample } from '@muster/server/testing/open-sample.ts'
import {
  startTestServer,
  type Template,
  type TestServer,
  type TestUser,
} from '@muster/server/testing/test-server.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import { findChromium } from '../scripts/find-chromium.mjs'

export const password = 'a long enough passphrase'

export interface Muster {
  server: TestServer
  browser: Browser
  workspaceId: string
  /** A user who can sign in with `password`. */
  addUser(role: Role, name: string): Promise<TestUser>
  /** Lets a user sign in with `password`. */
  setPassword(user: TestUser): Promise<void>
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
  /** Reports of the content security policy. `leave` fails unless it is empty. */
  violations: string[]
  /** Closes its pages. */
  leave(): Promise<void>
}

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of a context share a process, and with it what was read and compiled.
  '--process-per-site',
  // Pages live for seconds: most of their garbage is gone with them.
  '--js-flags=--min-semi-space-size=32',
  // A browser run by root has no sandbox of its own.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

interface Idle {
  context: BrowserContext
  url: string
  touch: boolean
}

/**
 * What files that follow one another share: to launch a browser, and to read and compile the whole app for the first page
 * of a context, takes as long as three later pages. What is cached counts for all of them when their address is the same.
 */
let launched: Promise<Browser> | undefined
let passwordHash: Promise<string> | undefined
let port = 20_000 + (process.pid % 10_000)
const idle: Idle[] = []

/** Of each context a page without the app, which keeps the process for the pages that come after one another. */
const keepers = new WeakSet<Page>()

/** What each context's pages reported of the content security policy. */
const violationsOf = new WeakMap<BrowserContext, string[]>()

/** Collects every violation on every page of a context: enforced ones and those of a report-only policy. */
async function collectViolations(context: BrowserContext): Promise<void> {
  const violations: string[] = []
  violationsOf.set(context, violations)
  await context.exposeBinding('reportViolation', ({ page }, report: string) => {
    violations.push(`${page.url()}: ${report}`)
  })
  await context.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation(report: string): void }
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event
      reportViolation(`${effectiveDirective} ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`)
    })
  })
}

/** A context in which nothing is left but what a browser caches. */
async function takeContext(browser: Browser, url: string, touch: boolean): Promise<BrowserContext> {
  const found = idle.findIndex((one) => one.url === url && one.touch === touch)
  if (found >= 0) return idle.splice(found, 1)[0]!.context
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: touch,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(30_000)
  await collectViolations(context)
  const keeper = await context.newPage()
  await keeper.goto('/favicon.svg')
  keepers.add(keeper)
  return context
}

/** Closes the pages of a context and keeps it for the next; one whose pages do not close is left alone. */
async function giveBack(one: Idle): Promise<void> {
  const { context } = one
  // The test may have closed it.
  if (!context.browser()?.contexts().includes(context)) return
  const pages = context.pages().filter((page) => !keepers.has(page))
  const closed = Promise.all(pages.map((page) => page.close())).then(() => true)
  if (!(await Promise.race([closed, setTimeout(10_000, false, { ref: false })]))) return
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearCookies()
  idle.push(one)
}

/** The real server with its jobs on a database of its own, the built web app, and a browser. */
export async function startMuster(options: { config?: Partial<Config> } = {}): Promise<Muster> {
  const server = await startServer(options)
  const { workspaceId } = await server.addWorkspace()
  return openMuster(server, workspaceId)
}

/** The same with a workspace full of sample data, and the user in whose name they were added, with this role. */
export async function startSample(role: Role): Promise<{ muster: Muster; user: TestUser }> {
  const { template, user } = await openSample()
  const server = await startServer({ template })
  await server.db.updateTable('users').set({ role }).where('id', '=', user.id).execute()
  const muster = await openMuster(server, user.workspaceId)
  await muster.setPassword(user)
  // The template may be older than a token's lifetime.
  return { muster, user: await server.signIn(user) }
}

async function startServer(options: { config?: Partial<Config>; template?: Template }): Promise<TestServer> {
  port = await choosePort(undefined, port)
  return startTestServer({ ...options, jobs: true, port })
}

async function openMuster(server: TestServer, workspaceId: string): Promise<Muster> {
  passwordHash ??= hashPassword(password)
  const { url } = server
  launched ??= chromium.launch({ executablePath: findChromium(), args: flags })
  const browser = await launched
  const visited = new Map<BrowserContext, () => Promise<void>>()

  async function addUser(role: Role, name: string) {
    const user = await server.addUser(workspaceId, role, { name })
    await setPassword(user)
    return user
  }

  async function setPassword({ email }: TestUser) {
    await server.db
      .updateTable('logins')
      .set({ password_hash: await passwordHash! })
      .where('email', '=', email)
      .execute()
  }

  /** What the browser of somebody who has signed in has stored. */
  async function storedSession(user: TestUser) {
    const { body } = await server.call(getCurrentUser, { as: user })
    return {
      auth_token: user.accessToken,
      refresh_token: user.refreshToken,
      user: JSON.stringify(body),
    }
  }

  async function open(options: Window = {}, user?: TestUser): Promise<Visit> {
    const stored: Record<string, string> = user ? await storedSession(user) : {}
    const touch = options.touch ?? false
    const context = await takeContext(browser, url, touch)
    const violations = violationsOf.get(context)!
    const leave = async () => {
      if (!visited.delete(context)) return
      await giveBack({ context, url, touch })
      const reported = violations.splice(0)
      if (reported.length)
        throw new Error(`The content security policy was violated:\n${reported.join('\n')}`)
    }
    visited.set(context, leave)
    // What a test opens for itself ends with it; what a file opens, with the file.
    if (TestRunner.getCurrentTest()) onTestFinished(leave)
    const page = await context.newPage()
    await page.setViewportSize({ width: options.width ?? 1440, height: options.height ?? 900 })
    await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' })
    // From a page of the same site without the app.
    await page.goto('/favicon.svg')
    await page.evaluate((stored) => {
      localStorage.clear()
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    }, stored)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    return { page, context, complaints, violations, leave }
  }

  return {
    server,
    browser,
    workspaceId,
    addUser,
    setPassword,
    open: (options) => open(options),
    openSignedIn: (user, options) => open(options, user),
    async stop() {
      try {
        for (const leave of [...visited.values()]) await leave()
      } finally {
        await server.stop()
      }
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
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in as a person does, where that is what is tested. */
export async function signIn(page: Page, email: string): Promise<void> {
  await givePassword(page, email)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}
