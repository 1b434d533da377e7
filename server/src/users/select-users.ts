import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { listUsers, userStatuses } from '@muster/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { userAbilitiesOf } from '../policies/user-policy.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'

/** Whether `users` is the workspace's only active owner, or the installation's only active superadmin. */
const isLast = sql<boolean>`case when users.status <> 'active' then false
  when users.role = 'owner' then not exists (
    select from users o where o.workspace_id = users.workspace_id and o.id <> users.id
      and o.role = 'owner' and o.status = 'active'
  )
  when users.role = 'superadmin' then not exists (
    select from users s where s.id <> users.id and s.role = 'superadmin' and s.status = 'active'
  )
  else false end`

const isConfirmed = sql<boolean>`exists (select from logins where logins.email = users.email
  and logins.workspace_id = users.workspace_id and logins.user_id = users.id)`

const pendingEmail = sql<string | null>`(select c.email from email_claims c
  where c.workspace_id = users.workspace_id and c.user_id = users.id and c.email <> users.email)`

/** Selects the users the actor may know of, including deleted ones, with what lists and pages show. */
export function selectUsers(db: Database, actor: Actor) {
  return db
    .selectFrom('users')
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'users.workspace_id')
        .onRef('companies.id', '=', 'users.company_id'),
    )
    .where('users.workspace_id', '=', actor.workspaceId)
    .where(userScope(actor))
    .selectAll('users')
    .select(['companies.name as company_name', isLast.as('is_last')])
    .select([isConfirmed.as('is_confirmed'), pendingEmail.as('pending_email')])
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>
type PresentedUser = ResponseOf<typeof listUsers>['items'][number]

export function presentUser(row: UserRow, actor: Actor): PresentedUser {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    status: row.status as (typeof userStatuses)[number],
    companyId: row.company_id,
    company: row.company_id ? { id: row.company_id, name: row.company_name ?? '' } : null,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    emailConfirmed: row.is_confirmed,
    pendingEmail: actor.permissions.has('users:manage') ? row.pending_email : null,
    overrides: { granted: row.granted_permissions.length, revoked: row.revoked_permissions.length },
    version: row.version,
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at,
    ...userAbilitiesOf(actor, row),
  }
}

/** Deleted users can be restored for this long. */
export const canBeRestored = sql<SqlBool>`users.deleted_at > now() - interval '30 days'`
