import * as contract from '@muster/contract/api-keys.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { evictSessions } from '../session/authenticate.ts'
import { loadApiKey } from './present-api-key.ts'

export const revokeApiKey = handler(
  contract.revokeApiKey,
  async ({ tx, actor, params, caller, services, afterCommit }) => {
    const { workspaceId, userId } = actor
    const { name, owner } = await loadApiKey(tx, actor, params.id)
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()`, revoked_by: userId, version: sql`version + 1` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows === 0n) return undefined
    await recordAudit(tx, {
      ...actor,
      action: 'api-key.revoked',
      ip: caller.ip,
      subject: { kind: 'api-key', id: params.id },
      details: { name, owner: owner.name },
    })
    // Ends no user's session, but makes every node drop its cached keys.
    await announceAccessChanged(tx, { workspaceId, userIds: [], actorId: userId })
    afterCommit(() => evictSessions(services.db))
    return undefined
  },
)
