import { connect } from '@muster/server/database/connect.ts'
import { migrate } from '@muster/server/database/migrate.ts'
import { rebuildFacts } from '@muster/server/facts/compact-totals.ts'
import { applicationRows } from '@muster/server/sample/application-rows.ts'
import { readSampleWorkspace } from '@muster/server/sample/fill-sample.ts'
import { planSample } from '@muster/server/sample/plan.ts'
import { sampleTables } from '@muster/server/sample/rows.ts'
import { setupRows } from '@muster/server/sample/setup-rows.ts'
import pg from 'pg'
import { TableCopy } from './copy-rows.ts'
import { benchAdmin, prepareBench } from './prepare.ts'

const seed = 20_251_121

/** Tables that grow with the applications: their indexes and foreign keys are created after the rows. */
const growing = ['candidates', 'applications', 'dispositions', 'calls', 'activity_logs', 'notifications']

interface Definition {
  drop: string
  create: string
}

/** Returns the definitions of what is faster to build at the end, from the catalog. */
async function definitions(client: pg.Client): Promise<{ indexes: Definition[]; foreignKeys: Definition[] }> {
  const { rows: indexes } = await client.query<Definition>(
    `select format('drop index %I', c.relname) as drop, pg_get_indexdef(i.indexrelid) as create
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not exists
       (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))`,
    [growing],
  )
  const { rows: foreignKeys } = await client.query<Definition>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [growing],
  )
  return { indexes, foreignKeys }
}

async function run(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString, options: '-c maintenance_work_mem=512MB' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Fills an empty database with applications like the sample's, in brief: without comments, assignments, transcripts and
 * mentions, about 6 log rows and 2 calls per application. Creating the foreign keys and unique indexes checks the rows.
 */
export async function fillDatabase(
  connectionString: string,
  applications: number,
  say: (line: string) => void,
): Promise<void> {
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  await migrate(connectionString)
  const db = connect(connectionString, 2)
  await prepareBench(db, false)
  const { id: adminId, workspace_id: workspaceId } = await db
    .selectFrom('users')
    .select(['id', 'workspace_id'])
    .executeTakeFirstOrThrow()
  const workspace = await readSampleWorkspace(db, workspaceId, {
    id: adminId,
    email: benchAdmin.email,
  })
  await db.destroy()

  const client = new pg.Client({ connectionString })
  await client.connect()
  const { indexes, foreignKeys } = await definitions(client)
  await client.end()
  await run(connectionString, [
    ...[...foreignKeys, ...indexes].map(({ drop }) => drop),
    // Report tables are built at the end, too.
    ...growing.map((table) => `alter table ${table} disable trigger user`),
  ])

  const plan = planSample({
    seed,
    asOf: Date.now(),
    timezone: workspace.timezone,
    applications,
    brief: true,
  })
  say(`planned ${applications.toLocaleString('en')} applications after ${seconds()}`)
  const setup = setupRows(plan, workspace)
  const copies = new Map<string, TableCopy>(
    sampleTables.map((table) => [table, new TableCopy(connectionString, table)]),
  )
  // Referenced rows come first, even without foreign keys.
  for (const [table, rows] of Object.entries(setup.rows)) await copies.get(table)!.write(rows)
  for (let index = 0; index < applications; index += 1)
    for (const [table, rows] of Object.entries(applicationRows(plan, workspace, setup.ids, index))) {
      const waiting = copies.get(table)!.write(rows)
      if (waiting) await waiting
    }
  for (const copy of copies.values()) await copy.finish()
  say(`copied ${[...copies].map(([table, { rows }]) => `${rows} ${table}`).join(', ')} after ${seconds()}`)

  const creates = indexes.map(({ create }) => create)
  await Promise.all(
    [0, 1].map((turn) =>
      run(
        connectionString,
        creates.filter((_, index) => index % 2 === turn),
      ),
    ),
  )
  say(`indexed after ${seconds()}`)
  await run(
    connectionString,
    foreignKeys.map(({ create }) => create),
  )
  await run(connectionString, [`vacuum (analyze) ${sampleTables.join(', ')}`])
  say(`checked and analysed after ${seconds()}`)
  await run(
    connectionString,
    growing.map((table) => `alter table ${table} enable trigger user`),
  )
  const counting = connect(connectionString, 2)
  await rebuildFacts(counting, workspaceId)
  await counting.destroy()
  await run(connectionString, ['vacuum (analyze) facts, fact_totals, fact_total_changes'])
  say(`counted for reports after ${seconds()}`)
}
