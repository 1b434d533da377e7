import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { deviceDays } from '../http/device-cookie.ts'

/**
 * Deletes expired rows: idempotency keys, old live events and visits, webhook deliveries, deleted views, reports, report
 * dashboards, call queues and voice campaigns, what was sent of reports, files of emails, values before changes of custom fields, old sign-in failures.
 */
export async function cleanUp(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '2 days'`.execute(db)
  await sql`delete from live_events where at < now() - interval '1 day'`.execute(db)
  await sql`delete from visits where seen_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from nodes where seen_at < now() - interval '1 day'`.execute(db)
  await sql`delete from webhook_deliveries where state <> 'pending' and created_at < now() - interval '30 days'`.execute(
    db,
  )
  await sql`delete from saved_views where deleted_at < now() - interval '30 days'`.execute(db)
  await sql`delete from report_dashboards where deleted_at < now() - interval '30 days'`.execute(db)
  await sql`delete from saved_reports where deleted_at < now() - interval '30 days'`.execute(db)
  await sql`
    delete from voice_campaigns where deleted_at < now() - interval '30 days' and not exists (
      select from calls where calls.workspace_id = voice_campaigns.workspace_id and calls.campaign_id = voice_campaigns.id
    )
  `.execute(db)
  await sql`delete from report_sendings where created_at < now() - interval '180 days'`.execute(db)
  // Of emails that could not be sent.
  await sql`
    delete from mail_attachments a using mails m
    where m.workspace_id = a.workspace_id and m.id = a.mail_id and m.created_at < now() - interval '7 days'
  `.execute(db)
  await sql`delete from call_queues where deleted_at < now() - interval '30 days'`.execute(db)
  // A consent must be proven for years, also that of a person who was erased.
  await sql`
    delete from consent_entries e using candidates c
    where c.workspace_id = e.workspace_id and c.id = e.candidate_id
      and c.erased_at < now() - interval '5 years' and e.recorded_at < now() - interval '5 years'
  `.execute(db)
  await sql`delete from predial_answers where answered_at < now() - interval '90 days'`.execute(db)
  await sql`delete from call_claims where until < now() - interval '1 day'`.execute(db)
  // With the values before them.
  await sql`
    delete from custom_field_changes
    where state <> 'waiting' and created_at < now() - make_interval(days => ${fieldRestoreDays}::integer)
  `.execute(db)
  // Users deleted for longer cannot come back, so their credentials are deleted.
  await sql`
    delete from logins l using users u
    where u.workspace_id = l.workspace_id and u.id = l.user_id and u.deleted_at < now() - interval '30 days'
  `.execute(db)
  // Unconfirmed changes of address, and claims of users who cannot come back.
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
  await sql`delete from known_devices where used_at < now() - make_interval(days => ${deviceDays})`.execute(
    db,
  )
  await sql`delete from login_failures where first_at < now() - interval '1 day'`.execute(db)
}
