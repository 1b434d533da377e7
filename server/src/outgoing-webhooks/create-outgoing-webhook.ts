import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { checkUrl } from './check-url.ts'
import { loadWebhook } from './present-webhook.ts'
import { newWebhookSecret } from './sign-message.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

/** Each is told of everything: more would slow down every change. */
const mostWebhooks = 20

export const createOutgoingWebhook = handler(
  contract.createOutgoingWebhook,
  async ({ tx, actor, body, caller, services }) => {
    checkUrl(services.config, body.url)
    const { workspaceId, userId } = actor
    const there = await tx
      .selectFrom('outgoing_webhooks')
      .where('workspace_id', '=', workspaceId)
      .select('id')
      .execute()
    if (there.length >= mostWebhooks)
      throw conflict(t`There are ${mostWebhooks} webhooks already. Delete one first.`)
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
