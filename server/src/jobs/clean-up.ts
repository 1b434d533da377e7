import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Drops what has served its time: remembered requests, old live events and visits, deliveries of webhooks, deleted views, forgotten sign-in failures. */
export async function cleanUp(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '2 days'`.execute(db)
  await sql`delete from live_events where at < now() - interval '1 day'`.execute(db)
  await sql`delete from visits where seen_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from nodes where seen_at < now() - interval '1 day'`.execute(db)
  await sql`delete from webhook_deliveries where state <> 'pending' and created_at < now() - interval '30 days'`.execute(
    db,
  )
  await sql`delete from saved_views where deleted_at < now() - interval '30 days'`.execute(db)
  // Colleagues deleted for longer cannot come back: nothing of how they signed in is kept.
  await sql`
    delete from logins l using users u
    where u.workspace_id = l.workspace_id and u.id = l.user_id and u.deleted_at < now() - interval '30 days'
  `.execute(db)
  // Changes of address that nobody confirmed, and claims of colleagues who cannot come back.
  await sql`
    delete from email_claims c using users u
    where u.workspace_id = c.workspace_id and u.id = c.user_id and (
      u.deleted_at < now() - interval '30 days'
      or (c.email <> u.email and c.expires_at < now() - interval '7 days' and c.created_at < now() - interval '7 days')
    )
  `.execute(db)
  await sql`delete from spent_email_links where spent_at < now() - interval '30 days'`.execute(db)
  await sql`delete from unknown_logins where at < now() - interval '90 days'`.execute(db)
  await sql`delete from mail_counts where until < now()`.execute(db)
  await sql`delete from login_failures where first_at < now() - interval '1 day'`.execute(db)
}
