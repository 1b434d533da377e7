import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { browserTests, viewerTimezone } from './web/build/browser-tests.ts'
import { texts } from './web/build/texts.ts'

/** Starts one PostgreSQL for the whole run and prepares the database that every test file is cloned from. */
const globalSetup = ['server/src/testing/global-setup.ts']

/** Files that follow one another share their modules: loading these anew for each took a fifth of the whole run. */
const isolate = false

/** What is waited for comes later on a busy machine; nothing is waited for that is there. */
const poll = { timeout: 30_000 }

/** Node runs the sources of tests, as it runs the server: transforming each module took seconds of every worker. */
const experimental = { viteModuleRunner: false, nodeLoader: false }

/** What one process has read and compiled, for workers and nodes that start after it. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') }

/** A busy machine takes several times as long. */
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'contract',
          isolate,
          experimental,
          env,
          ...timeouts,
          include: ['contract/src/**/*.test.ts'],
        },
      },
      { test: { name: 'tools', isolate, ...timeouts, include: ['{mutants,scripts}/*.test.ts'] } },
      {
        test: {
          name: 'server',
          isolate,
          experimental,
          env,
          include: ['server/src/**/*.test.ts', 'clients/*.test.ts'],
          globalSetup,
          ...timeouts,
          expect: { poll },
        },
      },
      {
        plugins: [texts()],
        test: {
          name: 'web',
          isolate,
          env: { TZ: viewerTimezone },
          ...timeouts,
          include: ['web/{src,build}/**/*.test.ts'],
          setupFiles: ['web/src/texts/english-for-tests.ts', 'web/src/testing/window-for-tests.ts'],
        },
      },
      // After the others: beside end-to-end tests, four browser pages share the cores, and some tests took over a minute.
      {
        ...browserTests,
        test: { ...browserTests.test, expect: { poll }, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          name: 'e2e',
          isolate,
          experimental,
          env,
          include: ['e2e/**/*.test.ts'],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll },
        },
      },
    ],
  },
})
