/**
 * Installs what package-lock.json names if node_modules lacks it. Runs on any Node from 20, before anything is
 * installed, and prints nothing when there is nothing to do.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isMain, pinnedNode, root, seconds } from './project.mjs'

const OLDEST_NODE = 20
const modules = join(root, 'node_modules')
const stamp = join(modules, '.muster-lock')

/** @throws {Error} with one line that says what to do */
export function installMissing() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = JSON.parse(lockText)
  const hash = createHash('sha256').update(lockText).digest('hex')
  const pinned = `v${lock.packages['node_modules/node'].version}`

  const matches = isStamped(hash) || agreesWithNpm(lock)
  if (!matches) install()
  if (runningVersion() !== pinned) repairPinnedNode(pinned)
  if (!isStamped(hash)) {
    mkdirSync(modules, { recursive: true })
    writeFileSync(stamp, hash)
  }
}

function isStamped(hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/** Compares with npm's own record of node_modules, so that a manual install is kept. */
function agreesWithNpm(lock) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true
    // Packages of other platforms are optional and missing.
    if (!installed[path]) return entry.optional === true
    return installed[path].version === entry.version
  })
}

function install() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(`Muster is installed with Node ${OLDEST_NODE} or newer; this is ${process.version}.`)
  }
  const started = Date.now()
  console.log('Installing the dependencies (npm ci), once; this may take a minute or two…')
  npm(['ci'])
  console.log(`Installed in ${seconds(started)}.`)
}

/** npm may be configured to run no install scripts; that of the package node installs the runtime. */
function repairPinnedNode(pinned) {
  console.log(`Bringing in Node ${pinned}, on which Muster runs…`)
  npm(['rebuild', 'node', '--ignore-scripts=false'])
  const running = runningVersion()
  if (running !== pinned) {
    throw new Error(
      `The Node ${pinned} of the package "node" does not run on this machine (${process.platform} ` +
        `${process.arch}${running ? `, ${running} answers instead` : ''}).`,
    )
  }
}

function runningVersion() {
  const run = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  return run.status === 0 ? run.stdout.trim() : undefined
}

/**
 * Includes dev and optional dependencies whatever NODE_ENV or the user's settings say: the runtime, the web build and
 * PostgreSQL are among them.
 */
function npm(args) {
  const quiet = [...args, '--include=dev', '--include=optional', '--no-progress', '--no-audit', '--no-fund']
  const [command, prefix, shell] = npmCommand()
  const run = spawnSync(command, [...prefix, ...quiet], {
    cwd: root,
    shell,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: pathOutsideModules() },
  })
  if (run.error) throw new Error(`npm does not start (${run.error.message}): install Node together with npm.`)
  if (run.status === 0) return
  const said = `${run.stderr}\n${run.stdout}`.split('\n').filter((line) => /^npm err/i.test(line))
  console.error(said.slice(0, 12).join('\n'))
  throw new Error(
    `npm ${args[0]} failed (${run.signal ?? `exit code ${run.status}`}); its reasons are above.`,
  )
}

/** The npm that started this script if any, on its own Node: the pinned one is being replaced. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script?.endsWith('npm-cli.js') && node && existsSync(script) && existsSync(node))
    return [node, [script], false]
  return ['npm', [], process.platform === 'win32']
}

/** Without node_modules/.bin: npm must not run on the Node that it is about to delete. */
function pathOutsideModules() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)
}

if (isMain(import.meta.url)) {
  try {
    installMissing()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
