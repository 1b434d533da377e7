import * as contract from '@muster/contract/own-account.ts'
import { spokenLanguage, t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { conflict, forbidden, invalid } from '../http/app-error.ts'
import { type Context, handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
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

type Asked = Context<typeof contract.resetUserPassword>

/** Checks the new password before the transaction, as that may ask a service on the network. */
async function checkPassword({ tx: db, actor, params, body, services }: Asked): Promise<void> {
  const { newPassword } = body ?? {}
  if (newPassword === undefined) return
  const who = { workspaceId: actor.workspaceId, userId: params.id }
  const user = await db
    .selectFrom('users')
    .where('workspace_id', '=', who.workspaceId)
    .where('id', '=', who.userId)
    .select(['name', 'email'])
    .executeTakeFirst()
  // Nobody of the workspace: the handler refuses it.
  if (!user) return
  const problem = await passwordProblem(services, newPassword, {
    ...user,
    workspaceName: actor.workspace.name,
    hasSecondFactor: await hasSecondFactor(db, who),
  })
  if (problem) throw invalid('newPassword', problem)
}

async function setGiven(tx: Database, user: LockedUser, password: string) {
  const who = { workspaceId: user.workspace_id, userId: user.id }
  await setPassword(tx, who, { password, hash: await hashPassword(password), given: true })
  await clearFailures(tx, user.email)
}

export const resetUserPassword = handler(
  contract.resetUserPassword,
  async ({ tx, actor, params, body, caller, services, afterCommit }: Asked) => {
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
      await setGiven(tx, user, newPassword)
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
  { before: checkPassword },
)
