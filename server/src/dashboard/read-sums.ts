import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { allSubjects } from '../facts/apply-pending-facts.ts'

/** The sums that answer a question, and what was counted since they were last added to. */
export interface Sums {
  workspaceId: string
  /** Whose days they must be of. */
  timezone: string
  kept: RawBuilder<unknown>
  since: RawBuilder<unknown>
}

/** A report's question to facts, which are the relation `facts`: some of its columns add them up, the others tell them apart. */
export interface Question<Row> {
  ask: (facts: RawBuilder<unknown>) => RawBuilder<Row>
  /** The columns that add up: numbers, never null. */
  counts: readonly (keyof Row & string)[]
}

type Answer = Record<string, unknown>

/** What the sums of a version said. */
interface Read {
  version: string
  rows: readonly Answer[]
  /** Where the row told apart by this is; made when it is first looked for. */
  places?: Map<string, number>
}

/** Some 20 MB: what the reports of ten workspaces of a million applications each come to. */
const mostRows = 100_000

/** By question; what was asked for longest ago comes first. */
const remembered = new Map<string, Read>()
let rowsRemembered = 0

function forget(question: string): void {
  rowsRemembered -= remembered.get(question)?.rows.length ?? 0
  remembered.delete(question)
}

function remember(question: string, read: Read): void {
  forget(question)
  remembered.set(question, read)
  rowsRemembered += read.rows.length
  for (const [oldest] of remembered) {
    if (rowsRemembered <= mostRows) break
    forget(oldest)
  }
}

/** What tells a row apart from the others. */
function nameOf(row: Answer, counts: readonly string[]): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !counts.includes(column)))
}

function isSomething(row: Answer, counts: readonly string[]): boolean {
  return counts.some((column) => row[column] !== 0)
}

function addTo(read: Read, since: readonly Answer[], counts: readonly string[]): readonly Answer[] {
  if (since.length === 0) return read.rows
  read.places ??= new Map(read.rows.map((row, place) => [nameOf(row, counts), place]))
  const rows = [...read.rows]
  for (const row of since) {
    const place = read.places.get(nameOf(row, counts))
    if (place === undefined) rows.push(row)
    else {
      const sum = { ...rows[place] }
      for (const column of counts) sum[column] = (sum[column] as number) + (row[column] as number)
      rows[place] = sum
    }
  }
  return rows.filter((row) => isSomething(row, counts))
}

/** What was counted since the sums were last added to, and which sums these are: in one statement, so that they fit. */
async function readSince(
  db: Database,
  { workspaceId, timezone, since }: Sums,
  { ask, counts }: Question<Answer>,
): Promise<Read | null> {
  const { rows } = await sql<Answer & { version: string }>`
    select s.version, d.*
    from fact_states s left join (${ask(since)}) as d on true
    where s.workspace_id = ${workspaceId} and s.timezone = ${timezone} and s.totals_through = ${allSubjects}
  `.execute(db)
  const [first] = rows
  if (!first) return null
  const counted = rows.filter((row) => row[counts[0]!] !== null)
  return { version: first.version, rows: counted.map(({ version, ...row }) => row) }
}

/**
 * Answers a question from the sums, and null where they cannot be trusted: while they are built anew, or are of other days.
 * They change at most once a minute, so what was read of them is kept for as long as they are the same; what was
 * counted since is always read. Its rows come in no order, and are the same array for as long as nothing changed.
 */
export async function readSums<Row extends object>(
  db: Database,
  sums: Sums,
  question: Question<Row>,
): Promise<readonly Row[] | null> {
  const asked = question as unknown as Question<Answer>
  const { ask, counts } = asked
  const kept = ask(sums.kept).compile(db)
  const name = JSON.stringify([kept.sql, kept.parameters])
  let read = remembered.get(name)
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const since = await readSince(db, sums, asked)
    if (!since) return null
    if (read?.version === since.version) {
      remember(name, read)
      return addTo(read, since.rows, counts) as readonly Row[]
    }
    // These are of that version if it is still the one there after they were read.
    const { rows } = await db.executeQuery<Answer>(kept)
    read = { version: since.version, rows: rows.filter((row) => isSomething(row, counts)) }
  }
  const { rows } = await ask(sql`${sums.kept} union all ${sums.since}`).execute(db)
  return rows.filter((row) => isSomething(row, counts)) as Row[]
}
