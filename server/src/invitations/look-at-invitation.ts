import * as contract from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { publicHandler } from '../http/handler.ts'
import { findByLink } from './find-by-link.ts'

/** Outside one transaction: a link that does not work is counted. */
export const lookAtInvitation = publicHandler(
  contract.lookAtInvitation,
  async ({ tx: db, body, caller }) => {
    const invitation = await findByLink(db, body.token, caller.ip)
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
