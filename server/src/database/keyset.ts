import { hash } from 'node:crypto'
import { totalCap } from '@muster/contract/paging.ts'
import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from './connect.ts'
import { withoutPlans } from './without-plans.ts'

/** What a list is sorted by: an expression that is never null, with an index (workspace, expression, id). */
export interface SortColumn {
  expression: RawBuilder<unknown>
  type: 'timestamptz' | 'text' | 'float8'
  descending: boolean
  /** Hidden from indexes. */
  isHidden?: true
  /** The expression is a column of another table. Rows without a value there are last, by ID. */
  side?: SideTable
}

/** A table with the values that a list is sorted by. */
interface SideTable {
  /** Joins rows that have a value. */
  withValue<Row>(rows: Rows<Row>): Rows<Row>
  /** Restricts the list to rows that have none. */
  withoutValue<Row>(rows: Rows<Row>): Rows<Row>
  /** Joins all rows; the expression is null for those without a value. */
  withAll<Row>(rows: Rows<Row>): Rows<Row>
  /** Its reference to the row. An index has it behind the value. */
  idColumn: string
}

interface PageRequest {
  sort: string
  cursor?: string | undefined
  limit: number
}

/** The number of a list's rows, exact up to 10,000. */
interface Total {
  value: number
  atLeast: boolean
}

/** What a list's first page counted, and of which query. */
type CountedQuery = [query: string, total: number | null]

function encodeCursor(sort: string, key: string | null, id: string, counted?: CountedQuery): string {
  return Buffer.from(JSON.stringify([sort, key, id, counted])).toString('base64url')
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const keyPatterns: Record<SortColumn['type'], RegExp> = {
  timestamptz: /^(-?infinity|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(\+00|Z)?)$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what PostgreSQL cannot store
  text: /^[^\u0000]*$/,
  float8: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/,
}

function invalidCursor() {
  return invalid('cursor', t`Invalid cursor for this list and sort order. Start again without a cursor.`)
}

/**
 * Returns the time that the sort of a cursor ends with.
 * @throws VALIDATION for what is no such cursor
 */
export function timeOfCursor(cursor: string): string {
  try {
    const [sort] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return new Date(sort.slice(sort.indexOf(' ') + 1)).toISOString()
  } catch {
    throw invalidCursor()
  }
}

/** The sort key and the ID of a row. The key is null among rows without a value. */
type Position = [key: string | null, id: string]

function decodeCursor(cursor: string, sort: string, { type, side }: SortColumn): Position {
  try {
    const [forSort, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isKey =
      key === null ? side !== undefined : keyPatterns[type].test(key) && String(key).isWellFormed()
    if (forSort === sort && isKey && uuidPattern.test(id)) return [key, id]
  } catch {
    // Falls through to the refusal of any foreign cursor.
  }
  throw invalidCursor()
}

/** Returns what the first page counted; null for the first page itself and for a cursor of another query. */
function totalOfCursor(cursor: string | undefined, query: string): Total | null {
  if (!cursor) return null
  try {
    const [, , , counted] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [of, value] = counted as CountedQuery
    if (of !== query) return null
    if (value === null) return { value: totalCap, atLeast: true }
    return Number.isInteger(value) && value >= 0 && value <= totalCap ? { value, atLeast: false } : null
  } catch {
    // `fetchPage` refuses what is no cursor.
    return null
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any tables; only the rows matter here
export type Rows<Row> = SelectQueryBuilder<any, any, Row>

type Keyed<Row> = Row & { sort_key: string | null }

/** Returns up to `limit` rows after a position, in order. */
async function fetchAfter<Row>(
  rows: Rows<Row>,
  idColumn: string,
  column: SortColumn,
  position: Position | null,
  limit: number,
  on?: Database,
): Promise<Keyed<Row>[]> {
  const direction = column.descending ? 'desc' : 'asc'
  const id = sql.ref(idColumn)
  let query = rows
  if (position) {
    const after = sql.raw(column.descending ? '<' : '>')
    const [key, lastId] = position
    query = query.where(
      sql<boolean>`(${column.expression}, ${id}) ${after} (${key}::${sql.raw(column.type)}, ${lastId}::uuid)`,
    )
  }
  return executeOn(
    on,
    query
      .select(sql<string>`(${column.expression})::text`.as('sort_key'))
      .orderBy(column.expression, direction)
      .orderBy(id, direction)
      .limit(limit),
  )
}

/** Executes a query in the transaction, or where it was built. */
async function executeOn<Row>(tx: Database | undefined, query: Rows<unknown>): Promise<Keyed<Row>[]> {
  const rows = tx ? (await tx.executeQuery(query.compile())).rows : await query.execute()
  return rows as Keyed<Row>[]
}

/** As `fetchAfter`, of rows without a value. */
async function fetchWithoutValue<Row>(
  rows: Rows<Row>,
  idColumn: string,
  { side, descending, isHidden }: SortColumn & { side: SideTable },
  lastId: string | null,
  limit: number,
  on?: Database,
): Promise<Keyed<Row>[]> {
  const id = sql.ref(idColumn)
  const key = isHidden ? sql`(${id}::text collate "C")` : id
  const last = isHidden ? sql`${lastId}::text` : sql`${lastId}::uuid`
  let query = side.withoutValue(rows)
  if (lastId) query = query.where(sql<boolean>`${key} ${sql.raw(descending ? '<' : '>')} ${last}`)
  return executeOn(
    on,
    query
      .select(sql<null>`null`.as('sort_key'))
      .orderBy(key, descending ? 'desc' : 'asc')
      .limit(limit),
  )
}

/** As `fetchAfter`, of a list that is sorted by a side table. */
async function fetchBySide<Row>(
  rows: Rows<Row>,
  idColumn: string,
  column: SortColumn & { side: SideTable },
  position: Position | null,
  limit: number,
  on?: Database,
): Promise<Keyed<Row>[]> {
  const { side } = column
  const isPast = position !== null && position[0] === null
  const found = isPast
    ? []
    : await fetchAfter(side.withValue(rows), side.idColumn, column, position, limit, on)
  if (found.length === limit) return found
  const lastId = isPast ? position[1] : null
  return [...found, ...(await fetchWithoutValue(rows, idColumn, column, lastId, limit - found.length, on))]
}

function hasSide(column: SortColumn): column is SortColumn & { side: SideTable } {
  return column.side !== undefined
}

/**
 * Returns one page of a list by keyset: rows after the cursor's (sort key, id) cost the same at any depth. `rows` has
 * filters and columns but no order; `idColumn` makes the order unique. `on` is a transaction to read in.
 * @throws VALIDATION for a cursor of another list or sort
 */
export async function fetchPage<Row extends { id: string }>(
  rows: Rows<Row>,
  idColumn: string,
  column: SortColumn,
  request: PageRequest,
  on?: Database,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const { page, last } = await readPage(rows, idColumn, column, request, on)
  return { rows: page, nextCursor: last && encodeCursor(request.sort, ...last) }
}

/** As `fetchPage`, with the position of the last row if there are more. */
async function readPage<Row extends { id: string }>(
  rows: Rows<Row>,
  idColumn: string,
  column: SortColumn,
  request: PageRequest,
  on?: Database,
): Promise<{ page: Row[]; last: Position | null }> {
  const position = request.cursor ? decodeCursor(request.cursor, request.sort, column) : null
  const found = hasSide(column)
    ? await fetchBySide(rows, idColumn, column, position, request.limit + 1, on)
    : await fetchAfter(rows, idColumn, column, position, request.limit + 1, on)
  const page = found.slice(0, request.limit)
  const last = found.length > request.limit ? page.at(-1) : undefined
  return { page, last: last ? [last.sort_key, last.id] : null }
}

/** One of several lists that are shown as one, and its sort column. */
interface Part<Row> {
  rows: Rows<Row>
  idColumn: string
  column: SortColumn
}

/**
 * Returns one page of several lists merged by a time that all have: each gives a page, and the first rows of all are
 * returned.
 * @throws VALIDATION for a cursor of another list or sort
 */
export async function fetchMergedPage<Row extends { id: string }>(
  parts: readonly Part<Row>[],
  request: PageRequest,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const pages = await Promise.all(
    parts.map(({ rows, idColumn, column }) => fetchPage(rows, idColumn, column, request)),
  )
  const found = pages.flatMap(({ rows }) => rows as (Row & { sort_key: string })[])
  const sign = parts[0]?.column.descending ? -1 : 1
  found.sort((a, b) => {
    if (a.sort_key !== b.sort_key) return a.sort_key < b.sort_key ? -sign : sign
    return a.id < b.id ? -sign : sign
  })
  const page = found.slice(0, request.limit)
  const last = page.at(-1)
  const more = found.length > request.limit || pages.some(({ nextCursor }) => nextCursor !== null)
  return { rows: page, nextCursor: more && last ? encodeCursor(request.sort, last.sort_key, last.id) : null }
}

/** Sorts all of a list's rows. */
export function inOrder<Row>(rows: Rows<Row>, idColumn: string, column: SortColumn): Rows<Row> {
  const direction = column.descending ? 'desc' : 'asc'
  if (column.side)
    return column.side
      .withAll(rows)
      .orderBy(column.expression, (order) => (column.descending ? order.desc() : order.asc()).nullsLast())
      .orderBy(sql.ref(idColumn), direction)
  return rows.orderBy(column.expression, direction).orderBy(sql.ref(idColumn), direction)
}

function compileCount(db: Database, rows: Rows<unknown>): CompiledQuery<{ counted: number }> {
  const capped = rows
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(totalCap + 1)
  return db.selectFrom(capped.as('capped')).select(sql<number>`count(*)::int`.as('counted')).compile()
}

async function runCount(db: Database, count: CompiledQuery<{ counted: number }>): Promise<Total> {
  const { counted } = (await db.executeQuery(count)).rows[0]!
  return { value: Math.min(counted, totalCap), atLeast: counted > totalCap }
}

/** Counts a list's rows, exactly up to 10,000. Counting further costs more than it is worth. */
export async function countRows(db: Database, rows: Rows<unknown>): Promise<Total> {
  return runCount(db, compileCount(db, rows))
}

/** Returns the same order, hidden from indexes. */
function withoutIndex(column: SortColumn): SortColumn {
  const nothing = { timestamptz: sql` + interval '0'`, text: sql` || ''`, float8: sql` + 0` }[column.type]
  return { ...column, isHidden: true, expression: sql`(${column.expression}${nothing})` }
}

/** Matches that are rather found and sorted than met while walking an index, which may have millions of other rows. */
const fewMatches = 2_000

/**
 * Returns the sort column for rows of which statistics cannot tell how many match, so they are counted first: a few are found
 * by the index of their texts or values, and sorted.
 */
function orderOfFound(column: SortColumn, { value }: Total): SortColumn {
  return value <= fewMatches ? withoutIndex(column) : column
}

/**
 * Plans that sort all matches, or that find them all by an index of texts or values. And workers: starting them takes longer
 * than a page.
 */
const plansOfFew = ['enable_sort', 'enable_bitmapscan', 'enable_seqscan', 'enable_gathermerge'] as const

/**
 * Runs a statement that walks the index of its order. The planner expects few rows to match a text or a JSON value, or to have
 * a sort key, and would find and sort them all: 270,000 rows took 10 s, the walk some milliseconds.
 */
function walkingIndex<Result>(db: Database, run: (db: Database) => Promise<Result>): Promise<Result> {
  return withoutPlans(db, plansOfFew, run)
}

/**
 * Returns a page of a list as `fetchPage` does, and its total. Only the first page is counted: the cursor holds the total
 * for the later ones. `countFirst` is for rows of which statistics cannot tell how many there are (`orderOfFound`), as they
 * cannot for a list that is sorted by a side table.
 */
export async function fetchCountedPage<Row extends { id: string }>(
  db: Database,
  rows: Rows<Row>,
  idColumn: string,
  column: SortColumn,
  request: PageRequest,
  countFirst = false,
): Promise<{ rows: Row[]; nextCursor: string | null; total: Total }> {
  const count = compileCount(db, rows)
  const query = hash('sha256', JSON.stringify([count.sql, count.parameters]), 'base64url').slice(0, 12)
  const total = totalOfCursor(request.cursor, query) ?? runCount(db, count)
  const read = (order: SortColumn, on?: Database) => readPage(rows, idColumn, order, request, on)
  const readFound = async (found: Total) =>
    found.atLeast ? walkingIndex(db, (tx) => read(column, tx)) : read(orderOfFound(column, found))
  const [{ page, last }, { value, atLeast }] = await Promise.all([
    countFirst || hasSide(column) ? readFound(await total) : read(column),
    total,
  ])
  return {
    rows: page,
    nextCursor: last && encodeCursor(request.sort, ...last, [query, atLeast ? null : value]),
    total: { value, atLeast },
  }
}
