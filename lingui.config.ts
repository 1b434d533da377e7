import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** What the dashboard and the pages before sign-in may show: it is loaded with the first screen. */
const first = [
  'web/src/{api,live}/**',
  'web/src/theme/!(color-scheme-control|density-control).{ts,tsx}',
  'web/src/dashboard/!(card|daily-activity|dashboard-parts|day-queries|hiring-figures|kpi-comparison|leads-by-type|needs-you|rows-link).{ts,tsx}',
  'web/src/layout/!(client-header|command-box|command-groups|notification-list|own-commands|start-nav|use-search-results|use-settings-sections|user-menu-content).{ts,tsx}',
  'web/src/session/!(accept-invite-page|confirm-email-page|forgot-password-page|own-password-page|password-dialog|reset-password-page|unsubscribe-page).{ts,tsx}',
  'web/src/ui/!(changed-meanwhile|choice-chip-choices|copy-button|data-table|data-table-header|deleted-columns|form-buttons|key-help-dialog|search-input).{ts,tsx}',
  'web/src/statuses/*.{ts,tsx}',
  'web/src/texts/contract-labels.ts',
  'web/src/*/routes.ts',
  'web/src/*.{ts,tsx}',
]

/** The screens one sets up with, now and then, and parts of records: nobody who opens a board loads their words. */
const setup = [
  'admin',
  'admin-billing',
  'agents',
  'api-keys',
  'audit-logs',
  'call-queues',
  'call-wallboard',
  'companies',
  'consents',
  'imports',
  'invitations',
  'outgoing-webhooks',
  'pipelines',
  'plans',
  'positions',
  'privacy',
  'second-factor',
  'settings',
  'source-costs',
  'users',
  'voice-campaigns',
].join('|')

/** The definitions of custom fields; the screens show the fields themselves. */
const fieldSettings = 'web/src/custom-fields/settings/**'

/** Of these what other screens show too. */
const shared = ['web/src/privacy/{erase-dialog,privacy-items}.tsx', 'web/src/positions/company-select.tsx']

/** Said by the screens too, in the contract's own words. */
const definitions = 'contract/src/@(metric-definitions|measures|goal-labels).ts'

/** The lower parts of the dashboard, and analytics. */
const reports = [
  'web/src/analytics/!(routes).{ts,tsx}',
  'web/src/analytics/*/**',
  'web/src/explore/!(routes).{ts,tsx}',
  'web/src/report-dashboards/!(routes).{ts,tsx}',
  'web/src/dashboard/@(card|daily-activity|dashboard-parts|day-queries|hiring-figures|kpi-comparison|leads-by-type|needs-you|rows-link).{ts,tsx}',
]

/** The catalogue of texts: English is extracted from the source, every other language is translated. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    { path: '<rootDir>/texts/{locale}/first', include: first },
    {
      path: '<rootDir>/texts/{locale}/screens',
      include: [`web/src/!(${setup})/**`, ...shared],
      exclude: [...first, ...reports, fieldSettings],
    },
    { path: '<rootDir>/texts/{locale}/reports', include: [...reports, definitions] },
    {
      path: '<rootDir>/texts/{locale}/setup',
      include: [`web/src/@(${setup})/**`, fieldSettings],
      exclude: [...first, ...shared],
    },
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
