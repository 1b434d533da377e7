import type { administeredUser } from '@muster/contract/admin-users.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

export function selectAdministeredUsers(db: Database) {
  return db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.workspace_id', 'users.name', 'users.email', 'users.role', 'users.status'])
    .select(['users.last_seen_at', 'users.created_at', 'users.changed_at', 'users.language'])
    .select(['workspaces.name as workspace_name', 'workspaces.suspended_at'])
}

export type AdministeredUserRow = Awaited<
  ReturnType<ReturnType<typeof selectAdministeredUsers>['executeTakeFirstOrThrow']>
>

type AdminAction = keyof z.input<typeof administeredUser>['can']

/** Returns why a superadmin may not perform the action on a user, or null. */
const refusals: Record<AdminAction, (actor: Actor, row: AdministeredUserRow) => string | null> = {
  suspend: (actor, row) => {
    if (row.id === actor.userId) return t`You cannot suspend yourself`
    if (row.role === 'superadmin') return t`You cannot suspend another superadmin`
    return row.status === 'suspended' ? t`Already suspended` : null
  },
  reinstate: (_, row) => (row.status === 'suspended' ? null : t`Not suspended`),
  mailLink: (_, row) => {
    if (row.status === 'suspended') return t`Suspended users cannot sign in`
    return row.suspended_at ? t`Their workspace is suspended` : null
  },
  impersonate: (actor, row) => {
    if (row.id === actor.userId) return t`This is you`
    if (row.role === 'superadmin') return t`You cannot view Muster as a superadmin`
    if (row.status === 'suspended') return t`Suspended users have no access`
    return row.suspended_at ? t`Their workspace is suspended` : null
  },
}

export function presentAdministeredUser(
  row: AdministeredUserRow,
  actor: Actor,
): z.input<typeof administeredUser> {
  const can = {} as Record<AdminAction, boolean>
  const whyNot: Record<string, string> = {}
  for (const action of Object.keys(refusals) as AdminAction[]) {
    const refusal = refusals[action](actor, row)
    can[action] = refusal === null
    if (refusal) whyNot[action] = refusal
  }
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as Role,
    status: row.status as 'active',
    workspace: { id: row.workspace_id, name: row.workspace_name, suspended: row.suspended_at !== null },
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    can,
    whyNot,
  }
}

/** @throws NOT_FOUND */
export async function loadAdministeredUser(db: Database, id: string): Promise<AdministeredUserRow> {
  const row = await selectAdministeredUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`User`)
  return row
}

/**
 * Loads a user of any workspace on whom the actor may perform the action.
 * @throws NOT_FOUND, or CONFLICT with the reason
 */
export async function loadForAction(
  db: Database,
  actor: Actor,
  id: string,
  action: AdminAction,
): Promise<AdministeredUserRow> {
  const row = await loadAdministeredUser(db, id)
  const refusal = refusals[action](actor, row)
  if (refusal) throw conflict(refusal)
  return row
}
