import type { Role } from '@muster/contract/permissions.ts'
import { type Selectable, sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Users } from '../database/schema.generated.ts'
import { forbidden } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { type Managed, type Manager, permissionsOf } from './user-policy.ts'

export type LockedUser = Selectable<Users> & Managed

export interface LockedUsers {
  /** Whoever acts, with the rights they have at this moment. */
  manager: Manager
  /** One of those asked for; null when the workspace has no such colleague. */
  find(id: string): LockedUser | null
  /** Keeps what a change made of them, by which the next of the same call is judged. */
  keep(user: LockedUser): void
}

/** Superadmins of the whole installation, of whom one must stay. */
async function lockSuperadmins(tx: Database): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks colleagues to be changed, together with who changes them and every active owner: of two who demote one another,
 * or the last two owners, at the same time, the second sees what the first did.
 * @throws FORBIDDEN when whoever acts may not any more
 */
export async function lockUsers(tx: Database, actor: Actor, ids: readonly string[]): Promise<LockedUsers> {
  const rows = await tx
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where(
      sql<boolean>`(id = any(${[...ids, actor.userId]}::uuid[]) or (role = 'owner' and status = 'active'))`,
    )
    .selectAll()
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const users = new Map(rows.map((row) => [row.id, row]))
  const self = users.get(actor.userId)
  const permissions = new Set(
    self?.status === 'active' ? permissionsOf(self).filter((each) => actor.permissions.has(each)) : [],
  )
  if (!permissions.has('users:manage')) throw forbidden(t`You may not manage colleagues`)
  const wanted = new Set(ids)
  const last: Record<string, Set<string>> = {
    owner: new Set(rows.filter((row) => row.role === 'owner' && row.status === 'active').map(({ id }) => id)),
    superadmin: new Set(
      rows.some((row) => wanted.has(row.id) && row.role === 'superadmin') ? await lockSuperadmins(tx) : [],
    ),
  }
  return {
    manager: { userId: actor.userId, role: self!.role as Role, permissions },
    find(id) {
      const row = wanted.has(id) ? users.get(id) : undefined
      if (!row) return null
      const those = last[row.role]
      return { ...row, is_last: those?.size === 1 && those.has(id) }
    },
    keep(user) {
      users.set(user.id, user)
      for (const [role, those] of Object.entries(last))
        if (user.role === role && user.status === 'active') those.add(user.id)
        else those.delete(user.id)
    },
  }
}
