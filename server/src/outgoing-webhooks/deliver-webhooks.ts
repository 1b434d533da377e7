import { sql } from 'kysely'
import { databaseSeconds } from '../database/database-clock.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'
import { version } from '../version.ts'
import { buildPayload } from './build-payload.ts'
import { isTaken, noteAttempt } from './note-attempt.ts'
import { noteHealth } from './pause-webhook.ts'
import { type Posted, post } from './post.ts'
import { signMessage } from './sign-message.ts'
import { openWebhookSecret } from './webhook-secret.ts'

type Place = JobData['deliver-webhooks']

interface Claimed {
  workspace_id: string
  id: string
  webhook_id: string
  event: string
  entry_id: string | null
  call_id: string | null
  payload: string | null
  attempts: number
}

const atOnce = 10
/** Others wait for their turn too; what is left is taken up within a minute. */
const workForMs = 50_000

/** Some that are due, taken so that nobody else tries them meanwhile; a worker that dies leaves them for later. */
async function claim({ db }: Services, { workspaceId, webhookId }: Place): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = now() + interval '1 minute'
    from (
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and state = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit ${atOnce} for update skip locked
    ) due
    where d.workspace_id = ${workspaceId} and d.id = due.id
    returning d.workspace_id, d.id, d.webhook_id, d.event, d.entry_id, d.call_id, d.payload, d.attempts
  `.execute(db)
  return rows
}

async function attempt(
  { db, config }: Services,
  { url, secret }: { url: string; secret: string },
  delivery: Claimed,
): Promise<Posted | null> {
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
  await writeTransaction(db, (tx) => noteAttempt(tx, { ...delivery, payload }, posted))
  return posted
}

/**
 * Sends what is due to one webhook, several at once, until nothing is left or its turn is over. Where nothing of a lot
 * gets through, the rest waits.
 */
export async function deliverWebhooks(services: Services, place: Place): Promise<void> {
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
    await writeTransaction(db, (tx) => noteHealth(tx, services, place, posted))
    if (!posted.some(isTaken)) return
  }
}
