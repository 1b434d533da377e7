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

/** What no later attempt changes: the receiver is gone, or the installation's settings refuse the stored address. */
type FinalReason = 'gone' | 'port_not_allowed' | 'not_https'

function finalReason({ status, error }: Posted): FinalReason | null {
  if (status === 410) return 'gone'
  return error === 'port_not_allowed' || error === 'not_https' ? error : null
}

const isRefused = (reason: FinalReason | null) => reason !== null && reason !== 'gone'

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
  { url, isRefused }: { url: string; isRefused: boolean },
): Promise<void> {
  const { host } = new URL(url)
  const say = () =>
    isRefused
      ? t`The webhook to ${host} was paused: its address is not allowed any more`
      : t`The webhook to ${host} was paused: nothing got through`
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
    say,
    headline: say,
    path: '/settings/webhooks',
  })
}

/**
 * Keeps count of how a webhook does. One that answers 410 or whose address is sent to no more is paused at once, one that
 * lets nothing through for a day, or fails a hundred times within an hour or more, then. Those who can fix it are notified.
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
  await dropPending(tx, place)
  await recordAudit(tx, {
    workspaceId,
    userId: null,
    action: 'webhook.paused',
    ip: null,
    subject: { kind: 'webhook', id: webhookId },
    details: { because: final ?? 'failing' },
  })
  await tellManagers(tx, services, place, { url: paused.url, isRefused: isRefused(final) })
}
