import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { type Case, cases, findSubjects, type Subjects } from './cases.ts'
import { type Served, serve } from './child.ts'
import { type BenchDatabases, prepareDatabases } from './databases.ts'
import { median, rate } from './measure.ts'
import { processorTimeOf } from './processor.ts'
import { signedInHeaders } from './sign-in.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '10000' },
    /** Only cases with this word in their name. */
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
})

const compared = [
  'list, newest activity first',
  'list, open',
  'board of a position',
  'application details',
  'search, a family name',
  'search, a common name',
]

const run = promisify(execFile)

interface Side {
  muster: Served
  subjects: Subjects
  admin: pg.Client
  databases: BenchDatabases
}

/**
 * Unpacks and installs a commit in the temporary folder, once. Returns its `bench` folder. (Inside the project its files would be
 * checked with ours.)
 */
async function prepareCommit(commit: string): Promise<URL> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`])
  const folder = join(tmpdir(), `muster-bench-${stdout.trim().slice(0, 12)}`)
  if (!existsSync(`${folder}/node_modules/.package-lock.json`)) {
    console.log(`Installing ${commit}, kept for the next run`)
    await mkdir(folder, { recursive: true })
    await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder])
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  }
  return pathToFileURL(`${folder}/bench/`)
}

/** Starts a version on a database that it has filled itself, in a PostgreSQL of its own. */
async function openSide(folder: URL, prepare: typeof prepareDatabases): Promise<Side> {
  const databases = await prepare([Number(options.size)])
  const [connectionString] = databases.connectionStrings.values()
  const admin = new pg.Client({ connectionString: databases.admin })
  await admin.connect()
  return {
    databases,
    admin,
    muster: await serve('./serve-muster.ts', connectionString!, {}, folder),
    subjects: await findSubjects(connectionString!),
  }
}

interface Measured {
  perSecond: number
  nodeMs: number
  databaseMs: number
  bytes: number
}

/** Measures one call at its maximal rate: requests a second, and the processor time of each. */
async function measure(one: Case, side: Side, seconds: number): Promise<Measured> {
  const headers = await signedInHeaders(side.muster.url)
  const url = `${side.muster.url}/api/v1${one.path(side.subjects)}`
  const bytes = (await (await fetch(url, { headers })).arrayBuffer()).byteLength
  const { result, nodeMs, databaseMs } = await processorTimeOf(
    { admin: side.admin, nodes: [side.muster] },
    () => rate(url, headers, seconds),
  )
  const { perSecond, requests } = result
  return { perSecond, nodeMs: nodeMs / requests, databaseMs: databaseMs / requests, bytes }
}

async function closeSide({ muster, admin, databases }: Side): Promise<void> {
  await muster.stop()
  await admin.end()
  await databases.stop()
}

const show = (value: number, digits: number) => value.toFixed(digits).padStart(9)

function report(name: string, [now, then]: readonly [Measured, Measured]): void {
  const rates = `${show(now.perSecond, 0)}${show(then.perSecond, 0)}${show(now.perSecond / then.perSecond, 2)}`
  const [cost, costThen] = [now.nodeMs + now.databaseMs, then.nodeMs + then.databaseMs]
  const costs = `${show(now.nodeMs, 2)}${show(now.databaseMs, 2)}${show(then.nodeMs, 2)}${show(then.databaseMs, 2)}`
  const sizes = `${show(now.bytes / 1000, 1)}${show(then.bytes / 1000, 1)}`
  console.log(`${name.padEnd(28)}${rates} ${costs}${show(costThen / cost, 2)} ${sizes}`)
}

const [commit] = positionals
if (!commit) throw new Error('Name a commit: npx node bench/against.ts <commit>')
const folder = await prepareCommit(commit)
const theirs = (await import(new URL('databases.ts', folder).href)) as typeof import('./databases.ts')
const sides: Side[] = []
try {
  sides.push(await openSide(new URL('./', import.meta.url), prepareDatabases))
  sides.push(await openSide(folder, theirs.prepareDatabases))
  console.log(`\n${options.size} applications; now, and ${commit} with the same data and calls`)
  console.log(
    `${''.padEnd(28)} requests a second, and times    processor, ms: node, PostgreSQL; then; times   kB now, then`,
  )
  for (const one of cases) {
    if (!compared.includes(one.name) || (options.only && !one.name.includes(options.only))) continue
    for (const side of sides) await measure(one, side, 2)
    const rounds: Measured[][] = []
    for (let round = 0; round < Number(options.rounds); round += 1) {
      const measured: Measured[] = []
      for (const side of sides) measured.push(await measure(one, side, Number(options.seconds)))
      rounds.push(measured)
    }
    const middle = (of: (measured: Measured) => number, side: number) =>
      median(rounds.map((round) => of(round[side]!)))
    const [now, then] = [0, 1].map((side) => ({
      perSecond: middle(({ perSecond }) => perSecond, side),
      nodeMs: middle(({ nodeMs }) => nodeMs, side),
      databaseMs: middle(({ databaseMs }) => databaseMs, side),
      bytes: rounds[0]![side]!.bytes,
    }))
    report(one.name, [now!, then!])
  }
} finally {
  for (const side of sides) await closeSide(side)
}
