import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { applyPendingFacts, beginToBuild, buildSome, lockFacts } from './apply-pending-facts.ts'

/** Adds the pending changes to the totals. */
async function foldChanges(db: Kysely<DB>, workspaceId: string): Promise<void> {
  await writeTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await lockFacts(tx, workspaceId)
    const { numAffectedRows } = await sql`
      with gone as (
        delete from fact_total_changes where workspace_id = ${workspaceId} returning *
      )
      insert into fact_totals as t (workspace_id, split, key, figure, day, label, detail, ref, value, n)
      select workspace_id, split, key, figure, day, label, detail, ref, value, sum(n)
      from gone
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      having sum(n) <> 0
      order by 1, 2, 3, 4, 5, 6, 7, 8, 9
      on conflict (workspace_id, split, key, figure, day, label, detail, ref, value) do update set n = t.n + excluded.n
    `.execute(tx)
    if (!numAffectedRows) return
    await sql`delete from fact_totals where workspace_id = ${workspaceId} and n = 0`.execute(tx)
    await sql`
      update fact_states set version = gen_random_uuid() where workspace_id = ${workspaceId}
    `.execute(tx)
  })
}

/** A build adds its changes after this many batches, because each report reads all pending changes. */
const compactEvery = 10

/** Brings a workspace's totals up to date. */
export async function compactTotals(db: Kysely<DB>, workspaceId: string): Promise<void> {
  await applyPendingFacts(db, workspaceId)
  await foldChanges(db, workspaceId)
}

/** Derives and counts the subjects that the totals lack. */
export async function buildFacts(db: Kysely<DB>, workspaceId: string): Promise<void> {
  for (let times = 1; await buildSome(db, workspaceId); times += 1)
    if (times % compactEvery === 0) await foldChanges(db, workspaceId)
  await foldChanges(db, workspaceId)
}

/**
 * Derives a workspace's facts and totals again from its rows. Writes continue meanwhile, and so do reports, which read
 * facts until the totals are complete.
 */
export async function rebuildFacts(db: Kysely<DB>, workspaceId: string): Promise<void> {
  await beginToBuild(db, workspaceId)
  await buildFacts(db, workspaceId)
}
