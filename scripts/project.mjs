import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** The Node pinned by package-lock.json. The product runs on it, whatever runs these scripts. */
export const pinnedNode =
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node')

/** Returns the JavaScript file of an installed command, to be run by the pinned Node on every platform. */
export function toolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Runs the pinned Node; resolves to its exit code. Its output is inherited unless `onOutput` takes it. */
export function runPinned(args, { onOutput, ...options } = {}) {
  return new Promise((done) => {
    const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(pinnedNode, args, { cwd: root, stdio, ...options })
    for (const stream of onOutput ? [child.stdout, child.stderr] : []) stream.on('data', onOutput)
    child.once('error', (error) => {
      console.error(`${pinnedNode} does not start: ${error.message}`)
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/** Returns the latest modification time among files and folders, in milliseconds; missing ones are ignored. */
export function newestChange(paths) {
  let newest = 0
  for (const path of paths) {
    if (!existsSync(path)) continue
    const stat = statSync(path)
    newest = Math.max(newest, stat.mtimeMs)
    if (stat.isDirectory())
      newest = Math.max(newest, newestChange(readdirSync(path).map((n) => join(path, n))))
  }
  return newest
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

/** Tells whether a module is the script named on the command line. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(moduleUrl)
}

/**
 * The server's environment. Without a limit, Node lets garbage grow to gigabytes on a large machine; with it, a node
 * stays near what it needs. The caller's NODE_OPTIONS take precedence.
 */
export const serverEnv = { NODE_OPTIONS: '--max-old-space-size=1024', ...process.env }
