import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getUser } from '@muster/contract/manage-users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { countRows } from '../database/keyset.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { permissionsOf } from '../policies/user-policy.ts'
import type { Actor } from '../session/actor.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { canBeRestored, presentUser, selectUsers } from './select-users.ts'

type UserDetails = ResponseOf<typeof getUser>

/** Counts what a user owns. Counts only applications the actor sees, up to a limit. */
async function countOwned(db: Database, actor: Actor, id: string): Promise<UserDetails['owns']> {
  const open = db
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where('applications.owner_id', '=', id)
    .where('applications.deleted_at', 'is', null)
    .where(sql<boolean>`applications.status_type not in ('hired', 'closed')`)
    .where(applicationScope(actor))
    .select('applications.id')
  const [applications, { rows }] = await Promise.all([
    countRows(db, open),
    sql<{ positions: number; agents: number; sharedViews: number }>`
      select
        (select count(*)::int from positions where workspace_id = ${actor.workspaceId} and deleted_at is null
          and state <> 'closed' and (owner_id = ${id} or hiring_manager_id = ${id})) as positions,
        (select count(*)::int from agents where workspace_id = ${actor.workspaceId} and deleted_at is null
          and user_id = ${id}) as agents,
        (select count(*)::int from saved_views where workspace_id = ${actor.workspaceId} and deleted_at is null
          and user_id = ${id} and shared) as "sharedViews"
    `.execute(db),
  ])
  return {
    applications: applications.value,
    applicationsAtLeast: applications.atLeast,
    ...rows[0]!,
  }
}

/** @throws NOT_FOUND also for another workspace's user, and for a deleted one unless the actor may restore them */
export async function loadUser(db: Database, actor: Actor, id: string): Promise<UserDetails> {
  const manages = actor.permissions.has('users:manage')
  const row = await selectUsers(db, actor)
    .where('users.id', '=', id)
    .where((where) =>
      manages
        ? where.or([where('users.deleted_at', 'is', null), canBeRestored])
        : where('users.deleted_at', 'is', null),
    )
    .executeTakeFirst()
  if (!row) throw notFound(t`User`)
  return {
    ...presentUser(row, actor),
    permissions: row.status === 'active' ? permissionsOf(row) : [],
    owns: manages ? await countOwned(db, actor, id) : null,
    secondFactor: manages ? await hasSecondFactor(db, { ...actor, userId: id }) : null,
  }
}
