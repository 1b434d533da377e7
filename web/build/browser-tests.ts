import react from '@vitejs/plugin-react'
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

/**
 * The component tests' project of vitest.config.ts: the unbundled app in one Chromium, a page for each file.
 */
export const browserTests = {
  root: 'web',
  plugins: [react(), texts()],
  // A dependency discovered during a test would reload its page.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
  test: {
    name: 'components',
    include: ['src/**/*.browser.test.tsx'],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      provider: playwright({ launchOptions: { executablePath: chromiumPath() } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}
