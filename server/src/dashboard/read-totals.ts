import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { allSubjects } from '../facts/apply-pending-facts.ts'

/** The daily totals that a report reads, and the changes that are not added to them yet. */
export interface Totals {
  workspaceId: string
  /** The timezone whose days the totals must have. */
  timezone: string
  stored: RawBuilder<unknown>
  pending: RawBuilder<unknown>
}

/** A report's query over the relation `facts`. Some of its columns are counts, the others identify a row. */
export interface Question<Row> {
  ask: (facts: RawBuilder<unknown>) => RawBuilder<Row>
  /** The columns that add up: numbers, never null. */
  counts: readonly (keyof Row & string)[]
}

type Answer = Record<string, unknown>

/** The rows of one version of the totals. */
interface Read {
  version: string
  rows: readonly Answer[]
  /** The index of each row by its identity. Built on first use. */
  indexes?: Map<string, number>
}

/** About 20 MB: the reports of ten workspaces with a million applications each. */
const maxRows = 100_000

/** By query, the least recently used first. */
const cache = new Map<string, Read>()
let cachedRows = 0

function evict(query: string): void {
  cachedRows -= cache.get(query)?.rows.length ?? 0
  cache.delete(query)
}

function store(query: string, read: Read): void {
  evict(query)
  cache.set(query, read)
  cachedRows += read.rows.length
  for (const [oldest] of cache) {
    if (cachedRows <= maxRows) break
    evict(oldest)
  }
}

/** Returns the columns that identify a row, as text. */
function identityOf(row: Answer, counts: readonly string[]): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !counts.includes(column)))
}

function hasCounts(row: Answer, counts: readonly string[]): boolean {
  return counts.some((column) => row[column] !== 0)
}

function addPending(read: Read, pending: readonly Answer[], counts: readonly string[]): readonly Answer[] {
  if (pending.length === 0) return read.rows
  read.indexes ??= new Map(read.rows.map((row, index) => [identityOf(row, counts), index]))
  const rows = [...read.rows]
  for (const row of pending) {
    const index = read.indexes.get(identityOf(row, counts))
    if (index === undefined) rows.push(row)
    else {
      const sum = { ...rows[index] }
      for (const column of counts) sum[column] = (sum[column] as number) + (row[column] as number)
      rows[index] = sum
    }
  }
  return rows.filter((row) => hasCounts(row, counts))
}

/** Reads the pending changes and the version of the totals in one statement, so that they fit together. */
async function readPending(
  db: Database,
  { workspaceId, timezone, pending }: Totals,
  { ask, counts }: Question<Answer>,
): Promise<Read | null> {
  const { rows } = await sql<Answer & { version: string }>`
    select s.version, d.*
    from fact_states s left join (${ask(pending)}) as d on true
    where s.workspace_id = ${workspaceId} and s.timezone = ${timezone} and s.totals_through = ${allSubjects}
  `.execute(db)
  const [first] = rows
  if (!first) return null
  const counted = rows.filter((row) => row[counts[0]!] !== null)
  return { version: first.version, rows: counted.map(({ version, ...row }) => row) }
}

/**
 * Answers a question from the daily totals. Returns null while they are rebuilt, or if they have the days of another
 * timezone. The totals change at most once a minute, so their rows are cached by version; pending changes are read each
 * time. The rows have no order. The array is the same for as long as nothing changes.
 */
export async function readTotals<Row extends object>(
  db: Database,
  totals: Totals,
  question: Question<Row>,
): Promise<readonly Row[] | null> {
  const asked = question as unknown as Question<Answer>
  const { ask, counts } = asked
  const query = ask(totals.stored).compile(db)
  const name = JSON.stringify([query.sql, query.parameters])
  let read = cache.get(name)
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const pending = await readPending(db, totals, asked)
    if (!pending) return null
    if (read?.version === pending.version) {
      store(name, read)
      return addPending(read, pending.rows, counts) as readonly Row[]
    }
    // The rows are of this version if the next round still finds it.
    const { rows } = await db.executeQuery<Answer>(query)
    read = { version: pending.version, rows: rows.filter((row) => hasCounts(row, counts)) }
  }
  const { rows } = await ask(sql`${totals.stored} union all ${totals.pending}`).execute(db)
  return rows.filter((row) => hasCounts(row, counts)) as Row[]
}
