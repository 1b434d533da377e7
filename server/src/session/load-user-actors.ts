import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from './actor.ts'

interface UserRow {
  id: string
  name: string
  email: string
  role: string
  company_id: string | null
  granted_permissions: string[]
  revoked_permissions: string[]
  workspace_name: string
  timezone: string
  default_country: string
}

/** Returns a user as an actor without a session, with all rights that they have. */
export function actorOfUser(workspaceId: string, user: UserRow): Actor {
  const role = user.role as Role
  return {
    userId: user.id,
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

/** A user for whom the server works without a session, such as the recipient of a report. */
export interface UserActor extends Actor {
  language: string | null
}

/**
 * Loads users as they would be if they called now, by ID. Left out are those who may not sign in: suspended, deleted, without
 * a confirmed address, or of a suspended workspace.
 */
export async function loadUserActors(
  db: Database,
  workspaceId: string,
  userIds: readonly string[],
): Promise<Map<string, UserActor>> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .innerJoin('logins', (join) =>
      join
        .onRef('logins.email', '=', 'users.email')
        .onRef('logins.workspace_id', '=', 'users.workspace_id')
        .onRef('logins.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .where('workspaces.suspended_at', 'is', null)
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.company_id', 'users.language'])
    .select(['users.granted_permissions', 'users.revoked_permissions'])
    .select(['workspaces.name as workspace_name', 'workspaces.timezone', 'workspaces.default_country'])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...actorOfUser(workspaceId, row), language: row.language }]))
}
