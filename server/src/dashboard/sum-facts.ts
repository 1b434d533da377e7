import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { type Asked, askFacts, reportFacts } from './report-facts.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'

/** A count of facts, or of applications for figures that count each application once. */
export interface FactSum {
  /** 1: the period, 0: the one before. */
  part: number
  figure: Figure
  key: string
  label: string
  detail: string
  ref: string
  value: number
  n: number
}

type Column = 'key' | 'label' | 'detail' | 'ref' | 'value'

/** Counts the facts of a period, grouped by `columns`. */
export async function sumFacts(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
  asked: Asked & { columns: readonly Column[] },
): Promise<readonly FactSum[]> {
  const columns: RawBuilder<unknown>[] = asked.columns.map((column) => sql.ref(`f.${column}`))
  return askFacts(db, reportFacts(actor, query, period, asked), {
    ask: (facts) => sql<FactSum>`
      select ${sql.join([sql`f.part`, sql`f.figure`, ...columns])}, sum(f.n)::float8 as n
      from (${facts}) as f
      where f.fresh ${asked.label === undefined ? sql`` : sql`and f.label = ${asked.label}`}
      group by ${sql.join([sql`f.part`, sql`f.figure`, ...columns])}
      having sum(f.n) <> 0
    `,
    counts: ['n'],
  })
}

/** Returns the total of the rows that match `wanted`. */
export function total(rows: readonly FactSum[], wanted: Partial<FactSum> = {}): number {
  const conditions = Object.entries(wanted) as [keyof FactSum, unknown][]
  return rows.reduce(
    (sum, row) => (conditions.every(([name, value]) => row[name] === value) ? sum + row.n : sum),
    0,
  )
}

/** Returns how often each value occurs. */
export function histogram(rows: readonly FactSum[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { value, n } of rows) counts.set(value, (counts.get(value) ?? 0) + n)
  return counts
}
