import type { boardColumn } from '@muster/contract/board.ts'
import { totalCap } from '@muster/contract/paging.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { applicationScope } from '../applications/application-policy.ts'
import { type ApplicationFilters, allOf, applicationConditions } from '../applications/filter-applications.ts'
import { presentApplications } from '../applications/present-application.ts'
import type { Database } from '../database/connect.ts'
import { fetchPage, type SortColumn } from '../database/keyset.ts'
import type { Actor } from '../session/actor.ts'
import type { BoardColumn, BoardSubject } from './board-subject.ts'

type Filters = Pick<ApplicationFilters, 'ownerId' | 'source' | 'q' | 'late'> & {
  limit: number
  cursor?: string | undefined
}

/** By place on a position's board; over many positions there is no common place, so by newest activity. */
const orders: Record<BoardSubject['kind'], SortColumn> = {
  position: { expression: sql`applications.rank`, type: 'text', descending: false },
  pipeline: { expression: sql`applications.last_activity_at`, type: 'timestamptz', descending: true },
}

function shown(filters: Filters, actor: Actor): RawBuilder<SqlBool>[] {
  const { ownerId, source, q, late } = filters
  return [
    sql<SqlBool>`applications.workspace_id = ${actor.workspaceId}`,
    applicationScope(actor),
    ...applicationConditions({ ownerId, source, q, late }, actor),
  ]
}

/**
 * For counting: each status is looked up in its index. The array comes by a subquery so that the planner does not
 * estimate every element of it, which took half a second for the thousand positions of a pipeline.
 */
function inStatuses({ statusIds }: BoardColumn): RawBuilder<SqlBool> {
  return sql<SqlBool>`applications.status_id = any((select ${statusIds}::uuid[])::uuid[])`
}

/** Beyond these, most applications of a type are on the board, and walking the type by activity soon fills a page. */
const fewStatuses = 50

/** For a page of cards: of a few statuses by their index; of many by the index of their type, the others skipped. */
function isCard({ statusIds, statusTypes }: BoardColumn): RawBuilder<SqlBool> {
  if (statusIds.length === 1) return sql<SqlBool>`applications.status_id = ${statusIds[0]}`
  if (statusIds.length <= fewStatuses) return sql<SqlBool>`applications.status_id = any(${statusIds}::uuid[])`
  const ofType =
    statusTypes.length === 1
      ? sql<SqlBool>`applications.status_type = ${statusTypes[0]}`
      : sql<SqlBool>`applications.status_type = any(${statusTypes}::text[])`
  // `is true` keeps it a filter by hash: as a join it would read all of them before the first card.
  return sql<SqlBool>`${ofType} and (applications.status_id in (select unnest(${statusIds}::uuid[]))) is true`
}

async function countColumns(
  db: Database,
  columns: readonly BoardColumn[],
  filters: Filters,
  actor: Actor,
): Promise<Map<string, { total: number; late: number }>> {
  if (columns.length === 0) return new Map()
  const capped = (where: RawBuilder<SqlBool>) =>
    sql`(select count(*)::int from (select 1 from applications where ${where} limit ${totalCap + 1}) as capped)`
  const each = columns.map((column) => {
    const where = allOf([...shown(filters, actor), inStatuses(column)])
    const late = sql<SqlBool>`${where} and applications.due_at <= now() and applications.closed_at is null`
    return sql`select ${column.id}::uuid as id, ${capped(where)} as total, ${capped(late)} as late`
  })
  const { rows } = await sql<{
    id: string
    total: number
    late: number
  }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function cappedTotal(value: number): { value: number; atLeast: boolean } {
  return { value: Math.min(value, totalCap), atLeast: value > totalCap }
}

/** The columns with their counts and a page of cards each. */
export async function loadColumns(
  db: Database,
  actor: Actor,
  subject: BoardSubject,
  columns: readonly BoardColumn[],
  filters: Filters,
): Promise<z.input<typeof boardColumn>[]> {
  const request = { ...filters, sort: `board:${subject.kind}` }
  const [counts, pages] = await Promise.all([
    countColumns(db, columns, filters, actor),
    Promise.all(
      columns.map((column) => {
        const rows = db
          .selectFrom('applications')
          .where(allOf([...shown(filters, actor), isCard(column)]))
          .select('applications.id')
        return fetchPage(rows, 'applications.id', orders[subject.kind], request)
      }),
    ),
  ])
  const ids = pages.flatMap((page) => page.rows.map((row) => row.id))
  const cards = new Map((await presentApplications(db, actor, ids)).map((card) => [card.id, card]))
  return columns.map((column, index) => {
    const { statusIds: _, statusTypes: __, ...shownColumn } = column
    const count = counts.get(column.id)!
    return {
      ...shownColumn,
      total: cappedTotal(count.total),
      late: cappedTotal(count.late),
      cards: pages[index]!.rows.flatMap((row) => cards.get(row.id) ?? []),
      nextCursor: pages[index]!.nextCursor,
    }
  })
}
