import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Question } from './read-totals.ts'

/** A part of a day, which daily totals cannot answer. */
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
 * Returns a text that changes whenever the day's totals or pending changes do. A time that moves within the day changes
 * neither; the cache then lasts until the next minute, which is another part.
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

/** Concatenates both answers. The array is the same for as long as both are. */
export function concatenate<Row>(totals: readonly Row[], part: readonly Row[]): readonly Row[] {
  const known = joined.get(totals)
  if (known?.part === part) return known.rows as readonly Row[]
  const rows = [...totals, ...part]
  joined.set(totals, { part, rows })
  return rows
}
