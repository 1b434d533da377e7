import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { type Asked, askFacts, reportFacts } from './report-facts.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'

/** How much of something there is; of metrics that count an application once, how many applications. */
export interface FactSum {
  /** 1 the period, 0 the one before. */
  part: number
  metric: number
  key: string
  a: number
  b: number
  ref: string
  n: number
}

type Column = 'key' | 'a' | 'b' | 'ref'

/** The facts of a period added up, told apart by the columns named. */
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
      select ${sql.join([sql`f.part`, sql`f.metric`, ...columns])}, sum(f.n)::float8 as n
      from (${facts}) as f
      where f.fresh ${asked.a === undefined ? sql`` : sql`and f.a = ${asked.a}`}
      group by ${sql.join([sql`f.part`, sql`f.metric`, ...columns])}
      having sum(f.n) <> 0
    `,
    counts: ['n'],
  })
}

/** How much there is of what a condition asks for. */
export function total(rows: readonly FactSum[], wanted: Partial<FactSum> = {}): number {
  const conditions = Object.entries(wanted) as [keyof FactSum, unknown][]
  return rows.reduce(
    (sum, row) => (conditions.every(([name, value]) => row[name] === value) ? sum + row.n : sum),
    0,
  )
}

/** How often each value of `b` was there. */
export function histogram(rows: readonly FactSum[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { b, n } of rows) counts.set(b, (counts.get(b) ?? 0) + n)
  return counts
}
