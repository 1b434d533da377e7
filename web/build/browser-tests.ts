import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { texts } from './texts.ts'

/** Without a browser, only the tests that need one fail. */
function chromiumPath(): string | undefined {
  try {
    return findChromium()
  } catch {
    return undefined
  }
}

/** In UTC, a day that is counted in UTC instead of the viewer's time zone would pass. */
export const viewerTimezone = 'America/Los_Angeles'

/** React as users get it: its development build takes three times as long to render. */
const production = { 'process.env.NODE_ENV': '"production"' }

/**
 * The component tests' project of vitest.config.ts: the unbundled app in one Chromium, a page for each file.
 */
export const browserTests = {
  root: 'web',
  plugins: [texts()],
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  define: production,
  // A dependency discovered during a test would reload its page.
  optimizeDeps: {
    entries: ['src/**/*.{ts,tsx}'],
    include: ['react/jsx-runtime'],
    rolldownOptions: { transform: { define: production } },
  },
  test: {
    name: 'components',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: [join(import.meta.dirname, '../src/testing/fresh-app.ts')],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: chromiumPath() },
        contextOptions: { reducedMotion: 'reduce', timezoneId: viewerTimezone },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}
