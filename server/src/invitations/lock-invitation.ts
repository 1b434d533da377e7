import type { Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { conflict, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { lockUsers } from '../users/lock-users.ts'
import { assertMayGiveRole } from '../users/user-policy.ts'

/**
 * Locks an invitation that is still open, for whoever may act on it.
 * @throws NOT_FOUND, FORBIDDEN for a role they could not give, CONFLICT when it is accepted or revoked
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
  assertMayGiveRole(manager, row.role as Role)
  if (row.accepted_at) throw conflict(t`${row.email} has accepted it already`)
  if (row.revoked_at) throw conflict(t`This invitation was revoked. Invite ${row.email} anew.`)
  return row
}
