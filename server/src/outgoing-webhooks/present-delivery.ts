import type { webhookDelivery } from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

type Presented = z.input<typeof webhookDelivery>

export function selectDeliveries(tx: Database, actor: Actor, webhookId: string) {
  return tx
    .selectFrom('webhook_deliveries')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('webhook_attempts as a')
          .whereRef('a.workspace_id', '=', 'webhook_deliveries.workspace_id')
          .whereRef('a.delivery_id', '=', 'webhook_deliveries.id')
          .orderBy('a.number', 'desc')
          .limit(1)
          .select(['a.at', 'a.duration_ms', 'a.status', 'a.error'])
          .as('last'),
      (join) => join.on(sql<boolean>`true`),
    )
    .where('webhook_deliveries.workspace_id', '=', actor.workspaceId)
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .selectAll('webhook_deliveries')
    .select(['last.at as last_at', 'last.duration_ms', 'last.status', 'last.error'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]

export function presentDelivery(row: Row): Presented {
  return {
    id: row.id,
    event: row.event,
    state: row.state as Presented['state'],
    applicationId: row.application_id,
    callId: row.call_id,
    subject: row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    endedAt: row.ended_at,
    last: row.last_at
      ? { at: row.last_at, durationMs: row.duration_ms!, status: row.status, error: row.error }
      : null,
  }
}

/** @throws NOT_FOUND also for a delivery of another webhook */
export async function loadDelivery(
  tx: Database,
  actor: Actor,
  { id, deliveryId }: { id: string; deliveryId: string },
) {
  const row = await selectDeliveries(tx, actor, id)
    .where('webhook_deliveries.id', '=', deliveryId)
    .executeTakeFirst()
  if (!row) throw notFound(t`Delivery`)
  return { ...presentDelivery(row), payload: row.payload }
}
