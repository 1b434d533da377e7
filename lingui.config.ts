import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Definitions that the screens show in the contract's own words. */
const definitions = 'contract/src/@(metric-definitions|measures|goal-labels|calling-breaks).ts'

/** The catalogue of texts: English is extracted from the source, every other language is translated. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    // `web/build/text-parts.ts` splits it for the browser.
    { path: '<rootDir>/texts/{locale}/web', include: ['web/src/**', definitions] },
    {
      path: '<rootDir>/texts/{locale}/server',
      include: ['server/src/**', 'contract/src/**'],
      exclude: ['**/*.test.ts'],
    },
  ],
  // The server has no build step: its `t` is a function that runs, and a macro only to be extracted.
  macro: { corePackage: ['@lingui/core/macro', '#texts'] },
  orderBy: 'message',
  format: formatter({ lineNumbers: false }),
})
