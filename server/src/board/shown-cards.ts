import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { applicationScope } from '../applications/application-policy.ts'
import { applicationConditions } from '../applications/filter-applications.ts'
import type { ApplicationFilters } from '../applications/filter-by-report.ts'
import type { Actor } from '../session/actor.ts'
import type { BoardColumn } from './board-subject.ts'

export type CardFilters = Pick<
  ApplicationFilters,
  'positionId' | 'companyId' | 'ownerId' | 'source' | 'tag' | 'late' | 'callbackDue' | 'neverContacted' | 'q'
>

/** The applications a person may see that match the filters; which positions and companies, the board's subject knows. */
export function shown(filters: CardFilters, actor: Actor): RawBuilder<SqlBool>[] {
  const { ownerId, source, tag, late, callbackDue, neverContacted, q } = filters
  return [
    sql<SqlBool>`applications.workspace_id = ${actor.workspaceId}`,
    applicationScope(actor),
    ...applicationConditions({ ownerId, source, tag, late, callbackDue, neverContacted, q }, actor),
  ]
}

/** Beyond these, most applications of a type are on the board, and walking the type by activity soon fills a page. */
const fewStatuses = 50

export function hasFewStatuses({ statusCount }: BoardColumn): boolean {
  return statusCount <= fewStatuses
}

/** For a page of cards: of a few statuses by their index; of many by the index of their type, the others skipped. */
export function isCard(column: BoardColumn): RawBuilder<SqlBool> {
  const { statusIds, statusCount, statusTypes } = column
  if (statusCount === 1) return sql<SqlBool>`applications.status_id = ${statusIds.slice(1, -1)}`
  if (hasFewStatuses(column)) return sql<SqlBool>`applications.status_id = any(${statusIds}::uuid[])`
  const ofType =
    statusTypes.length === 1
      ? sql<SqlBool>`applications.status_type = ${statusTypes[0]}`
      : sql<SqlBool>`applications.status_type = any(${statusTypes}::text[])`
  // `is true` keeps it a filter by hash: as a join it would read all of them before the first card.
  return sql<SqlBool>`${ofType} and (applications.status_id in (select unnest(${statusIds}::uuid[]))) is true`
}
