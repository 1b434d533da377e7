import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Today by the clock of a time zone, and the moment at which it is read. */
export interface Day {
  at: string
  from: string
  to: string
  timezone: string
}

export async function loadDay(db: Database, timezone: string): Promise<Day> {
  const { rows } = await sql<Omit<Day, 'timezone'>>`
    select now()::timestamptz(3) as at,
      local_day_start(today, ${timezone})::timestamptz(3) as "from",
      local_day_start(today + 1, ${timezone})::timestamptz(3) as "to"
    from (select (now() at time zone ${timezone})::date as today) as day
  `.execute(db)
  return { ...rows[0]!, timezone }
}
