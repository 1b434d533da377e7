import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import type { PostResult } from './post.ts'
import { isAccepted } from './record-attempt.ts'

interface WebhookRef {
  workspaceId: string
  webhookId: string
}

/** Failures that no retry can fix: the receiver is gone, or the installation's settings refuse the stored URL. */
type FinalReason = 'gone' | 'port_not_allowed' | 'not_https'

function finalReason({ status, error }: PostResult): FinalReason | null {
  if (status === 410) return 'gone'
  return error === 'port_not_allowed' || error === 'not_https' ? error : null
}

const isRefused = (reason: FinalReason | null) => reason !== null && reason !== 'gone'

/** Fails all pending deliveries. They can be redelivered by hand. */
export async function failPending(tx: Database, { workspaceId, webhookId }: WebhookRef): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null, ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute()
}

async function notifyManagers(
  tx: Database,
  services: Mailing,
  { workspaceId, webhookId }: WebhookRef,
  { url, isRefused }: { url: string; isRefused: boolean },
): Promise<void> {
  const { host } = new URL(url)
  const text = () =>
    isRefused
      ? t`The webhook to ${host} was paused because its URL is no longer allowed`
      : t`The webhook to ${host} was paused after repeated delivery failures`
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
    text,
    headline: text,
    path: '/settings/webhooks',
  })
}

/**
 * Counts failed attempts and pauses the webhook when needed: at once after a 410 or if its URL is no longer allowed;
 * after a day without a success; or after a hundred failures over at least an hour. Notifies those who can fix it.
 */
export async function recordHealth(
  tx: Database,
  services: Mailing,
  place: WebhookRef,
  posted: readonly PostResult[],
): Promise<void> {
  const { workspaceId, webhookId } = place
  const hook = tx
    .updateTable('outgoing_webhooks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
  if (posted.some(isAccepted)) {
    await hook.where('failures', '>', 0).set({ failures: 0, failing_since: null }).execute()
    return
  }
  const final = posted.map(finalReason).find((reason) => reason !== null) ?? null
  await hook
    .set({
      failures: sql`failures + ${posted.length}::int`,
      failing_since: sql`coalesce(failing_since, now())`,
    })
    .execute()
  const paused = await hook
    .where('active', '=', true)
    .where(
      sql<boolean>`(${final !== null} or failing_since < now() - interval '1 day'
        or (failures >= 100 and failing_since < now() - interval '1 hour'))`,
    )
    .set({ active: false, paused_because: final ?? 'failing', version: sql`version + 1` })
    .returning('url')
    .executeTakeFirst()
  if (!paused) return
  await failPending(tx, place)
  await recordAudit(tx, {
    workspaceId,
    userId: null,
    action: 'webhook.paused',
    ip: null,
    subject: { kind: 'webhook', id: webhookId },
    details: { because: final ?? 'failing' },
  })
  await notifyManagers(tx, services, place, { url: paused.url, isRefused: isRefused(final) })
}
