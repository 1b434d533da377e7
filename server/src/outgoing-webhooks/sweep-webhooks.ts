import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Wakes up the webhooks that have something due: what failed before, and what nobody heard of. */
export async function sweepWebhooks({ db, jobs }: Services): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; webhookId: string }>`
    select distinct workspace_id as "workspaceId", webhook_id as "webhookId" from webhook_deliveries
    where state = 'pending' and next_attempt_at <= now()
  `.execute(db)
  for (const place of rows) await jobs.send(db, 'deliver-webhooks', place, { onceFor: place.webhookId })
}

/** As soon as a change that has something to tell is committed. */
export async function wakeWebhook({ db, jobs }: Services, payload: string): Promise<void> {
  const [workspaceId, webhookId] = payload.split(' ') as [string, string]
  await jobs.send(db, 'deliver-webhooks', { workspaceId, webhookId }, { onceFor: webhookId })
}
