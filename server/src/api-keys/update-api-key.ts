import * as contract from '@muster/contract/api-keys.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, forbidden, staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { evictSessions } from '../session/authenticate.ts'
import { checkKey } from './check-key.ts'
import { loadApiKey } from './present-api-key.ts'

const columns = { name: 'name', permissions: 'permissions', expiresAt: 'expires_at' } as const

export const updateApiKey = handler(
  contract.updateApiKey,
  async ({ tx, actor, params, body, caller, services, afterCommit }) => {
    const before = await loadApiKey(tx, actor, params.id)
    if (before.state === 'revoked') throw conflict(t`This API key is revoked. Create a new one.`)
    if (!before.can.edit)
      throw forbidden(t`Only the person who created this API key can edit it. You can revoke it.`)
    await checkKey(tx, actor, body)
    const updated = await tx
      .updateTable('api_keys')
      .set({ ...changedColumns(body, columns), version: sql`version + 1` })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .where('revoked_at', 'is', null)
      .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
      .executeTakeFirst()
    const after = await loadApiKey(tx, actor, params.id)
    if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
    await recordAudit(tx, {
      ...actor,
      action: 'api-key.changed',
      ip: caller.ip,
      subject: { kind: 'api-key', id: params.id },
      details: {
        from: { name: before.name, permissions: before.permissions, expiresAt: before.expiresAt },
        to: { name: after.name, permissions: after.permissions, expiresAt: after.expiresAt },
      },
    })
    afterCommit(() => evictSessions(services.db))
    return after
  },
)
