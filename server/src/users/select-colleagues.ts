import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { listUsers, userStatuses } from '@muster/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { colleagueScope } from './colleague-scope.ts'
import { userAbilitiesOf } from './user-policy.ts'

/** Whether `users` is the only active owner of the workspace, or the only active superadmin there is. */
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

/** The colleagues the actor may know of, with what a list and a page show of each, deleted ones too. */
export function selectColleagues(db: Database, actor: Actor) {
  return db
    .selectFrom('users')
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'users.workspace_id')
        .onRef('companies.id', '=', 'users.company_id'),
    )
    .where('users.workspace_id', '=', actor.workspaceId)
    .where(colleagueScope(actor))
    .selectAll('users')
    .select(['companies.name as company_name', isLast.as('is_last')])
    .select([isConfirmed.as('is_confirmed'), pendingEmail.as('pending_email')])
}

type ColleagueRow = Awaited<ReturnType<ReturnType<typeof selectColleagues>['executeTakeFirstOrThrow']>>
type Colleague = ResponseOf<typeof listUsers>['items'][number]

export function presentColleague(row: ColleagueRow, actor: Actor): Colleague {
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
    deletedAt: row.deleted_at,
    ...userAbilitiesOf(actor, row),
  }
}

/** Deleted colleagues can be brought back so long. */
export const canBeRestored = sql<SqlBool>`users.deleted_at > now() - interval '30 days'`
