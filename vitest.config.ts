import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { browserTests } from './web/build/browser-tests.ts'
import { texts } from './web/build/texts.ts'

/** Starts one PostgreSQL for the whole run and prepares the database that every test file is cloned from. */
const globalSetup = ['server/src/testing/global-setup.ts']

/** Files that follow one another share their modules: loading these anew for each took a fifth of the whole run. */
const isolate = false

/** What is waited for comes later on a busy machine; nothing is waited for that is there. */
const poll = { timeout: 10_000 }

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      { test: { name: 'contract', isolate, include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'tools', isolate, include: ['{mutants,scripts}/*.test.ts'] } },
      {
        test: {
          name: 'server',
          isolate,
          include: ['server/src/**/*.test.ts', 'clients/*.test.ts'],
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll },
        },
      },
      {
        plugins: [texts()],
        test: {
          name: 'web',
          isolate,
          include: ['web/{src,build}/**/*.test.ts'],
          setupFiles: ['web/src/texts/english-for-tests.ts'],
        },
      },
      { ...browserTests, test: { ...browserTests.test, expect: { poll } } },
      {
        test: {
          name: 'e2e',
          isolate,
          include: ['e2e/**/*.test.ts'],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll },
          // Off again once whole runs have shown that none needs it.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
