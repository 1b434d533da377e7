import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { checkUrl } from './check-url.ts'
import { loadWebhook } from './present-webhook.ts'
import { newWebhookSecret } from './sign-message.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

/** A change writes a delivery for every webhook, so more of them would slow down each change. */
const maxWebhooks = 20

export const createOutgoingWebhook = handler(
  contract.createOutgoingWebhook,
  async ({ tx, actor, body, caller, services }) => {
    checkUrl(services.config, body.url)
    const { workspaceId, userId } = actor
    const existing = await tx
      .selectFrom('outgoing_webhooks')
      .where('workspace_id', '=', workspaceId)
      .select('id')
      .execute()
    if (existing.length >= maxWebhooks)
      throw conflict(t`You already have ${maxWebhooks} webhooks, which is the limit. Delete one first.`)
    const id = newId()
    const secret = newWebhookSecret()
    const events = [...new Set(body.events)]
    await tx
      .insertInto('outgoing_webhooks')
      .values({
        workspace_id: workspaceId,
        id,
        url: body.url,
        events,
        active: body.active,
        secret: await sealWebhookSecret(tx, secret, { workspaceId, id }),
        created_by: userId,
      })
      .execute()
    await recordAudit(tx, {
      ...actor,
      action: 'webhook.created',
      ip: caller.ip,
      subject: { kind: 'webhook', id },
      details: { url: body.url, events },
    })
    return { ...(await loadWebhook(tx, actor, id)), secret }
  },
)
