import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run pictures`: takes the pictures of docs/screens.md. No part of `npm test`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    name: 'pictures',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['e2e/pictures/take-pictures.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
