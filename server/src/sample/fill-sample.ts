import { sql } from 'kysely'
import { writeConsentsAs } from '../consents/consent-writer.ts'
import { loadAllFields, lockFields } from '../custom-fields/load-fields.ts'
import type { Database } from '../database/connect.ts'
import { loadDefaultStages } from '../pipelines/default-stages.ts'
import { applicationRows } from './application-rows.ts'
import { planSample } from './plan.ts'
import { type SampleRows, type SampleTable, sampleTables } from './rows.ts'
import { type SampleWorkspace, setupRows } from './setup-rows.ts'

const seed = 20_251_121
export const sampleSize = { applications: 2_000, positions: 55, companies: 8 } as const

/** Rows per statement: some megabytes of JSON. */
const batchSize = 2_000

/** Returns what the sample needs to know about its workspace. */
export async function readSampleWorkspace(
  db: Database,
  workspaceId: string,
  admin: { id: string; email: string },
  suffix = '',
): Promise<SampleWorkspace> {
  const { timezone } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  const stages = await loadDefaultStages(db, workspaceId)
  const reasons = await db
    .selectFrom('reasons')
    .where('workspace_id', '=', workspaceId)
    .select(['id', 'party', 'name'])
    .execute()
  const names = async (table: string, ofAdmin = sql``) => {
    const { rows } = await sql<{ name: string }>`
      select lower(name) as name from ${sql.table(table)}
      where workspace_id = ${workspaceId} and deleted_at is null ${ofAdmin}
    `.execute(db)
    return new Set(rows.map(({ name }) => name))
  }
  const { rows: costs } = await sql<{ place: string }>`
    select month || ' ' || source as place from source_costs where workspace_id = ${workspaceId}
  `.execute(db)
  const ofAdmin = sql`and user_id = ${admin.id}`
  return {
    id: workspaceId,
    timezone,
    pipelineId: stages[0]!.pipeline_id,
    stages: stages.map(({ sla_days, ...stage }) => ({ ...stage, slaDays: sla_days })),
    reasons,
    admin,
    suffix,
    taken: {
      companies: await names('companies'),
      views: await names('saved_views', ofAdmin),
      reports: await names('saved_reports', ofAdmin),
      dashboards: await names('report_dashboards', ofAdmin),
      queues: await names('call_queues'),
      campaigns: await names('voice_campaigns'),
      costs: new Set(costs.map(({ place }) => place)),
    },
    fields: await loadAllFields(db, workspaceId),
  }
}

/**
 * Inserts a simulated year of an agency, up to the database's present, and records what belongs to it. Its staff have
 * no passwords yet.
 */
export async function fillSample(
  tx: Database,
  workspaceId: string,
  admin: { id: string; email: string },
  suffix = '',
): Promise<void> {
  await lockFields(tx, workspaceId)
  const workspace = await readSampleWorkspace(tx, workspaceId, admin, suffix)
  const { rows } = await sql<{ now: string }>`select now()`.execute(tx)
  await writeConsentsAs(tx, { source: 'sample', userId: null })
  const collected = collectSample(workspace, Date.parse(rows[0]!.now))
  for (const [table, tableRows] of collected)
    for (let start = 0; start < tableRows.length; start += batchSize)
      await insertRows(tx, table, tableRows.slice(start, start + batchSize))
  await markSample(tx, workspaceId, collected)
}

const recordKinds = {
  custom_fields: 'custom_field',
  companies: 'company',
  users: 'user',
  agents: 'agent',
  positions: 'position',
  saved_views: 'saved_view',
  saved_reports: 'saved_report',
  report_dashboards: 'report_dashboard',
  source_costs: 'source_cost',
  goals: 'goal',
  call_queues: 'call_queue',
  voice_campaigns: 'voice_campaign',
  candidates: 'candidate',
} as const satisfies Partial<Record<SampleTable, string>>

async function markSample(tx: Database, workspaceId: string, collected: Map<SampleTable, object[]>) {
  for (const [table, kind] of Object.entries(recordKinds)) {
    const ids = (collected.get(table as SampleTable) as { id: string }[]).map(({ id }) => id)
    await sql`
      insert into sample_records (workspace_id, kind, id) select ${workspaceId}, ${kind}, unnest(${ids}::uuid[])
    `.execute(tx)
  }
  await tx
    .updateTable('workspaces')
    .set({ sample_loaded_at: sql`now()` })
    .where('id', '=', workspaceId)
    .execute()
}

/** Returns all rows of the sample by table, in insertion order. */
export function collectSample(workspace: SampleWorkspace, asOf: number): Map<SampleTable, object[]> {
  const plan = planSample({
    seed,
    asOf,
    timezone: workspace.timezone,
    applications: sampleSize.applications,
    brief: false,
  })
  const collected = new Map<SampleTable, object[]>(sampleTables.map((table) => [table, []]))
  const collect = (rows: SampleRows) => {
    for (const [table, tableRows] of Object.entries(rows))
      collected.get(table as SampleTable)!.push(...tableRows)
  }
  const setup = setupRows(plan, workspace)
  collect(setup.rows)
  for (let index = 0; index < plan.count; index += 1)
    collect(applicationRows(plan, workspace, setup.ids, index))
  return collected
}

/** Inserts rows in one JSON parameter, since many columns would exceed PostgreSQL's limit on parameters. */
async function insertRows(tx: Database, table: SampleTable, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  const into = sql.table(table)
  await sql`
    insert into ${into} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx)
}
