import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'

/** A statement that is silent for half a minute is taken for lost, on a busy machine too. */
const atOnce = 500
/** Adding up many at once makes fewer sums, but every report reads what was not added up yet. */
const compactEvery = 20

/** Empties the sums of a workspace; until they are whole again, reports add up the rows. */
async function begin(db: Kysely<DB>, workspaceId: string): Promise<string> {
  return writeTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // Whoever writes meanwhile waits, and then counts into what is empty.
    await sql`select pg_advisory_xact_lock(7204, hashtext(${workspaceId}::uuid::text))`.execute(tx)
    for (const table of ['report_deltas', 'report_rollups', 'report_subjects'])
      await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(tx)
    const { rows } = await sql<{ timezone: string }>`
      insert into report_states as s (workspace_id, timezone, ready, built_at)
      select id, timezone, false, clock_timestamp() from workspaces where id = ${workspaceId}
      on conflict (workspace_id) do update
        set timezone = excluded.timezone, ready = false, built_at = clock_timestamp(), version = gen_random_uuid()
      returning built_at as timezone
    `.execute(tx)
    return rows[0]!.timezone
  })
}

/** Counts all subjects of a kind, some at a time, in the order of their ids. */
async function countAll(db: Kysely<DB>, workspaceId: string, from: ReturnType<typeof sql>): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000', times = 1; ; times += 1) {
    const last = await writeTransaction(db, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      const { rows } = await sql<{ id: string }>`
        select id from ${from} and id > ${after} order by id limit ${sql.lit(atOnce)}
      `.execute(tx)
      if (rows.length > 0)
        await sql`select report_refresh(${workspaceId}, ${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
      return rows.at(-1)?.id
    })
    if (!last) return
    after = last
    if (times % compactEvery === 0) await compactReports(db, workspaceId)
  }
}

/** Adds what was counted since the last time to the sums. */
export async function compactReports(db: Kysely<DB>, workspaceId: string): Promise<void> {
  await writeTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select report_compact(${workspaceId})`.execute(tx)
  })
}

/**
 * Builds the sums of a workspace anew from its rows, by the days of its timezone. Work goes on meanwhile, and so do
 * reports, which read the rows until it is done. Of two at once the one that began last has the say.
 */
export async function rebuildReports(db: Kysely<DB>, workspaceId: string): Promise<void> {
  const begun = await begin(db, workspaceId)
  await countAll(db, workspaceId, sql`applications where workspace_id = ${workspaceId}`)
  await countAll(db, workspaceId, sql`calls where workspace_id = ${workspaceId} and application_id is null`)
  await compactReports(db, workspaceId)
  await db
    .updateTable('report_states')
    .set({ ready: true })
    .where('workspace_id', '=', workspaceId)
    .where('built_at', '=', begun)
    .execute()
}
