import { appCode, makePicture } from '../seed-sign-in.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

const picture = await makePicture()

/** Signing in, one’s own account, sessions, invitations. */
export const signInCalls: ValidCalls = {
  login: ({ secrets }) => ({ body: { email: secrets.email, password: secrets.password } }),
  logout: nothing,
  refresh: (_, as) => ({ body: { refresh_token: as.refreshToken } }),
  forgotPassword: () => ({ body: { email: 'somebody@example.com' } }),
  resetPassword: ({ secrets }) => ({
    body: { token: secrets.resetToken, newPassword: 'bright river lantern' },
  }),
  loginWithSecondFactor: ({ secrets }) => ({
    body: { challengeToken: secrets.challengeToken, code: appCode(secrets.challengedSecret) },
  }),
  getSecondFactor: nothing,
  beginSecondFactor: ({ secrets }) => ({ body: { currentPassword: secrets.password } }),
  // These three run in order, and each code must be of a later step than the one before.
  confirmSecondFactor: ({ secrets }) => ({ body: { code: appCode(secrets.factorSecret, -1) } }),
  renewRecoveryCodes: ({ secrets }) => ({
    body: { currentPassword: secrets.password, code: appCode(secrets.factorSecret) },
  }),
  removeSecondFactor: ({ secrets }) => ({
    body: { currentPassword: secrets.password, code: appCode(secrets.factorSecret, 1) },
  }),
  resetUserSecondFactor: ({ ids }) => ({ params: { id: ids.factored! } }),
  updateProfile: () => ({ body: { name: 'Renamed' } }),
  uploadAvatar: () => ({ file: { content: picture, name: 'me.png' } }),
  deleteAvatar: nothing,
  listAvatars: nothing,
  getAvatar: ({ ids }) => ({ params: { id: ids.user! } }),
  changePassword: ({ secrets }) => ({
    body: { currentPassword: secrets.password, newPassword: 'bright river lantern' },
  }),
  resetUserPassword: ({ ids }) => ({ params: { id: ids.user! } }),
  listMySessions: nothing,
  listUserSessions: ({ ids }) => ({ params: { id: ids.user! } }),
  endSession: ({ ids }) => ({ params: { id: ids.session! } }),
  confirmOwnPassword: ({ secrets }) => ({ body: { currentPassword: secrets.password } }),
  endOtherSessions: nothing,
  listInvitations: () => ({ query: { q: 'invited', state: 'pending' } }),
  inviteUser: ({ ids }) => ({
    body: { email: 'somebody.new@example.com', role: 'client_reviewer', companyId: ids.company },
  }),
  resendInvitation: ({ ids }) => ({ params: { id: ids.invitation! } }),
  revokeInvitation: ({ ids }) => ({ params: { id: ids.invitation! } }),
  lookAtInvitation: ({ secrets }) => ({ body: { token: secrets.inviteToken } }),
  acceptInvitation: ({ secrets }) => ({
    body: { token: secrets.inviteToken, name: 'Somebody New', password: 'bright river lantern' },
  }),
  getEmailConfirmation: ({ secrets }) => ({ body: { token: secrets.confirmToken } }),
  confirmEmail: ({ secrets }) => ({
    body: { token: secrets.confirmToken, password: 'bright river lantern' },
  }),
  resendOwnConfirmation: nothing,
  cancelEmailChange: nothing,
  cancelUserEmailChange: ({ ids }) => ({ params: { id: ids.moving! } }),
  resendEmailConfirmation: ({ ids }) => ({ params: { id: ids.unconfirmed! } }),
  getCurrentUser: nothing,
  updateCurrentUser: () => ({ body: { name: 'Renamed' } }),
}
