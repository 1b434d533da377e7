import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Drops what has served its time: remembered requests, old live events and visits, forgotten sign-in failures. */
export async function cleanUp(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '2 days'`.execute(db)
  await sql`delete from live_events where at < now() - interval '1 day'`.execute(db)
  await sql`delete from visits where seen_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from login_failures where first_at < now() - interval '1 day'`.execute(db)
}
