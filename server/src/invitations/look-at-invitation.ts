import * as contract from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { publicHandler } from '../http/handler.ts'
import { findInvitationByLink } from './find-by-link.ts'

/** Runs outside a single transaction: an invalid link must be counted. */
export const lookAtInvitation = publicHandler(
  contract.lookAtInvitation,
  async ({ tx: db, body, caller }) => {
    const invitation = await findInvitationByLink(db, body.token, caller.ip)
    return {
      email: invitation.email,
      name: invitation.name,
      role: invitation.role as Role,
      workspace: invitation.workspace_name,
      invitedBy: invitation.inviter_name,
      expiresAt: invitation.expires_at,
    }
  },
  { transaction: false },
)
