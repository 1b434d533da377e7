import type { outgoingWebhook, WebhookEvent } from '@muster/contract/outgoing-webhooks.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

type Presented = z.input<typeof outgoingWebhook>

export function selectWebhooks(tx: Database, actor: Actor) {
  return tx
    .selectFrom('outgoing_webhooks')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'outgoing_webhooks.workspace_id')
        .onRef('users.id', '=', 'outgoing_webhooks.created_by'),
    )
    .where('outgoing_webhooks.workspace_id', '=', actor.workspaceId)
    .selectAll('outgoing_webhooks')
    .select('users.name as creator')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['execute']>>[number]

export function presentWebhook(row: Row): Presented {
  return {
    id: row.id,
    url: row.url,
    events: row.events as WebhookEvent[],
    active: row.active,
    pausedBecause: row.active ? null : (row.paused_because as Presented['pausedBecause']),
    failingSince: row.failing_since,
    createdBy: { id: row.created_by, name: row.creator },
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    version: row.version,
  }
}

/** @throws NOT_FOUND */
export async function loadWebhook(tx: Database, actor: Actor, id: string): Promise<Presented> {
  const row = await selectWebhooks(tx, actor).where('outgoing_webhooks.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Webhook`)
  return presentWebhook(row)
}
