import { type RawBuilder, sql } from 'kysely'

/**
 * An id that the planner cannot see when it chooses how to go about a statement. Of a workspace or an import that is
 * new it would think that it has no rows, and then take any index that begins with it: harmless once, but not a
 * thousand times in a statement, nor among rows that have just come in masses. Unseen, it reckons with the average.
 */
export function unseen(id: string): RawBuilder<string> {
  return sql<string>`(select ${id}::uuid)`
}
