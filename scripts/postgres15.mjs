/**
 * npm run test:postgres15: runs the server tests on a temporary cluster of the oldest installed PostgreSQL (from 15).
 * Arguments select test files. Prints one line when none is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installMissing } from './install-missing.mjs'
import { makeCluster, serviceUser } from './make-cluster.mjs'
import { runPinned, toolPath } from './project.mjs'

const OLDEST = 15
const PARENTS = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt']

const installed = findInstalled()
if (!installed) {
  console.log(`Skipped: no PostgreSQL ${OLDEST} or newer is installed here (initdb and postgres).`)
  process.exit(0)
}
installMissing()
const folder = mkdtempSync(join(tmpdir(), 'muster-postgres-'))
const user = serviceUser()
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
const data = join(folder, 'data')
const log = join(folder, 'postgres.log')
let exitCode = 1
let postgres
try {
  const port = await freePort()
  console.log(`PostgreSQL ${installed.version} of ${installed.bin}, on port ${port}`)
  makeCluster(installed.bin, data, folder)
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(log, 'a')
  postgres = spawn(join(installed.bin, 'postgres'), ['-D', data, ...args], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
  })
  await ready(postgres)
  const vitest = [toolPath('vitest'), 'run', '--project', 'server', ...process.argv.slice(2)]
  const TEST_DATABASE_URL = `postgresql://postgres@127.0.0.1:${port}/postgres`
  exitCode = await runPinned(vitest, { env: { ...process.env, TEST_DATABASE_URL } })
} finally {
  if (postgres && postgres.exitCode === null) {
    postgres.kill('SIGINT')
    await new Promise((ended) => postgres.once('exit', ended))
  }
  rmSync(folder, { recursive: true, force: true })
}
process.exit(exitCode)

function findInstalled() {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const usual = PARENTS.filter(existsSync).flatMap((parent) =>
    readdirSync(parent).map((name) => join(parent, name, 'bin')),
  )
  return [...onPath, ...usual]
    .filter((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')))
    .map((bin) => ({ bin, version: versionOf(bin) }))
    .filter(({ version }) => version >= OLDEST)
    .sort((a, b) => a.version - b.version)[0]
}

function versionOf(bin) {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1])
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function ready(child) {
  while (child.exitCode === null) {
    const pidFile = join(data, 'postmaster.pid')
    if (existsSync(pidFile) && /^ready/m.test(readFileSync(pidFile, 'utf8'))) return
    await sleep(50)
  }
  throw new Error(readFileSync(log, 'utf8'))
}
