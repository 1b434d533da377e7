import type { invitation, invitationStates } from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { assignRoleRefusal } from '../policies/user-policy.ts'
import type { Actor } from '../session/actor.ts'

type State = (typeof invitationStates)[number]

const state = sql<State>`case
  when invitations.accepted_at is not null then 'accepted'
  when invitations.revoked_at is not null then 'revoked'
  when invitations.expires_at <= now() then 'expired'
  else 'pending' end`

export function findInvitations(db: Database, workspaceId: string) {
  return db
    .selectFrom('invitations')
    .leftJoin('users as inviters', (join) =>
      join
        .onRef('inviters.workspace_id', '=', 'invitations.workspace_id')
        .onRef('inviters.id', '=', 'invitations.invited_by'),
    )
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'invitations.workspace_id')
        .onRef('companies.id', '=', 'invitations.company_id'),
    )
    .where('invitations.workspace_id', '=', workspaceId)
    .selectAll('invitations')
    .select([state.as('state'), 'inviters.name as inviter_name', 'companies.name as company_name'])
}

export { state as invitationState }

type Row = Awaited<ReturnType<ReturnType<typeof findInvitations>['executeTakeFirstOrThrow']>>

/** Presents an invitation. Nobody may act on one with a role they could not assign. */
export function presentInvitation(actor: Actor, row: Row): z.input<typeof invitation> {
  const mayAct = assignRoleRefusal(actor, row.role as Role) === null
  const isOpen = row.state === 'pending' || row.state === 'expired'
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    company: row.company_id ? { id: row.company_id, name: row.company_name ?? '' } : null,
    state: row.state,
    invitedBy: row.invited_by ? { id: row.invited_by, name: row.inviter_name ?? '' } : null,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    revokedAt: row.revoked_at,
    can: { resend: mayAct && isOpen, revoke: mayAct && isOpen },
  }
}
