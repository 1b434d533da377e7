import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { type FactMetric, figuresOf, nothing, summarizeFacts } from './figures.ts'

/** How many subjects one statement derives. */
const subjectsAtOnce = 2_000
/** A transaction takes no more notes once they name so many subjects, because readers wait for it. */
const subjectsOfTransaction = 4_000
/** How many notes one transaction considers. */
const notesAtOnce = 1_000

/** Locks a workspace's facts, so that one transaction at a time derives them and sees what the earlier ones wrote. */
export function lockFacts(tx: Database, workspaceId: string) {
  return sql`select pg_advisory_xact_lock(7207, hashtext(${workspaceId}::uuid::text))`.execute(tx)
}

/** The value of `fact_states.totals_through` when the totals are complete. */
export const allSubjects = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Whether a workspace has the daily totals of all its subjects, of the days of a timezone. */
export function hasTotals(workspaceId: string, timezone: string): RawBuilder<SqlBool> {
  return sql`exists (
    select from fact_states s
    where s.workspace_id = ${workspaceId} and s.timezone = ${timezone} and s.totals_through = ${allSubjects}
  )`
}

async function readFactState(tx: Database, workspaceId: string) {
  return tx
    .selectFrom('fact_states')
    .select(['derived', 'timezone', 'totals_through'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

interface Derived {
  changed: boolean
  metrics: readonly FactMetric[]
}

/**
 * Derives the facts of some subjects and writes those that differ from the stored ones. Returns whether any did, and the
 * metrics of the facts.
 */
async function deriveFacts(tx: Database, workspaceId: string, ids: readonly string[]): Promise<Derived> {
  if (ids.length === 0) return { changed: false, metrics: [] }
  const { rows } = await sql<Derived>`
    with derived as materialized (
      select * from derive_facts(${workspaceId}, ${ids}::uuid[])
    ), gone as (
      delete from facts f
      where f.workspace_id = ${workspaceId} and f.subject_id = any(${ids}::uuid[]) and not exists (
        select from derived d where d.subject_id = f.subject_id and d.metric = f.metric and d.row_id = f.row_id
      )
      returning 1
    ), written as (
      insert into facts as f select * from derived
      on conflict (workspace_id, subject_id, metric, row_id) do update set at = excluded.at,
        is_deleted = excluded.is_deleted, position_id = excluded.position_id, company_id = excluded.company_id, owner_id = excluded.owner_id,
        agent_id = excluded.agent_id, reason_id = excluded.reason_id, source = excluded.source,
        status_type = excluded.status_type, from_type = excluded.from_type, reached_type = excluded.reached_type,
        disposition = excluded.disposition, end_reason = excluded.end_reason, outcome = excluded.outcome,
        value = excluded.value, moved = excluded.moved, had_offer = excluded.had_offer, placed = excluded.placed,
        answered = excluded.answered, conversation = excluded.conversation, converted = excluded.converted,
        imported = excluded.imported
      where f.* is distinct from excluded.*
      returning 1
    )
    select exists (select from gone) or exists (select from written) as changed,
      array(select distinct metric from derived) as metrics
  `.execute(tx)
  return rows[0]!
}

/** Returns what the stored facts of some subjects add to the totals. `metrics` are the metrics of these facts. */
function totalsOf(
  workspaceId: string,
  ids: readonly string[],
  timezone: string,
  metrics: readonly FactMetric[],
) {
  return summarizeFacts(
    sql`select * from facts where workspace_id = ${workspaceId} and subject_id = any(${ids}::uuid[])`,
    timezone,
    { wanted: figuresOf(metrics), once: true },
  )
}

/** Reads `totalsOf` of the stored facts, as JSON. */
async function storedTotals(
  tx: Database,
  workspaceId: string,
  ids: readonly string[],
  timezone: string,
): Promise<string> {
  const { rows: stored } = await sql<{ metric: FactMetric }>`
    select distinct metric from facts where workspace_id = ${workspaceId} and subject_id = any(${ids}::uuid[])
  `.execute(tx)
  if (stored.length === 0) return '[]'
  const metrics = stored.map(({ metric }) => metric)
  const { rows } = await sql<{ totals: string }>`
    select coalesce(jsonb_agg(t), '[]')::text as totals
    from (${totalsOf(workspaceId, ids, timezone, metrics)}) as t
  `.execute(tx)
  return rows[0]!.totals
}

/** Derives the facts of some subjects and appends the difference of their totals to those `before`. */
async function deriveWithTotals(
  tx: Database,
  workspaceId: string,
  ids: readonly string[],
  timezone: string,
  before = '[]',
): Promise<void> {
  const { changed, metrics } = await deriveFacts(tx, workspaceId, ids)
  if (before !== '[]' && !changed) return
  const now =
    metrics.length > 0
      ? sql`select * from (${totalsOf(workspaceId, ids, timezone, metrics)}) as now union all`
      : sql``
  await sql`
    insert into fact_total_changes (workspace_id, split, key, figure, day, label, detail, ref, value, n)
    select ${workspaceId}, c.split, c.key, c.figure, c.day, c.label, c.detail, c.ref, c.value, sum(c.n)
    from (
      ${now}
      select b.split, b.key, b.figure, b.day, b.label, b.detail, b.ref, b.value, -b.n as n
      from jsonb_to_recordset(${before}::jsonb) as b (
        split text, key text, figure text, day date, label text, detail text, ref uuid, value integer, n bigint
      )
    ) as c
    group by 2, 3, 4, 5, 6, 7, 8, 9
    having sum(c.n) <> 0
  `.execute(tx)
}

function sortedBatches(ids: Iterable<string>): string[][] {
  // Sorted, so that rows are written in the order of the index.
  const sorted = [...new Set(ids)].sort()
  const parts: string[][] = []
  for (let from = 0; from < sorted.length; from += subjectsAtOnce)
    parts.push(sorted.slice(from, from + subjectsAtOnce))
  return parts
}

/** Takes some notes and derives the facts of their subjects. Returns whether there may be more. */
async function applySome(db: Kysely<DB>, workspaceId: string): Promise<boolean> {
  return writeTransaction(db, async (tx) => {
    await lockFacts(tx, workspaceId)
    const { rows: notes } = await sql<{ subject_ids: string[]; more: boolean }>`
      delete from pending_facts p
      where p.workspace_id = ${workspaceId} and p.id = any(array(
        select n.id from (
          select o.id, sum(cardinality(o.subject_ids)) over (order by o.id) - cardinality(o.subject_ids) as earlier
          from pending_facts o where o.workspace_id = ${workspaceId} order by o.id limit ${notesAtOnce}
        ) as n
        where n.earlier < ${subjectsOfTransaction}
      ))
      returning p.subject_ids, exists (
        select from pending_facts o where o.workspace_id = ${workspaceId} and o.id > p.id
      ) as more
    `.execute(tx)
    const state = await readFactState(tx, workspaceId)
    if (!state) return false
    const { timezone, totals_through: through } = state
    for (const ids of sortedBatches(notes.flatMap((note) => note.subject_ids))) {
      const counted = ids.filter((id) => id <= through)
      await deriveFacts(tx, workspaceId, ids.slice(counted.length))
      if (counted.length === 0) continue
      const before = await storedTotals(tx, workspaceId, counted, timezone)
      await deriveWithTotals(tx, workspaceId, counted, timezone, before)
    }
    return notes.length > 0 && notes.every(({ more }) => more)
  })
}

/**
 * Derives the facts of everything that was committed in a workspace before this call. A report calls it first, so its
 * answer is current.
 * @param buildWithinMs the limit for a workspace whose facts are not derived yet after an upgrade
 * @throws UNAVAILABLE when the limit is exceeded; a job derives the rest
 */
export async function applyPendingFacts(
  db: Kysely<DB>,
  workspaceId: string,
  buildWithinMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { rows } = await sql<{ derived: boolean; pending: boolean }>`
    select s.derived, exists (select from pending_facts p where p.workspace_id = s.workspace_id) as pending
    from fact_states s where s.workspace_id = ${workspaceId}
  `.execute(db)
  const [state] = rows
  if (!state) return
  if (!state.derived) {
    const until = performance.now() + buildWithinMs
    while (await buildSome(db, workspaceId))
      if (performance.now() > until)
        throw new AppError(
          'UNAVAILABLE',
          t`Reports are being prepared after an upgrade. Try again in a few minutes.`,
        )
  }
  if (state.pending) while (await applySome(db, workspaceId));
}

/** Empties a workspace's totals, so that `buildSome` derives and counts everything again. */
export async function beginToBuild(db: Kysely<DB>, workspaceId: string): Promise<void> {
  await writeTransaction(db, async (tx) => {
    await lockFacts(tx, workspaceId)
    await sql`set local statement_timeout = 0`.execute(tx)
    for (const table of ['fact_totals', 'fact_total_changes'])
      await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(tx)
    await sql`
      update fact_states s set timezone = w.timezone, totals_through = ${nothing}, version = gen_random_uuid()
      from workspaces w where w.id = ${workspaceId} and s.workspace_id = w.id
    `.execute(tx)
  })
}

/**
 * Derives and counts the next subjects that a workspace's totals lack, in the order of their IDs. Safe beside other
 * builders and writers. Returns whether there are more.
 */
export async function buildSome(db: Kysely<DB>, workspaceId: string): Promise<boolean> {
  return writeTransaction(db, async (tx) => {
    await lockFacts(tx, workspaceId)
    const state = await readFactState(tx, workspaceId)
    if (!state || state.totals_through === allSubjects) return false
    const { timezone, totals_through: after } = state
    const here = sql`workspace_id = ${workspaceId}`
    const { rows: applications } = await sql<{ id: string }>`
      select id from applications where ${here} and id > ${after} order by id limit ${subjectsAtOnce}
    `.execute(tx)
    const through = applications.length < subjectsAtOnce ? allSubjects : applications.at(-1)!.id
    const { rows: others } = await sql<{ id: string }>`
      select id from calls where ${here} and application_id is null and id > ${after} and id <= ${through}
      union
      select subject_id from facts where ${here} and subject_id > ${after} and subject_id <= ${through}
    `.execute(tx)
    for (const ids of sortedBatches([...applications, ...others].map(({ id }) => id)))
      await deriveWithTotals(tx, workspaceId, ids, timezone)
    await tx
      .updateTable('fact_states')
      .set({ totals_through: through, ...(through === allSubjects && { derived: true }) })
      .where('workspace_id', '=', workspaceId)
      .execute()
    return through !== allSubjects
  })
}
