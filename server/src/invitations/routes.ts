import { acceptInvitation } from './accept-invitation.ts'
import { inviteUser } from './invite-user.ts'
import { listInvitations } from './list-invitations.ts'
import { lookAtInvitation } from './look-at-invitation.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export const invitationRoutes = [
  listInvitations,
  inviteUser,
  resendInvitation,
  revokeInvitation,
  lookAtInvitation,
  acceptInvitation,
]
