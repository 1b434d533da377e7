import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newestChange, root, runPinned, toolPath } from './project.mjs'

const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src',
  'texts',
  'package-lock.json',
]

export function hasWebApp() {
  return existsSync(join(root, 'web', 'vite.config.ts'))
}

/** Tells whether web/dist is older than its sources. */
export function isWebBuildStale() {
  const built = newestChange([join(root, 'web', 'dist', 'index.html')])
  return built < newestChange(SOURCES.map((path) => join(root, path)))
}

/** Builds web/dist; resolves to the exit code. Runs in the root folder, which the catalogs' paths are relative to. */
export function buildWeb(options) {
  return runPinned([toolPath('vite'), 'build', 'web', '--logLevel', 'warn'], options)
}
