import * as contract from '@muster/contract/api-keys.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { newApiKey } from '../session/api-key.ts'
import { checkKey } from './check-key.ts'
import { loadApiKey } from './present-api-key.ts'

export const createApiKey = handler(contract.createApiKey, async ({ tx, actor, body, caller }) => {
  await checkKey(tx, actor, body)
  const { workspaceId, userId } = actor
  const id = newId()
  const { key, hash, hint } = newApiKey(workspaceId, id)
  const permissions = [...new Set(body.permissions)]
  await tx
    .insertInto('api_keys')
    .values({
      workspace_id: workspaceId,
      id,
      user_id: userId,
      name: body.name,
      hash,
      hint,
      permissions,
      expires_at: body.expiresAt,
    })
    .execute()
  await recordAudit(tx, {
    ...actor,
    action: 'api-key.created',
    ip: caller.ip,
    subject: { kind: 'api-key', id },
    details: { name: body.name, permissions, expiresAt: body.expiresAt },
  })
  return { ...(await loadApiKey(tx, actor, id)), key }
})
