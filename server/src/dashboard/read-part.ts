import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Question } from './read-sums.ts'

/** A part of a day, which sums by day lack. */
export interface PartOfDay {
  workspaceId: string
  day: string
  facts: RawBuilder<unknown>
}

interface Cached {
  stamp: string
  rows: readonly unknown[]
}

const cache = new Map<string, Cached>()
const mostCached = 500

/**
 * What the sums of a day are: they change with each compaction, and what was counted since changes with each change. Only a
 * change of time within the day escapes it, until the next minute asks for another part.
 */
async function stampOf(db: Database, { workspaceId, day }: PartOfDay): Promise<string | null> {
  const { rows } = await sql<{ stamp: string }>`
    select concat(s.version, ' ', (
      select count(*) from fact_total_changes d where d.workspace_id = s.workspace_id and d.day = ${day}::date
    )) as stamp
    from fact_states s where s.workspace_id = ${workspaceId}
  `.execute(db)
  return rows[0]?.stamp ?? null
}

/** Answers a question from the part of a day. Its end is a full minute, so the answer is cached for one. */
export async function readPart<Row extends object>(
  db: Database,
  part: PartOfDay,
  question: Question<Row>,
): Promise<readonly Row[]> {
  const query = question.ask(part.facts).compile(db)
  const name = JSON.stringify([query.sql, query.parameters])
  const stamp = await stampOf(db, part)
  const known = cache.get(name)
  if (known && known.stamp === stamp) return known.rows as readonly Row[]
  const { rows } = await db.executeQuery<Row>(query)
  if (stamp) cache.set(name, { stamp, rows })
  const [oldest] = cache.keys()
  if (cache.size > mostCached) cache.delete(oldest!)
  return rows
}

const joined = new WeakMap<readonly unknown[], { part: readonly unknown[]; rows: readonly unknown[] }>()

/** Both answers as one: the same array for as long as both are the same. */
export function together<Row>(sums: readonly Row[], part: readonly Row[]): readonly Row[] {
  const known = joined.get(sums)
  if (known?.part === part) return known.rows as readonly Row[]
  const rows = [...sums, ...part]
  joined.set(sums, { part, rows })
  return rows
}
