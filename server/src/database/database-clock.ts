import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * Returns the database's time. Whatever expires or is ordered by time uses this clock, since the nodes' clocks may
 * differ.
 */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now
  `.execute(db)
  return new Date(rows[0]!.now)
}

/** Returns the same in epoch seconds, as tokens and signatures use. */
export async function databaseSeconds(db: Database): Promise<number> {
  return Math.floor((await databaseNow(db)).getTime() / 1000)
}

/** Returns when the transaction began: the value that `now()` writes. */
export async function transactionTime(tx: Database): Promise<string> {
  const { now } = await tx.selectNoFrom(sql<string>`now()`.as('now')).executeTakeFirstOrThrow()
  return now
}
