import { type RawBuilder, sql } from 'kysely'

/**
 * Returns an id that the planner cannot see while planning. It would assume that a new workspace or import has no rows
 * and use any index that begins with the id: harmless once, but not a thousand times in one statement, nor after a bulk
 * insert. An opaque id makes it plan for the average.
 */
export function opaqueId(id: string): RawBuilder<string> {
  return sql<string>`(select ${id}::uuid)`
}
