/** The Mantine components that the sign-in page and every other screen use. */
const controls = [
  'Anchor',
  'Button',
  'CloseButton',
  'Input',
  'InputBase',
  'Loader',
  'Skeleton',
  'Text',
  'TextInput',
  'Transition',
  'UnstyledButton',
].join('|')

/** Loaded by both the pages before sign-in and the app. */
const base = new RegExp(
  [
    '/node_modules/(react|react-dom|scheduler|clsx|@lingui/core|@lingui/react)/',
    `/@mantine/core/esm/(core|components/(${controls}))/`,
    '/contract/src/languages\\.',
    '/web/src/(session/(stored-session|session|auth-paths)|theme/theme|api/api-error|texts/(language|load-texts)|ui/logo)\\.',
  ].join('|'),
)

/** Loaded by every screen of the app. */
const appBase = new RegExp(
  [
    '/node_modules/(@tanstack/(react-router|router-core|history|react-store|store|react-query|query-core)|use-sync-external-store)/',
    '/web/src/(api/(?!pages|send-file|use-choices)|router\\.|\\w+/routes\\.|session/requires\\.)',
    '/web/src/layout/(app-layout|page|side-nav|user-menu|notification-bell)\\.',
    '/web/src/(dashboard/(rows-link|report-rows)|analytics/report-rows)\\.',
    '/web/src/ui/(avatar|confirm|hint|format|kbd|link|search-params|skeletons|state|toast)\\.',
  ].join('|'),
)

/** Parts of these that the dashboard, the first screen of the day, does not need. */
const later = new RegExp(
  [
    '/modern/(queriesObserver|useQueries|mutationObserver|useMutation|useMutationState|infiniteQueryObserver|useInfiniteQuery)\\.',
    '/react-router/dist/esm/useBlocker\\.',
    '/core/utils/(create-scoped-keydown-handler|find-element-in-shadow-dom)/',
    '/use-mantine-color-scheme/use-mantine-color-scheme\\.',
    '/components/VisuallyHidden/',
    '/web/src/(ui/(age|now)|api/pages)\\.',
    // Endpoints refer to the names of permissions and metrics; only screens need their descriptions.
    '/contract/src/(permissions|metric-definitions)\\.',
    // Only needed to change something.
    '/contract/src/(calls|candidates|dispositions|notifications|own-account|positions|uploads|voice-webhooks)\\.ts\\?endpoint=(change|copy|create|delete|download|export|find|listNotificationChoices|log|merge|order|preview|read|reset|restore|set|unmerge|update|upload)',
  ].join('|'),
)

/**
 * By default the bundler emits a file for every few hundred bytes that two screens share. A first load then
 * takes about fifty files, which compress a tenth worse. So everything that always loads together is one
 * file.
 */
export const chunks = {
  groups: [
    { name: 'later', priority: 3, test: later, includeDependenciesRecursively: false },
    // Lists take filters by measures; only Explore needs their words. Only imports need their fields and cases.
    ...['measures', 'import-fields', 'import-cases'].map((name) => ({
      name,
      priority: 3,
      test: new RegExp(`/contract/src/${name}\\.`),
      includeDependenciesRecursively: false,
    })),
    { name: 'base', priority: 2, test: base },
    { name: 'app-base', priority: 1, test: appBase },
  ],
}
