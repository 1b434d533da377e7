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
import { type CardFilters, hasFewStatuses, isCard, shown } from './shown-cards.ts'

type Filters = CardFilters & {
  limit: number
  cursor?: string | undefined
}

/** By place on a position's board; over many positions there is no common place, so by newest activity. */
const orders: Record<BoardSubject['kind'], SortColumn> = {
  position: { expression: sql`applications.rank`, type: 'text', descending: false },
  pipeline: { expression: sql`applications.last_activity_at`, type: 'timestamptz', descending: true },
}

/**
 * Beyond these a column is only said to have more. Over many positions the counts of all columns would cost several
 * times what their cards do.
 */
const caps: Record<BoardSubject['kind'], number> = { position: totalCap, pipeline: 1_000 }

interface Counted {
  id: string
  total: number
  late: number
}

const isLate = sql<SqlBool>`applications.due_at <= now() and applications.closed_at is null`

function countUpTo(cap: number, where: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql`(select count(*)::int from (select 1 from applications where ${where} limit ${cap + 1}) as capped)`
}

/** Columns of a few statuses, each looked up in its index: planned once for all of them. */
async function countByStatuses(
  db: Database,
  columns: readonly BoardColumn[],
  conditions: readonly RawBuilder<SqlBool>[],
  cap: number,
): Promise<Counted[]> {
  const where = allOf([...conditions, sql`applications.status_id = any(columns.status_ids)`])
  const asked = columns.map(({ id, statusIds }) => sql`(${id}::uuid, ${statusIds}::uuid[])`)
  const { rows } = await sql<Counted>`
    select id, ${countUpTo(cap, where)} as total, ${countUpTo(cap, allOf([where, isLate]))} as late
    from (values ${sql.join(asked)}) as columns (id, status_ids)
  `.execute(db)
  return rows
}

/** Columns of many statuses, by the index of their type as their cards are found. */
async function countByType(
  db: Database,
  columns: readonly BoardColumn[],
  conditions: readonly RawBuilder<SqlBool>[],
  cap: number,
): Promise<Counted[]> {
  const each = columns.map((column) => {
    const where = allOf([...conditions, isCard(column)])
    return sql`select ${column.id}::uuid as id, ${countUpTo(cap, where)} as total,
      ${countUpTo(cap, allOf([where, isLate]))} as late`
  })
  const { rows } = await sql<Counted>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows
}

async function countColumns(
  db: Database,
  columns: readonly BoardColumn[],
  conditions: readonly RawBuilder<SqlBool>[],
  cap: number,
): Promise<Map<string, Counted>> {
  const few = columns.filter(hasFewStatuses)
  const many = columns.filter((column) => !hasFewStatuses(column))
  const counted = await Promise.all([
    few.length > 0 ? countByStatuses(db, few, conditions, cap) : [],
    many.length > 0 ? countByType(db, many, conditions, cap) : [],
  ])
  return new Map(counted.flat().map((row) => [row.id, row]))
}

function cappedTotal(value: number, cap: number): { value: number; atLeast: boolean } {
  return { value: Math.min(value, cap), atLeast: value > cap }
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
  const cap = caps[subject.kind]
  // It may refuse a filter, which must happen before any query runs: nobody would wait for that query any more.
  const conditions = shown(filters, actor)
  const [counts, pages] = await Promise.all([
    countColumns(db, columns, conditions, cap),
    Promise.all(
      columns.map((column) => {
        const rows = db
          .selectFrom('applications')
          .where(allOf([...conditions, isCard(column)]))
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
      total: cappedTotal(count.total, cap),
      late: cappedTotal(count.late, cap),
      cards: pages[index]!.rows.flatMap((row) => cards.get(row.id) ?? []),
      nextCursor: pages[index]!.nextCursor,
    }
  })
}
