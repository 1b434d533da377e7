import type { Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { assertMayAssignRole } from '../policies/user-policy.ts'
import type { Actor } from '../session/actor.ts'
import { lockUsers } from '../users/lock-users.ts'

/**
 * Locks an open invitation that the actor may act on.
 * @throws NOT_FOUND, FORBIDDEN for a role they could not assign, CONFLICT when it is accepted or revoked
 */
export async function lockInvitation(tx: Database, actor: Actor, id: string) {
  const row = await tx
    .selectFrom('invitations')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(t`Invitation`)
  const { manager } = await lockUsers(tx, actor, [])
  assertMayAssignRole(manager, row.role as Role)
  if (row.accepted_at) throw conflict(t`${row.email} has already accepted this invitation`)
  if (row.revoked_at) throw conflict(t`This invitation was revoked. Invite ${row.email} again.`)
  return row
}
