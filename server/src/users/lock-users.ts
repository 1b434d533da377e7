import type { Role } from '@muster/contract/permissions.ts'
import { type Selectable, sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Users } from '../database/schema.generated.ts'
import { type Managed, type Manager, permissionsOf } from '../policies/user-policy.ts'
import type { Actor } from '../session/actor.ts'

export type LockedUser = Selectable<Users> & Managed

export interface LockedUsers {
  /** The actor with their current permissions. */
  manager: Manager
  /** Returns a requested user; null when the workspace has no such user. */
  find(id: string): LockedUser | null
  /** Stores a changed user, so that later changes of the same call are checked against it. */
  store(user: LockedUser): void
}

/** Locks the superadmins of the whole installation, as one must remain. */
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
 * Locks users to be changed, the actor and every active owner. So if two admins demote each other, or the last two
 * owners, at the same time, the second sees the first change.
 * @throws FORBIDDEN when the actor has lost the permission
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
  if (!permissions.has('users:manage')) throw forbidden(t`You do not have permission to manage users`)
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
    store(user) {
      users.set(user.id, user)
      for (const [role, those] of Object.entries(last))
        if (user.role === role && user.status === 'active') those.add(user.id)
        else those.delete(user.id)
    },
  }
}
