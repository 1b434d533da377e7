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

function inColumn(
  subject: BoardSubject,
  column: BoardColumn,
  filters: Filters,
  actor: Actor,
): RawBuilder<SqlBool> {
  const { ownerId, source, q, late } = filters
  const conditions = [
    sql<SqlBool>`applications.workspace_id = ${actor.workspaceId}`,
    applicationScope(actor),
    ...applicationConditions({ ownerId, source, q, late }, actor),
  ]
  if (subject.kind === 'position') conditions.push(sql`applications.status_id = ${column.id}`)
  else
    conditions.push(
      // The type is implied by most statuses of a column, and has an index in the order shown.
      sql`applications.status_type = any(array(
        select distinct type from statuses
        where workspace_id = ${actor.workspaceId} and id = any(${column.statusIds}::uuid[])
      ))`,
      sql`applications.status_id = any(${column.statusIds}::uuid[])`,
    )
  return allOf(conditions)
}

async function countColumns(
  db: Database,
  subject: BoardSubject,
  columns: readonly BoardColumn[],
  filters: Filters,
  actor: Actor,
): Promise<Map<string, { total: number; late: number }>> {
  if (columns.length === 0) return new Map()
  const capped = (where: RawBuilder<SqlBool>) =>
    sql`(select count(*)::int from (select 1 from applications where ${where} limit ${totalCap + 1}) as capped)`
  const each = columns.map((column) => {
    const where = inColumn(subject, column, filters, actor)
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
    countColumns(db, subject, columns, filters, actor),
    Promise.all(
      columns.map((column) => {
        const rows = db
          .selectFrom('applications')
          .where(inColumn(subject, column, filters, actor))
          .select('applications.id')
        return fetchPage(rows, 'applications.id', orders[subject.kind], request)
      }),
    ),
  ])
  const ids = pages.flatMap((page) => page.rows.map((row) => row.id))
  const cards = new Map((await presentApplications(db, actor, ids)).map((card) => [card.id, card]))
  return columns.map((column, index) => {
    const { statusIds: _, ...shown } = column
    const count = counts.get(column.id)!
    return {
      ...shown,
      total: cappedTotal(count.total),
      late: cappedTotal(count.late),
      cards: pages[index]!.rows.flatMap((row) => cards.get(row.id) ?? []),
      nextCursor: pages[index]!.nextCursor,
    }
  })
}
