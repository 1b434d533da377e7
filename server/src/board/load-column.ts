import type { boardColumn } from '@muster/contract/board.ts'
import { totalCap } from '@muster/contract/paging.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { allOf } from '../applications/filter-applications.ts'
import { presentApplications } from '../applications/present-application.ts'
import type { Database } from '../database/connect.ts'
import { fetchPage, type SortColumn } from '../database/keyset.ts'
import type { Actor } from '../session/actor.ts'
import type { BoardColumn, BoardSubject } from './board-subject.ts'
import { type CardFilters, cardConditions, hasFewStatuses, inColumn } from './card-conditions.ts'

type Filters = CardFilters & {
  limit: number
  cursor?: string | undefined
}

/**
 * A position's board is sorted by rank. Ranks of different positions do not compare, so a pipeline's board is sorted by
 * newest activity.
 */
const orders: Record<BoardSubject['kind'], SortColumn> = {
  position: { expression: sql`applications.rank`, type: 'text', descending: false },
  pipeline: { expression: sql`applications.last_activity_at`, type: 'timestamptz', descending: true },
}

interface Counted {
  id: string
  total: number
  late: number
}

const isLate = sql<SqlBool>`applications.due_at <= now() and applications.closed_at is null`

function countUpTo(where: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql`(select count(*)::int from (select 1 from applications where ${where} limit ${totalCap + 1}) as capped)`
}

/** Counts columns of a few statuses, each by its index, in one query that is planned once. */
async function countByStatuses(
  db: Database,
  columns: readonly BoardColumn[],
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<Counted[]> {
  const where = allOf([...conditions, sql`applications.status_id = any(columns.status_ids)`])
  const columnRows = columns.map(({ id, statusIds }) => sql`(${id}::uuid, ${statusIds}::uuid[])`)
  const { rows } = await sql<Counted>`
    select id, ${countUpTo(where)} as total, ${countUpTo(allOf([where, isLate]))} as late
    from (values ${sql.join(columnRows)}) as columns (id, status_ids)
  `.execute(db)
  return rows
}

/** Counts columns of many statuses by the index of their type, as their cards are found. */
async function countByType(
  db: Database,
  columns: readonly BoardColumn[],
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<Counted[]> {
  const each = columns.map((column) => {
    const where = allOf([...conditions, inColumn(column)])
    return sql`select ${column.id}::uuid as id, ${countUpTo(where)} as total,
      ${countUpTo(allOf([where, isLate]))} as late`
  })
  const { rows } = await sql<Counted>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows
}

async function countColumns(
  db: Database,
  columns: readonly BoardColumn[],
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<Map<string, Counted>> {
  const few = columns.filter(hasFewStatuses)
  const many = columns.filter((column) => !hasFewStatuses(column))
  const counted = await Promise.all([
    few.length > 0 ? countByStatuses(db, few, conditions) : [],
    many.length > 0 ? countByType(db, many, conditions) : [],
  ])
  return new Map(counted.flat().map((row) => [row.id, row]))
}

function cappedTotal(value: number): { value: number; atLeast: boolean } {
  return { value: Math.min(value, totalCap), atLeast: value > totalCap }
}

export async function loadColumns(
  db: Database,
  actor: Actor,
  subject: BoardSubject,
  columns: readonly BoardColumn[],
  filters: Filters,
): Promise<z.input<typeof boardColumn>[]> {
  const request = { ...filters, sort: `board:${subject.kind}` }
  // This may refuse a filter and must run before the first query starts: a query started earlier would never
  // be awaited.
  const conditions = await cardConditions(db, actor, filters)
  const [counts, pages] = await Promise.all([
    countColumns(db, columns, conditions),
    Promise.all(
      columns.map((column) => {
        const rows = db
          .selectFrom('applications')
          .where(allOf([...conditions, inColumn(column)]))
          .select('applications.id')
        return fetchPage(rows, 'applications.id', orders[subject.kind], request)
      }),
    ),
  ])
  const ids = pages.flatMap((page) => page.rows.map((row) => row.id))
  const cards = new Map((await presentApplications(db, actor, ids)).map((card) => [card.id, card]))
  return columns.map((column, index) => {
    const { statusIds: _, statusCount: __, statusTypes: ___, ...shownColumn } = column
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
