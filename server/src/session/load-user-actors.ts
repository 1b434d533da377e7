import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from './actor.ts'

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
  return new Map(
    rows.map((row) => {
      const role = row.role as Role
      const permissions = effectivePermissions(role, row.granted_permissions, row.revoked_permissions)
      const actor: UserActor = {
        userId: row.id,
        workspaceId,
        sessionId: '',
        name: row.name,
        email: row.email,
        role,
        permissions: new Set(permissions),
        companyId: row.company_id,
        workspace: {
          name: row.workspace_name,
          timezone: row.timezone,
          defaultCountry: row.default_country,
        },
        impersonation: null,
        mustChoosePassword: false,
        mustSetUpSecondFactor: false,
        language: row.language,
      }
      return [row.id, actor]
    }),
  )
}
