import { parseArgs } from 'node:util'
import { connectionOptions } from '@muster/server/database/session-settings.ts'
import pg from 'pg'
import { cases, findSubjects } from './cases.ts'
import { serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { get, median, runStatements, timeEach } from './measure.ts'
import type { Statement } from './serve-muster.ts'
import { signedInHeaders } from './sign-in.ts'

/** Row-level security may cost a tenth. */
const target = 1.1
const role = 'muster_bench_walled'
const measured = [
  'list, newest activity first',
  'list, open',
  'list, one position',
  'board of a position',
  'application details',
  'activity of one',
  'search, some hundred people',
  'search, an e-mail address',
  'global search',
  'candidates',
  'calls',
]

const { values: options } = parseArgs({ options: { size: { type: 'string', default: '100000' } } })
const size = Number(options.size)

const tablesOfWorkspaces = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'workspace_id' order by 1`

/**
 * Enables row-level security for a role of its own: policies do not bind the tables' owner, which the server is here.
 */
async function enablePolicies(admin: pg.Client): Promise<string[]> {
  await admin.query(`create role ${role} login password '${role}'`)
  await admin.query(`grant select on all tables in schema public to ${role}`)
  const { rows } = await admin.query<{ name: string }>(tablesOfWorkspaces)
  for (const { name } of rows) {
    await admin.query(`alter table ${name} enable row level security`)
    await admin.query(`create policy restricted on ${name} to ${role}
      using (workspace_id = (select current_setting('muster.workspace')::uuid))`)
  }
  return rows.map(({ name }) => name)
}

async function dropPolicies(admin: pg.Client, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    await admin.query(`drop policy if exists restricted on ${name}`)
    await admin.query(`alter table ${name} disable row level security`)
  }
  await admin.query(`drop owned by ${role}`)
  await admin.query(`drop role ${role}`)
}

const databases = await prepareDatabases([size])
const address = databases.connectionStrings.get(size)!
const adminAddress = new URL(databases.admin)
adminAddress.pathname = new URL(address).pathname
const restrictedAddress = new URL(address)
restrictedAddress.username = role
restrictedAddress.password = role

const muster = await serve('./serve-muster.ts', address)
const subjects = await findSubjects(address)
const headers = await signedInHeaders(muster.url)

async function record(path: string): Promise<Statement[]> {
  await get(`${muster.url}/api/v1${path}`, headers)
  muster.tell('record')
  await get(`${muster.url}/api/v1${path}`, headers)
  return muster.ask<Statement[]>('recorded')
}

const admin = new pg.Client({ connectionString: adminAddress.href })
const open = new pg.Client({ connectionString: address, options: connectionOptions })
const restricted = new pg.Client({ connectionString: restrictedAddress.href, options: connectionOptions })
await Promise.all([admin.connect(), open.connect()])
const tables = await enablePolicies(admin)
try {
  await restricted.connect()
  const { rows } = await open.query<{ id: string }>('select id from workspaces limit 1')
  const workspace: Statement = {
    text: `select set_config('muster.workspace', $1, false)`,
    values: [rows[0]!.id],
  }
  console.log(
    `Statements of a call at ${size.toLocaleString('en')} applications, ms: open, and behind row-level security`,
  )
  for (const one of cases.filter(({ name }) => measured.includes(name))) {
    const statements = await record(one.path(subjects))
    const [without, behind]: [number[], number[]] = [[], []]
    for (let round = 0; round < 5; round += 1) {
      const some = { most: 20, ms: 1_000 }
      without.push(...(await timeEach(() => runStatements(open, statements), some)))
      behind.push(...(await timeEach(() => runStatements(restricted, [workspace, ...statements]), some)))
    }
    const ratio = median(behind) / median(without)
    console.log(
      `${one.name.padEnd(32)} ${median(without).toFixed(2).padStart(9)} ${median(behind).toFixed(2).padStart(9)} ${ratio.toFixed(2)}×${ratio > target ? '!' : ''}`,
    )
  }
  console.log(`! costs more than ${Math.round((target - 1) * 100)} in a hundred`)
} finally {
  await restricted.end()
  await dropPolicies(admin, tables)
  await Promise.all([admin.end(), open.end()])
  await muster.stop()
  await databases.stop()
}
