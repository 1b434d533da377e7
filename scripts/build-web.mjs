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

/** True when web/dist was built before the latest change of what it is built from. */
export function isWebBuildStale() {
  const built = newestChange([join(root, 'web', 'dist', 'index.html')])
  return built < newestChange(SOURCES.map((path) => join(root, path)))
}

/** Builds web/dist; resolves to the exit code of the build. From the root, which the catalogue's paths begin at. */
export function buildWeb() {
  return runPinned([toolPath('vite'), 'build', 'web', '--logLevel', 'warn'])
}
