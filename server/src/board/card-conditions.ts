import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { applicationConditions, withFieldConditions } from '../applications/filter-applications.ts'
import type { ApplicationFilters } from '../applications/filter-by-report.ts'
import type { Database } from '../database/connect.ts'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { BoardColumn } from './board-subject.ts'

export type CardFilters = Pick<
  ApplicationFilters,
  'positionId' | 'companyId' | 'ownerId' | 'source' | 'tag' | 'late' | 'callbackDue' | 'neverContacted' | 'q'
>

/**
 * Returns conditions for the applications the actor may see that match the filters. The board's subject decides
 * positions and companies.
 */
export async function cardConditions(
  db: Database,
  actor: Actor,
  { ownerId, source, tag, late, callbackDue, neverContacted, q }: CardFilters,
): Promise<RawBuilder<SqlBool>[]> {
  const filters = { ownerId, source, tag, late, callbackDue, neverContacted, q }
  return [
    sql<SqlBool>`applications.workspace_id = ${actor.workspaceId}`,
    applicationScope(actor),
    ...applicationConditions(await withFieldConditions(db, actor, filters), actor),
  ]
}

/**
 * With more statuses than this, most applications of a type are on the board, so walking the type's index by activity
 * fills a page quickly.
 */
const maxFewStatuses = 50

export function hasFewStatuses({ statusCount }: BoardColumn): boolean {
  return statusCount <= maxFewStatuses
}

/**
 * Returns the condition for a page of cards: few statuses use their own index, many use the index of their type and
 * skip other rows.
 */
export function inColumn(column: BoardColumn): RawBuilder<SqlBool> {
  const { statusIds, statusCount, statusTypes } = column
  if (statusCount === 1) return sql<SqlBool>`applications.status_id = ${statusIds.slice(1, -1)}`
  if (hasFewStatuses(column)) return sql<SqlBool>`applications.status_id = any(${statusIds}::uuid[])`
  const ofType =
    statusTypes.length === 1
      ? sql<SqlBool>`applications.status_type = ${statusTypes[0]}`
      : sql<SqlBool>`applications.status_type = any(${statusTypes}::text[])`
  // `is true` makes it a hashed subplan filter. As a join, it would read all of them before the first card.
  return sql<SqlBool>`${ofType} and (applications.status_id in (select unnest(${statusIds}::uuid[]))) is true`
}
