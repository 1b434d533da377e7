import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { checkUrl } from './check-url.ts'
import { failPending } from './pause-webhook.ts'
import { loadWebhook } from './present-webhook.ts'

const columns = { url: 'url', events: 'events', active: 'active' } as const

export const updateOutgoingWebhook = handler(
  contract.updateOutgoingWebhook,
  async ({ tx, actor, params, body, caller, services }) => {
    if (body.url !== undefined) checkUrl(services.config, body.url)
    const before = await loadWebhook(tx, actor, params.id)
    // The current settings may refuse the stored URL.
    if (body.url === undefined && body.active === true && !before.active)
      checkUrl(services.config, before.url)
    const { workspaceId } = actor
    const begins = body.active === true || body.url !== undefined
    const updated = await tx
      .updateTable('outgoing_webhooks')
      .set({
        ...changedColumns(body, columns),
        ...(body.active === undefined ? {} : { paused_because: null }),
        // Past failures do not count after a restart.
        ...(begins ? { failures: 0, failing_since: null } : {}),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
      .executeTakeFirst()
    const after = await loadWebhook(tx, actor, params.id)
    if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
    if (before.active && !after.active) await failPending(tx, { workspaceId, webhookId: params.id })
    await recordAudit(tx, {
      ...actor,
      action: 'webhook.changed',
      ip: caller.ip,
      subject: { kind: 'webhook', id: params.id },
      details: {
        from: { url: before.url, events: before.events, active: before.active },
        to: { url: after.url, events: after.events, active: after.active },
      },
    })
    return after
  },
)
