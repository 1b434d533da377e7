import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import { isTaken } from './note-attempt.ts'
import type { Posted } from './post.ts'

interface Place {
  workspaceId: string
  webhookId: string
}

/** Nothing more is sent; what waited can be sent by hand. */
export async function dropPending(tx: Database, { workspaceId, webhookId }: Place): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null, ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute()
}

async function tellManagers(
  tx: Database,
  services: Mailing,
  { workspaceId, webhookId }: Place,
  url: string,
): Promise<void> {
  const { host } = new URL(url)
  const people = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where((where) =>
      where.or([
        where('role', 'in', ['superadmin', 'owner', 'admin']),
        where(
          'id',
          '=',
          where
            .selectFrom('outgoing_webhooks')
            .select('created_by')
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', webhookId),
        ),
      ]),
    )
    .select('id')
    .execute()
  await notify(tx, services, 'webhook_paused', {
    workspaceId,
    userIds: people.map(({ id }) => id),
    actorId: null,
    say: () => t`The webhook to ${host} was paused: nothing got through`,
    headline: () => t`The webhook to ${host} was paused: nothing got through`,
    path: '/settings/webhooks',
  })
}

/**
 * Keeps count of how a webhook does. One that answers 410, lets nothing through for a day, or fails a hundred times within
 * an hour or more is paused, and those who can mend it are told.
 */
export async function noteHealth(
  tx: Database,
  services: Mailing,
  place: Place,
  posted: readonly Posted[],
): Promise<void> {
  const { workspaceId, webhookId } = place
  const hook = tx
    .updateTable('outgoing_webhooks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
  if (posted.some(isTaken)) {
    await hook.where('failures', '>', 0).set({ failures: 0, failing_since: null }).execute()
    return
  }
  const isGone = posted.some(({ status }) => status === 410)
  await hook
    .set({
      failures: sql`failures + ${posted.length}::int`,
      failing_since: sql`coalesce(failing_since, now())`,
    })
    .execute()
  const paused = await hook
    .where('active', '=', true)
    .where(
      sql<boolean>`(${isGone} or failing_since < now() - interval '1 day'
        or (failures >= 100 and failing_since < now() - interval '1 hour'))`,
    )
    .set({ active: false, paused_because: isGone ? 'gone' : 'failing', version: sql`version + 1` })
    .returning('url')
    .executeTakeFirst()
  if (!paused) return
  await dropPending(tx, place)
  await recordAudit(tx, {
    workspaceId,
    userId: null,
    action: 'webhook.paused',
    ip: null,
    subject: { kind: 'webhook', id: webhookId },
    details: { because: isGone ? 'gone' : 'failing' },
  })
  await tellManagers(tx, services, place, paused.url)
}
