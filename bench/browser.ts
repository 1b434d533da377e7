import { parseArgs } from 'node:util'
import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.mjs'
import { type BenchSubjects, type BrowserCase, browserCases, seed } from './browser-cases.ts'
import { serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { benchAdmin } from './prepare.ts'

/** The product's targets. */
const maxTaskMs = 200
const interactionMs = 100
const shiftTarget = 0

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
  },
})

interface Recorded {
  longTasks: number[]
  /** Milliseconds from a key or click to the next frame, as the browser reports: in steps of 8, from 16 on. */
  interactions: number[]
  shift: number
  most: Record<string, number>
}

declare global {
  interface Window {
    watched: Recorded
  }
}

/** Runs in the page from its start: records long tasks, unexpected layout shifts, and the number of elements. */
function watch(selectors: Record<string, string>) {
  const watched: Recorded = { longTasks: [], interactions: [], shift: 0, most: {} }
  window.watched = watched
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    // Moving and hovering have no interaction id; presses do.
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) watched.interactions.push(entry.duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) watched.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const count = () => {
    for (const [name, selector] of Object.entries(selectors))
      watched.most[name] = Math.max(watched.most[name] ?? 0, document.querySelectorAll(selector).length)
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

/** Returns and resets what was recorded. */
async function take(page: Page): Promise<Recorded> {
  await page.waitForTimeout(500)
  return page.evaluate(() => {
    const { longTasks, interactions, shift, most } = window.watched
    window.watched.longTasks = []
    window.watched.interactions = []
    window.watched.shift = 0
    window.watched.most = {}
    return { longTasks, interactions, shift, most }
  })
}

function report(step: string, { longTasks, interactions, shift, most }: Recorded, one: BrowserCase): void {
  const longest = Math.max(0, ...longTasks)
  const sorted = interactions.toSorted((a, b) => a - b)
  const slow = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  const counts = one.limits.map(({ name, most: limit }) => {
    const count = most[name] ?? 0
    return `${String(count).padStart(4)} ${name}${count > limit ? '!' : ' '}`
  })
  console.log(
    `  ${step.padEnd(24)} longest task ${longest.toFixed(0).padStart(4)} ms${longest > maxTaskMs ? '!' : ' '}` +
      ` of ${String(longTasks.length).padStart(2)} over 50 ms   p95 interaction ${String(slow).padStart(3)} ms${slow > interactionMs ? '!' : ' '}   shift ${shift.toFixed(3)}${shift > shiftTarget ? '!' : ' '}` +
      `   at most ${counts.join(', ')}`,
  )
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(benchAdmin.email)
  await page.getByLabel(/^Password/).fill(benchAdmin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

async function measure(page: Page, one: BrowserCase, subjects: BenchSubjects): Promise<void> {
  console.log(one.name)
  await page.goto(one.path(subjects))
  await one.ready(page)
  report('open', await take(page), one)
  for (const { name, act } of one.steps) {
    await act(page)
    report(name, await take(page), one)
  }
}

const databases = await prepareDatabases([10_000])
const [connectionString] = databases.connectionStrings.values()
const client = new pg.Client({ connectionString: connectionString! })
await client.connect()
const subjects = await seed(client)
await client.end()
const muster = await serve('./serve-muster.ts', connectionString!)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const context = await browser.newContext({ baseURL: muster.url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page)
  for (const one of browserCases) {
    if (options.only && !one.name.includes(options.only)) continue
    const selectors = Object.fromEntries(one.limits.map(({ name, selector }) => [name, selector]))
    const fresh = await context.newPage()
    await fresh.addInitScript(watch, selectors)
    await measure(fresh, one, subjects)
    await fresh.close()
  }
  console.log(
    `! a task over ${maxTaskMs} ms, an interaction over ${interactionMs} ms, any layout shift, or more in the page than allowed`,
  )
} finally {
  await browser.close()
  await muster.stop()
  await databases.stop()
}
