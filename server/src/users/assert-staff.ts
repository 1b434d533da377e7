import { isStaff } from '@muster/contract/client-access.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'

/** A condition on `users` for those who may own applications and positions: a client's reviewer works for the client. */
export const isActiveStaff = sql<SqlBool>`(users.status = 'active' and users.role <> 'client_reviewer')`

/**
 * Checks that a user can be given work, such as an application, a position or a goal. Nobody is fine.
 * @throws VALIDATION on `field` for a user of another workspace, one who no longer works here, and a client's reviewer
 */
export async function assertStaff(
  db: Database,
  actor: Actor,
  userId: string | null | undefined,
  field: string,
): Promise<void> {
  if (!userId) return
  const user = await db
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', userId)
    .where(userScope(actor))
    .select(['name', 'role', 'status', 'deleted_at'])
    .executeTakeFirst()
  if (!user) throw invalid(field, t`User not found`)
  const { name } = user
  if (user.deleted_at) throw invalid(field, t`${name} was removed. Choose an active user.`)
  if (user.status !== 'active') throw invalid(field, t`${name} is suspended. Choose an active user.`)
  if (!isStaff(user.role as Role))
    throw invalid(field, t`${name} works for a client. Choose someone on your team.`)
}

/** Returns which of the IDs are those of users who can be given work. */
export async function findStaff(
  db: Database,
  workspaceId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id::text = any(${ids}::text[])`)
    .where(isActiveStaff)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
