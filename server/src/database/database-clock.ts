import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * The database's clock: the one that all nodes share. Whatever ends at a time, or is put in order by it, goes by it,
 * since the clocks of the nodes may differ.
 */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now
  `.execute(db)
  return new Date(rows[0]!.now)
}

/** The same in epoch seconds, as tokens and signatures count. */
export async function databaseSeconds(db: Database): Promise<number> {
  return Math.floor((await databaseNow(db)).getTime() / 1000)
}
