import type { administeredUser } from '@muster/contract/admin-users.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { z } from 'zod'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { conflict, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** People of every workspace, deleted ones left out. */
export function selectAdministeredUsers(db: Database) {
  return db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.workspace_id', 'users.name', 'users.email', 'users.role', 'users.status'])
    .select(['users.last_seen_at', 'users.created_at', 'users.language'])
    .select(['workspaces.name as workspace_name', 'workspaces.suspended_at'])
}

export type AdministeredUserRow = Awaited<
  ReturnType<ReturnType<typeof selectAdministeredUsers>['executeTakeFirstOrThrow']>
>

type Deed = keyof z.input<typeof administeredUser>['can']

/** Why the one who runs the installation may not do it with this person, or null. */
const refusals: Record<Deed, (actor: Actor, row: AdministeredUserRow) => string | null> = {
  suspend: (actor, row) => {
    if (row.id === actor.userId) return t`You cannot suspend yourself`
    if (row.role === 'superadmin') return t`A superadmin is not suspended by another`
    return row.status === 'suspended' ? t`Suspended already` : null
  },
  reinstate: (_, row) => (row.status === 'suspended' ? null : t`Not suspended`),
  mailLink: (_, row) => {
    if (row.status === 'suspended') return t`Suspended people may not sign in`
    return row.suspended_at ? t`Their workspace is suspended` : null
  },
  impersonate: (actor, row) => {
    if (row.id === actor.userId) return t`That is you`
    if (row.role === 'superadmin') return t`Nobody looks through the eyes of a superadmin`
    if (row.status === 'suspended') return t`Suspended people see nothing`
    return row.suspended_at ? t`Their workspace is suspended` : null
  },
}

export function presentAdministeredUser(
  row: AdministeredUserRow,
  actor: Actor,
): z.input<typeof administeredUser> {
  const can = {} as Record<Deed, boolean>
  const whyNot: Record<string, string> = {}
  for (const deed of Object.keys(refusals) as Deed[]) {
    const refusal = refusals[deed](actor, row)
    can[deed] = refusal === null
    if (refusal) whyNot[deed] = refusal
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
 * Someone of whichever workspace with whom it may be done.
 * @throws NOT_FOUND, or CONFLICT with why it may not
 */
export async function loadForDeed(
  db: Database,
  actor: Actor,
  id: string,
  deed: Deed,
): Promise<AdministeredUserRow> {
  const row = await loadAdministeredUser(db, id)
  const refusal = refusals[deed](actor, row)
  if (refusal) throw conflict(refusal)
  return row
}
