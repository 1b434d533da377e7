import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { allSubjects, applyPendingFacts } from './apply-pending-facts.ts'
import { buildFacts, compactTotals, rebuildFacts } from './compact-totals.ts'

/** Derives the facts of pending changes of every workspace. */
export async function applyAllPendingFacts({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct workspace_id as id from pending_facts`.execute(
    db,
  )
  for (const { id } of rows) await applyPendingFacts(db, id)
}

/** Brings the totals of every workspace up to date, and builds those that are incomplete or of another timezone's days. */
export async function updateTotals({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string; isOfOtherDays: boolean; isComplete: boolean }>`
    select w.id, s.timezone <> w.timezone as "isOfOtherDays", s.totals_through = ${allSubjects} as "isComplete"
    from workspaces w join fact_states s on s.workspace_id = w.id
    where s.timezone <> w.timezone or s.totals_through <> ${allSubjects}
      or exists (select from fact_total_changes c where c.workspace_id = w.id)
  `.execute(db)
  for (const { id, isOfOtherDays, isComplete } of rows)
    if (isOfOtherDays) await rebuildFacts(db, id)
    else if (isComplete) await compactTotals(db, id)
    else await buildFacts(db, id)
}
