/** npm run build: builds everything anew. Others build what is stale. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, newestChange, root, runPinned, toolPath } from './project.mjs'

const WEB_SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src',
  'texts',
  'package-lock.json',
]
const READER_SOURCES = ['server/src', 'server/vite.config.ts', 'contract/src', 'package-lock.json']

export function hasWebApp() {
  return existsSync(join(root, 'web', 'vite.config.ts'))
}

/** Tells whether web/dist is older than its sources. */
export function isWebBuildStale() {
  return isStale('web/dist/index.html', WEB_SOURCES)
}

/** Tells whether server/dist/readers is older than its sources. */
export function areReadersStale() {
  return isStale('server/dist/readers', READER_SOURCES)
}

function isStale(built, sources) {
  return newestChange([join(root, built)]) < newestChange(sources.map((path) => join(root, path)))
}

/** Builds web/dist; resolves to the exit code. Runs in the root folder, which the catalogs' paths are relative to. */
export function buildWeb(options) {
  return runPinned([toolPath('vite'), 'build', 'web', '--logLevel', 'warn'], options)
}

/** Builds server/dist/readers, which the processes that read files run; resolves to the exit code. */
export function buildReaders(options) {
  return runPinned([toolPath('vite'), 'build', 'server', '--logLevel', 'warn'], options)
}

if (isMain(import.meta.url)) {
  const codes = await Promise.all([buildWeb(), buildReaders()])
  process.exitCode = Math.max(...codes)
}
