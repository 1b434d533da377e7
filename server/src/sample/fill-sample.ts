import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { applicationRows } from './application-rows.ts'
import { planSample } from './plan.ts'
import { type SampleRows, type SampleTable, sampleTables } from './rows.ts'
import { type SampleWorkspace, setupRows } from './setup-rows.ts'

const seed = 20_251_121
const applicationCount = 2_000

/** Rows sent in one statement: some megabytes of JSON. */
const rowsAtOnce = 2_000

/** What the sample needs to know of the workspace it goes into. */
export async function readSampleWorkspace(
  db: Database,
  workspaceId: string,
  admin: { id: string; email: string },
): Promise<SampleWorkspace> {
  const { timezone } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  const stages = await db
    .selectFrom('stages')
    .innerJoin('pipelines', (join) =>
      join
        .onRef('pipelines.workspace_id', '=', 'stages.workspace_id')
        .onRef('pipelines.id', '=', 'stages.pipeline_id'),
    )
    .where('stages.workspace_id', '=', workspaceId)
    .where('pipelines.is_default', '=', true)
    .orderBy('stages.ordinal')
    .select(['stages.id', 'stages.name', 'stages.type', 'stages.color', 'stages.sla_days'])
    .select(['stages.ordinal', 'stages.pipeline_id'])
    .execute()
  const reasons = await db
    .selectFrom('reasons')
    .where('workspace_id', '=', workspaceId)
    .select(['id', 'party', 'name'])
    .execute()
  return {
    id: workspaceId,
    timezone,
    pipelineId: stages[0]!.pipeline_id,
    stages: stages.map(({ sla_days, type, ...stage }) => ({
      ...stage,
      type: type as StatusType,
      slaDays: sla_days,
    })),
    reasons,
    admin,
  }
}

/** A year in the life of an agency, up to the database's present. Its staff have no passwords yet. */
export async function fillSample(
  tx: Database,
  workspaceId: string,
  admin: { id: string; email: string },
): Promise<void> {
  const workspace = await readSampleWorkspace(tx, workspaceId, admin)
  const { rows } = await sql<{ now: string }>`select now()`.execute(tx)
  for (const [table, tableRows] of collectSample(workspace, Date.parse(rows[0]!.now)))
    for (let start = 0; start < tableRows.length; start += rowsAtOnce)
      await insertRows(tx, table, tableRows.slice(start, start + rowsAtOnce))
}

/** All rows of the sample, by table in the order to insert them. */
export function collectSample(workspace: SampleWorkspace, asOf: number): Map<SampleTable, object[]> {
  const plan = planSample({
    seed,
    asOf,
    timezone: workspace.timezone,
    applications: applicationCount,
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

/** One statement whatever the number of columns, which would soon meet PostgreSQL's limit on parameters. */
async function insertRows(tx: Database, table: SampleTable, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  const into = sql.table(table)
  await sql`
    insert into ${into} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx)
}
