import { keyPermissions, type Permission } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from './actor.ts'
import { actorOfUser } from './load-user-actors.ts'
import {
  formatSecretToken,
  hashSecret,
  newSecretToken,
  parseSecretToken,
  type SecretToken,
} from './secret-token.ts'

/** Lets scanners find leaked keys in logs and repositories. */
const prefix = 'mk_'

/** Returns a new key to show once, and what is stored of it. */
export function newApiKey(workspaceId: string, id: string): { key: string; hash: string; hint: string } {
  const token = newSecretToken(workspaceId, id)
  const key = prefix + formatSecretToken(token)
  return { key, hash: hashSecret(token.secret), hint: key.slice(-4) }
}

export function isApiKey(token: string): boolean {
  return token.startsWith(prefix)
}

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', t`This API key is not valid`)
}

/** @throws UNAUTHENTICATED for what is no key of ours */
export function parseApiKey(text: string): SecretToken {
  const token = parseSecretToken(text.slice(prefix.length))
  if (!token) throw refused()
  return token
}

/** Returns a key's effective permissions: those it was given that its owner still has. */
export function permissionsOfKey(given: readonly string[], ofOwner: readonly Permission[]): Permission[] {
  return keyPermissions.filter((permission) => given.includes(permission) && ofOwner.includes(permission))
}

/**
 * Loads the owner of a key, with the key's permissions and row scope.
 * @throws UNAUTHENTICATED when it is unknown, revoked or expired, or when its owner may not sign in
 */
export async function loadKeyActor(db: Database, token: SecretToken): Promise<Actor> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'api_keys.workspace_id')
        .onRef('users.id', '=', 'api_keys.user_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .where('api_keys.workspace_id', '=', token.workspaceId)
    .where('api_keys.id', '=', token.id)
    .where('api_keys.hash', '=', hashSecret(token.secret))
    .where('api_keys.revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(api_keys.expires_at > now(), true)`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .where('workspaces.suspended_at', 'is', null)
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.company_id'])
    .select(['users.granted_permissions', 'users.revoked_permissions', 'api_keys.permissions'])
    .select(['workspaces.name as workspace_name', 'workspaces.timezone', 'workspaces.default_country'])
    .executeTakeFirst()
  if (!row) throw refused()
  const owner = actorOfUser(token.workspaceId, row)
  return {
    ...owner,
    apiKeyId: token.id,
    permissions: new Set(permissionsOfKey(row.permissions, [...owner.permissions])),
  }
}

/** Stores when and from where a key was last used, once a minute on each node. */
export async function noteKeyUse(db: Database, { workspaceId, apiKeyId }: Actor, ip: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()`, last_used_ip: ip })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', apiKeyId!)
    .execute()
}
