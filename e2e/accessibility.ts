import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'

/** WCAG 2.2 at level AA, and labels that a voice command finds by the words on screen. */
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
  // Style sheets as texts, which only rules that are not asked for read.
  preload: false,
} satisfies axe.RunOptions

/** Minified, a browser reads it in half the time. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * What axe finds wrong with the page, or with a part of it: a line for each rule with the first elements that break it.
 * axe is brought into a document once, which is half of its cost.
 */
export async function violations(
  page: Page,
  { within, except = [] }: { within?: Locator; except?: string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  // What is dimmed until newer rows arrive has less contrast, on purpose and for a moment.
  await page.waitForFunction(() => !document.querySelector('[data-outdated]'))
  // Half shown, text has less contrast.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
  const part = await within?.elementHandle()
  return page.evaluate(
    async ({ part, except, options }) => {
      const { violations } = await window.axe!.run({ include: part ?? document, exclude: except }, options)
      return violations.map(({ id, nodes }) => {
        const places = nodes
          .slice(0, 3)
          .map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
        return `${id}: ${places.join(' | ')}`
      })
    },
    { part, except, options },
  )
}
