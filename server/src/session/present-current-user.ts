import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { isLanguage } from '@muster/contract/languages.ts'
import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import type { getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connect.ts'
import type { Impersonation } from './actor.ts'
import { installationRequires } from './installation-requires.ts'

/** Returns a user as they see themselves: with workspace and effective permissions. */
export async function presentCurrentUser(
  db: Database,
  config: Pick<Config, 'requireSecondFactor'>,
  workspaceId: string,
  userId: string,
  impersonation: Impersonation | null = null,
): Promise<ResponseOf<typeof getCurrentUser>> {
  const row = await db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .selectAll('users')
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.workspace_id', '=', 'users.workspace_id')
        .onRef('second_factors.user_id', '=', 'users.id'),
    )
    .leftJoin('logins', (join) =>
      join
        .onRef('logins.email', '=', 'users.email')
        .onRef('logins.workspace_id', '=', 'users.workspace_id')
        .onRef('logins.user_id', '=', 'users.id'),
    )
    .select(['workspaces.name as workspace_name', 'workspaces.timezone', 'workspaces.default_country'])
    .select(['workspaces.require_second_factor', 'second_factors.confirmed_at', 'logins.given_at'])
    .select(
      sql<string | null>`(select c.email from email_claims c
        where c.workspace_id = users.workspace_id and c.user_id = users.id)`.as('pending_email'),
    )
    .executeTakeFirst()
  if (!row) throw notFound(t`User`)
  const role = row.role as Role
  return {
    id: row.id,
    email: row.email,
    pendingEmail: row.pending_email,
    name: row.name,
    role,
    status: row.status as 'active',
    companyId: row.company_id,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    permissions: effectivePermissions(role, row.granted_permissions, row.revoked_permissions),
    language: isLanguage(row.language) ? row.language : null,
    workspace: {
      id: row.workspace_id,
      name: row.workspace_name,
      timezone: row.timezone,
      defaultCountry: row.default_country,
    },
    avatarId: row.avatar_id,
    mustChoosePassword: row.given_at !== null && impersonation === null,
    hasSecondFactor: row.confirmed_at !== null,
    mustSetUpSecondFactor:
      (row.require_second_factor || installationRequires(config, role)) &&
      row.confirmed_at === null &&
      impersonation === null,
    impersonation,
  }
}
