/**
 * Finds the Chromium for the browser tests. Downloads nothing but, on Debian as root, the distribution's package.
 *
 *   node scripts/find-chromium.mjs            prints the path, installing the package if allowed
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { isMain, root } from './project.mjs'

/** The first one on the PATH is used. The headless shell needs a third less time than the others. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

const USUAL_PATHS = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
}

/**
 * @param {{ install?: boolean }} [options] install: may the Debian package be installed
 * @returns {string} the path of an executable Chromium or Chrome
 * @throws {Error} with one line that says what to do
 */
export function findChromium({ install = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, which is not an executable file.`)
  }
  const found = onPath() ?? (USUAL_PATHS[process.platform] ?? []).find(isExecutable) ?? ofPlaywright()
  if (found) return found
  if (install && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const failure = installDebianPackage()
    const installed = onPath()
    if (installed) return installed
    throw new Error(
      `The package chromium could not be installed: ${failure ?? 'it brings no working browser'}`,
    )
  }
  throw new Error('No Chromium or Chrome was found: install one, or set CHROMIUM_PATH to its executable.')
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const name of NAMES) {
    for (const folder of folders) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      if (isExecutable(path) && answers(path)) return path
    }
  }
}

function ofPlaywright() {
  try {
    const require = createRequire(join(root, 'e2e', 'package.json'))
    const path = require('playwright-core').chromium.executablePath()
    return isExecutable(path) ? path : undefined
  } catch {
    return undefined
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Tells whether a program runs. Ubuntu's chromium-browser may be a stub for a snap. Not asked on Windows, where it
 * would open a window.
 */
function answers(path) {
  if (process.platform !== 'linux') return true
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** Returns the error, or undefined. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' })
  if (run.status === 0) return undefined
  const lines = `${run.error?.message ?? ''}\n${run.stderr ?? ''}`
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.find((line) => line.startsWith('E:')) ?? lines[0] ?? 'apt-get failed'
}

/** Older releases of Debian have no headless shell. Returns the error, or undefined. */
function installDebianPackage() {
  console.error('Installing Chromium for the browser tests (apt-get), once…')
  const install = (name) => aptGet('install', '-y', '--no-install-recommends', name)
  return aptGet('update') ?? (install('chromium-headless-shell') && install('chromium'))
}

if (isMain(import.meta.url)) {
  try {
    console.log(findChromium({ install: true }))
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
