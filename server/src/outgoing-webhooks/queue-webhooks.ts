import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Queues a job for each webhook with due deliveries: retries, and any whose notification was lost. */
export async function queueDueWebhooks({ db, jobs }: Services): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; webhookId: string }>`
    select distinct workspace_id as "workspaceId", webhook_id as "webhookId" from webhook_deliveries
    where state = 'pending' and next_attempt_at <= now()
  `.execute(db)
  for (const place of rows) await jobs.send(db, 'deliver-webhooks', place, { onceFor: place.webhookId })
}

/** Queues a job for a webhook as soon as a change with deliveries is committed. */
export async function queueWebhook({ db, jobs }: Services, payload: string): Promise<void> {
  const [workspaceId, webhookId] = payload.split(' ') as [string, string]
  await jobs.send(db, 'deliver-webhooks', { workspaceId, webhookId }, { onceFor: webhookId })
}
