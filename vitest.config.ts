import { defineConfig } from 'vitest/config'
import { texts } from './web/build/texts.ts'

/** Starts one PostgreSQL for the whole run and prepares the database that every test file is cloned from. */
const globalSetup = ['server/src/testing/global-setup.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', isolate: false, include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server', isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [texts()],
        test: {
          name: 'web',
          isolate: false,
          include: ['web/{src,build}/**/*.test.ts'],
          setupFiles: ['web/src/texts/english-for-tests.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is waited for comes later on a busy machine; nothing is waited for that is there.
          expect: { poll: { timeout: 10_000 } },
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
