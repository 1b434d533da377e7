import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const maxCounted = 10_000

/** Counts the entries of `activity_logs as l` of each kind, of at most 10,000. */
export async function countKinds(
  db: Database,
  // biome-ignore lint/suspicious/noExplicitAny: any joins; only the kind matters here
  logs: SelectQueryBuilder<any, any, unknown>,
): Promise<Record<string, number>> {
  const capped = logs.clearSelect().select('l.kind').limit(maxCounted)
  const counts = await db
    .selectFrom(capped.as('logs'))
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .groupBy('kind')
    .execute()
  return Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))
}
