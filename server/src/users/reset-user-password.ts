import * as contract from '@muster/contract/own-account.ts'
import { spokenLanguage, t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { conflict, forbidden, invalid } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import type { Services } from '../services.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { clearFailures } from '../session/login-failures.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { forgetPassword, hasSecondFactor, setPassword } from '../session/set-password.ts'
import { tellPerson } from '../session/tell-person.ts'
import { claimAddress, hasLogin } from './email-claims.ts'
import { lockForSignIn } from './lock-for-sign-in.ts'
import type { LockedUser } from './lock-users.ts'
import { permissionsOf, whyNotGive } from './user-policy.ts'

async function setGiven(
  tx: Database,
  services: Services,
  user: LockedUser,
  workspaceName: string,
  password: string,
) {
  const who = { workspaceId: user.workspace_id, userId: user.id }
  const problem = await passwordProblem(services, password, {
    name: user.name,
    email: user.email,
    workspaceName,
    hasSecondFactor: await hasSecondFactor(tx, who),
  })
  if (problem) throw invalid('newPassword', problem)
  await setPassword(tx, who, { password, hash: await hashPassword(password), given: true })
  await clearFailures(tx, user.email)
}

export const resetUserPassword = handler(
  contract.resetUserPassword,
  async ({ tx, actor, params, body, caller, services, afterCommit }) => {
    const { manager, user } = await lockForSignIn(tx, actor, params.id)
    if (user.status !== 'active') throw conflict(t`They are suspended. Let them in again first.`)
    const who = { workspaceId: actor.workspaceId, userId: user.id }
    const { newPassword } = body ?? {}
    const isConfirmed = await hasLogin(tx, who)
    if (newPassword !== undefined && !isConfirmed)
      throw conflict(t`They have not confirmed their address yet: mail them a link instead`)
    if (newPassword !== undefined) {
      // Whoever knows somebody's password can do all that they may.
      if (whyNotGive(manager, permissionsOf(user)))
        throw forbidden(t`They have rights you do not have: mail them a link instead`)
      await setGiven(tx, services, user, actor.workspace.name, newPassword)
      await tellPerson(
        tx,
        services,
        who,
        () => t`${actor.name} set a new password for you. You choose your own when you sign in with it.`,
      )
    } else {
      await reserveMail(tx, services.config, { ...actor, recipient: user.email })
      await forgetPassword(tx, who)
      if (isConfirmed)
        await services.jobs.send(tx, 'mail-password-link', {
          email: user.email,
          language: spokenLanguage(),
          isReserved: true,
        })
      else await claimAddress(tx, services, { ...who, email: user.email, passwordHash: null })
    }
    await endSessions(tx, who, 'password reset by a colleague')
    await recordAudit(tx, {
      ...actor,
      action: 'user.password_reset',
      ip: caller.ip,
      subject: { kind: 'user', id: user.id },
      details: { how: newPassword === undefined ? 'link' : 'given' },
    })
    afterCommit(() => forgetSessions(services.db))
    return undefined
  },
)
