import type { apiKey } from '@muster/contract/api-keys.ts'
import { effectivePermissions, keyPermissions, type Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { permissionsOfKey } from '../session/api-key.ts'

type State = z.input<typeof apiKey>['state']

const state = sql<State>`case
  when api_keys.revoked_at is not null then 'revoked'
  when api_keys.expires_at <= now() then 'expired'
  else 'active'
end`

export function selectApiKeys(tx: Database, actor: Actor) {
  return tx
    .selectFrom('api_keys')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'api_keys.workspace_id')
        .onRef('users.id', '=', 'api_keys.user_id'),
    )
    .where('api_keys.workspace_id', '=', actor.workspaceId)
    .select(['api_keys.id', 'api_keys.name', 'api_keys.hint', 'api_keys.user_id', 'api_keys.permissions'])
    .select(['api_keys.expires_at', 'api_keys.last_used_at', 'api_keys.last_used_ip'])
    .select(['api_keys.created_at', 'api_keys.changed_at', 'api_keys.revoked_at', 'api_keys.version'])
    .select(['users.name as owner', 'users.role', 'users.status'])
    .select(['users.granted_permissions', 'users.revoked_permissions', state.as('state')])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectApiKeys>['execute']>>[number]

export { state as stateOfApiKey }

export function presentApiKey(row: Row, actor: Actor): z.input<typeof apiKey> {
  const ofOwner = effectivePermissions(row.role as Role, row.granted_permissions, row.revoked_permissions)
  const isRevoked = row.revoked_at !== null
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    owner: { id: row.user_id, name: row.owner },
    permissions: permissionsOfKey(row.permissions, keyPermissions),
    effectivePermissions: row.status === 'active' ? permissionsOfKey(row.permissions, ofOwner) : [],
    state: row.state,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedIp: row.last_used_ip,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    revokedAt: row.revoked_at,
    version: row.version,
    can: { edit: !isRevoked && row.user_id === actor.userId, revoke: !isRevoked },
  }
}

/** @throws NOT_FOUND */
export async function loadApiKey(tx: Database, actor: Actor, id: string): Promise<z.input<typeof apiKey>> {
  const row = await selectApiKeys(tx, actor).where('api_keys.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`API key`)
  return presentApiKey(row, actor)
}
