import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** The Node that package-lock.json pins; whatever runs these scripts, the product runs on this one. */
export const pinnedNode =
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node')

/** The JavaScript file behind an installed command, to be run by the pinned Node on every platform. */
export function toolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Runs the pinned Node with inherited output; resolves to its exit code. */
export function runPinned(args, options = {}) {
  return new Promise((done) => {
    const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', (error) => {
      console.error(`${pinnedNode} does not start: ${error.message}`)
      done(1)
    })
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** The latest change among files and folders, as milliseconds; a missing one counts as never changed. */
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

/** True for the script that was named on the command line, false for one that is imported. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(moduleUrl)
}

/**
 * The server's environment. Told of no limit, Node lets garbage pile up to gigabytes on a large machine; with this one a
 * node stays near what it needs. NODE_OPTIONS of whoever starts it goes before.
 */
export const serverEnv = { NODE_OPTIONS: '--max-old-space-size=1024', ...process.env }
