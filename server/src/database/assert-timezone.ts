import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from './connect.ts'

/**
 * Refuses a timezone that the runtime knows but the database, which computes the days, does not.
 * @throws VALIDATION on `timezone`
 */
export async function assertTimezone(db: Database, timezone: string): Promise<void> {
  const known = await sql`select from pg_timezone_names where lower(name) = lower(${timezone})`.execute(db)
  if (known.rows.length === 0) throw invalid('timezone', t`Enter a timezone, such as Europe/Oslo`)
}
