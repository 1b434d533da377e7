import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from './actor.ts'

/**
 * Returns a user as the actor of a background job, with the rights that they have now; null if they may no longer sign in or
 * their workspace is suspended.
 */
export async function loadUserActor(
  db: Database,
  workspaceId: string,
  userId: string,
): Promise<Actor | null> {
  const user = await db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .where('workspaces.suspended_at', 'is', null)
    .select(['users.name', 'users.email', 'users.role', 'users.company_id'])
    .select(['users.granted_permissions', 'users.revoked_permissions'])
    .select(['workspaces.name as workspace_name', 'workspaces.timezone', 'workspaces.default_country'])
    .executeTakeFirst()
  if (!user) return null
  const role = user.role as Role
  return {
    userId,
    workspaceId,
    sessionId: '',
    name: user.name,
    email: user.email,
    role,
    permissions: new Set(effectivePermissions(role, user.granted_permissions, user.revoked_permissions)),
    companyId: user.company_id,
    workspace: { name: user.workspace_name, timezone: user.timezone, defaultCountry: user.default_country },
    impersonation: null,
    mustChoosePassword: false,
    mustSetUpSecondFactor: false,
  }
}
