import { sql } from 'kysely'
import { databaseSeconds } from '../database/database-clock.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'
import { version } from '../version.ts'
import { buildPayload } from './build-payload.ts'
import { recordHealth } from './pause-webhook.ts'
import { type PostResult, post } from './post.ts'
import { isAccepted, recordAttempt } from './record-attempt.ts'
import { signMessage } from './sign-message.ts'
import { openWebhookSecret } from './webhook-secret.ts'

type WebhookRef = JobData['deliver-webhooks']

interface Claimed {
  workspace_id: string
  id: string
  webhook_id: string
  event: string
  entry_id: string | null
  call_id: string | null
  subject_kind: string | null
  subject_id: string | null
  details: object | null
  created_at: string
  payload: string | null
  attempts: number
}

const concurrency = 10
/** Yields to other webhooks after this time. The sweep resumes the rest within a minute. */
const workForMs = 50_000

/**
 * Claims some due deliveries so that no other worker attempts them. If this worker dies, they become due again later.
 */
async function claim({ db }: Services, { workspaceId, webhookId }: WebhookRef): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = now() + interval '1 minute'
    from (
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and state = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit ${concurrency} for update skip locked
    ) due
    where d.workspace_id = ${workspaceId} and d.id = due.id
    returning d.workspace_id, d.id, d.webhook_id, d.event, d.entry_id, d.call_id, d.subject_kind, d.subject_id,
      d.details, d.created_at, d.payload, d.attempts
  `.execute(db)
  return rows
}

async function attempt(
  { db, config }: Services,
  { url, secret }: { url: string; secret: string },
  delivery: Claimed,
): Promise<PostResult | null> {
  const payload = delivery.payload ?? (await buildPayload(db, delivery))
  if (payload === null) {
    await db
      .deleteFrom('webhook_deliveries')
      .where('workspace_id', '=', delivery.workspace_id)
      .where('id', '=', delivery.id)
      .execute()
    return null
  }
  const headers = signMessage(secret, `msg_${delivery.id}`, await databaseSeconds(db), payload)
  const posted = await post(
    url,
    payload,
    { 'content-type': 'application/json', 'user-agent': `Muster/${version}`, ...headers },
    { allowPrivate: config.privateWebhooks, ports: config.webhookPorts },
  )
  await writeTransaction(db, (tx) => recordAttempt(tx, { ...delivery, payload }, posted))
  return posted
}

/**
 * Sends the due deliveries of one webhook, several at once, until none is left or its time is up. Stops when a whole
 * batch fails.
 */
export async function deliverWebhooks(services: Services, place: WebhookRef): Promise<void> {
  const { db } = services
  const { workspaceId, webhookId } = place
  const stopAt = performance.now() + workForMs
  while (performance.now() < stopAt) {
    const claimed = await claim(services, place)
    if (claimed.length === 0) return
    const hook = await db
      .selectFrom('outgoing_webhooks')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', webhookId)
      .select(['url', 'secret'])
      .executeTakeFirst()
    if (!hook) return
    const secret = await openWebhookSecret(db, hook.secret, { workspaceId, id: webhookId })
    const attempts = await Promise.all(
      claimed.map((delivery) => attempt(services, { url: hook.url, secret }, delivery)),
    )
    const posted = attempts.filter((one) => one !== null)
    if (posted.length === 0) continue
    await writeTransaction(db, (tx) => recordHealth(tx, services, place, posted))
    if (!posted.some(isAccepted)) return
  }
}
