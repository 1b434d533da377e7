import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { assertKnownSince } from './assert-known-since.ts'
import type { Database } from './connect.ts'
import { countRows, fetchCountedPage, fetchPage, type Rows, type SortColumn, timeOfCursor } from './keyset.ts'
import type { DB } from './schema.generated.ts'

/** The tables whose rows are stamped by repeatable/change-stamps.sql. */
type StampedTable = {
  [Table in keyof DB]: DB[Table] extends { changed_at: unknown } ? Table : never
}[keyof DB]

interface ListRequest {
  sort: string
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  updatedSince?: string | undefined
}

interface List<Row, Item> {
  table: StampedTable
  /** The table's name in the queries, if it is another. */
  alias?: string
  /** The rows of the list, with its filters. */
  rows: Rows<Row>
  /** All rows that the requester may know of, deleted ones included. */
  all: Rows<unknown>
  /** Whose deleted rows belong to the list; null if none do, or the requester may not know of them. */
  deletedOf?: string | null
  /** The sort columns beside the update. The first is the default. */
  orders: Record<string, SortColumn>
  /** Whether the matches are counted before they are sorted. */
  counted?: boolean
  /** Whether those of `q` are. */
  searched?: boolean
  present: (rows: Row[]) => Item[] | Promise<Item[]>
}

interface ListAnswer<Item> {
  items: Item[]
  nextCursor: string | null
  total: { value: number; atLeast: boolean }
  deleted?: { id: string; updatedAt: string }[]
  updatedUntil?: string
}

/** Returns a time before which every change is visible from now on. */
async function changeHorizon(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select change_horizon() as at`.execute(db)
  return rows[0]!.at
}

/** Returns a page of what changed since a time, oldest change first: rows of the list, and rows that left it. */
async function fetchChanges<Row extends { id: string }, Item extends { updatedAt: string }>(
  db: Database,
  list: List<Row, Item>,
  request: ListRequest & { updatedSince: string },
): Promise<ListAnswer<Item>> {
  const { updatedSince: since } = request
  if (request.sort !== 'updatedAt' && request.sort !== Object.keys(list.orders)[0])
    throw invalid('sort', t`Changes are sorted oldest first. Omit sort or send sort=updatedAt.`)
  await assertKnownSince(db, since)
  const alias = list.alias ?? list.table
  const [idColumn, stamp] = [`${alias}.id`, `${alias}.changed_at`]
  const until = await changeHorizon(db)
  const within = <Of extends Rows<unknown>>(rows: Of, column: string) =>
    rows.where(column, '>=', since).where(column, '<', until) as Of
  const changed = within(list.all, stamp).select((row) => [
    row.ref(idColumn).as('id'),
    row.ref(stamp).as('changed_at'),
  ])
  const removed = within(db.selectFrom('deleted_rows'), 'deleted_rows.changed_at')
    .where('deleted_rows.table_name', '=', list.table)
    .where('deleted_rows.workspace_id', '=', list.deletedOf ?? null)
    .select(['deleted_rows.id', 'deleted_rows.changed_at'])
  const changes = db
    .selectFrom(changed.unionAll(removed as never).as('changes'))
    .selectAll('changes') as Rows<{
    id: string
    changed_at: string
  }>
  const [page, total] = await Promise.all([
    fetchPage(
      changes,
      'changes.id',
      { expression: sql`changes.changed_at`, type: 'timestamptz', descending: false },
      { ...request, sort: 'updatedSince' },
    ),
    countRows(db, within(list.rows, stamp)),
  ])
  const ids = page.rows.map(({ id }) => id)
  const found: Row[] = await list.rows
    .where(sql<boolean>`${sql.ref(idColumn)} = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = page.rows.flatMap(({ id }) => byId.get(id) ?? [])
  const items = await list.present(rows)
  return {
    // What has changed again meanwhile is reported with its new time.
    items: items.filter(({ updatedAt }) => new Date(updatedAt) < new Date(until)),
    nextCursor: page.nextCursor,
    total,
    deleted: page.rows
      .filter(({ id }) => !byId.has(id))
      .map(({ id, changed_at: updatedAt }) => ({ id, updatedAt })),
    updatedUntil: until,
  }
}

/**
 * Returns the horizon at the first page of a whole list, which the cursor of a later page holds. A row that left the list
 * while it was read is reported by `updatedSince` only if that begins before it left.
 */
async function firstHorizon(db: Database, { cursor }: ListRequest): Promise<string> {
  return cursor ? timeOfCursor(cursor) : changeHorizon(db)
}

/** Returns a page of all rows by their last change, up to the time before which every change is visible. */
async function fetchByUpdate<Row extends { id: string }, Item extends { updatedAt: string }>(
  db: Database,
  list: List<Row, Item>,
  request: ListRequest,
): Promise<ListAnswer<Item>> {
  const alias = list.alias ?? list.table
  const until = await firstHorizon(db, request)
  const rows = list.rows.where(`${alias}.changed_at`, '<', until) as Rows<Row>
  const column = { expression: sql.ref(`${alias}.changed_at`), type: 'timestamptz' as const }
  const page = await fetchCountedPage(
    db,
    rows,
    `${alias}.id`,
    { ...column, descending: request.sort.startsWith('-') },
    { ...request, sort: `${request.sort} ${until}` },
  )
  const items = await list.present(page.rows)
  return {
    items: items.filter(({ updatedAt }) => new Date(updatedAt) < new Date(until)),
    nextCursor: page.nextCursor,
    total: page.total,
    updatedUntil: until,
  }
}

/**
 * Returns a page of a list, or of its changes.
 * @throws VALIDATION for a cursor of another list or sort, RESYNC_REQUIRED after a restore
 */
export async function fetchList<Row extends { id: string }, Item extends { updatedAt: string }>(
  db: Database,
  list: List<Row, Item>,
  request: ListRequest,
): Promise<ListAnswer<Item>> {
  const { updatedSince } = request
  if (updatedSince) return fetchChanges(db, list, { ...request, updatedSince })
  const order = list.orders[request.sort]
  if (!order) return fetchByUpdate(db, list, request)
  const idColumn = `${list.alias ?? list.table}.id`
  const countFirst = Boolean(list.counted || (list.searched && request.q))
  const found = await fetchCountedPage(db, list.rows, idColumn, order, request, countFirst)
  return { items: await list.present(found.rows), nextCursor: found.nextCursor, total: found.total }
}
