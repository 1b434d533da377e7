import * as contract from '@muster/contract/own-account.ts'
import { currentLanguage, t } from '#texts'
import { conflict, forbidden, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { type Context, handler } from '../http/handler.ts'
import { reserveMail, reserveNotice } from '../mail/mail-limits.ts'
import { grantRefusal, permissionsOf } from '../policies/user-policy.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { clearFailures } from '../session/login-failures.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { clearPassword, hasSecondFactor, setPassword } from '../session/set-password.ts'
import { claimEmail, hasLogin } from './email-claims.ts'
import { lockForSignIn } from './lock-for-sign-in.ts'
import type { LockedUser } from './lock-users.ts'

type ResetCall = Context<typeof contract.resetUserPassword>

/** Checks the new password before the transaction, as it may call a service on the network. */
async function checkPassword({ tx: db, actor, params, body, services }: ResetCall): Promise<void> {
  const { newPassword } = body ?? {}
  if (newPassword === undefined) return
  const who = { workspaceId: actor.workspaceId, userId: params.id }
  const user = await db
    .selectFrom('users')
    .where('workspace_id', '=', who.workspaceId)
    .where('id', '=', who.userId)
    .select(['name', 'email'])
    .executeTakeFirst()
  // Not in the workspace: the handler refuses it.
  if (!user) return
  const problem = await passwordProblem(services, newPassword, {
    ...user,
    workspaceName: actor.workspace.name,
    hasSecondFactor: await hasSecondFactor(db, who),
  })
  if (problem) throw invalid('newPassword', problem)
}

async function setTemporaryPassword(tx: Database, user: LockedUser, password: string) {
  const who = { workspaceId: user.workspace_id, userId: user.id }
  await setPassword(tx, who, { password, hash: await hashPassword(password), given: true })
  await clearFailures(tx, ['account', user.email])
}

export const resetUserPassword = handler(
  contract.resetUserPassword,
  async ({ tx, actor, params, body, caller, services, afterCommit }: ResetCall) => {
    const { manager, user } = await lockForSignIn(tx, actor, params.id)
    if (user.status !== 'active') throw conflict(t`This user is suspended. Reactivate them first.`)
    const who = { workspaceId: actor.workspaceId, userId: user.id }
    const { newPassword } = body ?? {}
    const isConfirmed = await hasLogin(tx, who)
    if (newPassword !== undefined && !isConfirmed)
      throw conflict(t`This user has not confirmed their email. Send a link instead.`)
    if (newPassword !== undefined) {
      // Knowing a user's password gives all their permissions.
      if (grantRefusal(manager, permissionsOf(user)))
        throw forbidden(t`This user has permissions you do not have. Send a link instead.`)
      await reserveNotice(tx, user.id)
      await setTemporaryPassword(tx, user, newPassword)
      await notifySecurityChange(
        tx,
        services,
        who,
        () => t`${actor.name} set a temporary password for you. You choose your own when you sign in.`,
      )
    } else {
      await reserveMail(tx, services.config, { ...actor, recipient: user.email })
      await clearPassword(tx, who)
      if (isConfirmed)
        await services.jobs.send(tx, 'mail-password-link', {
          email: user.email,
          language: currentLanguage(),
          isReserved: true,
        })
      else await claimEmail(tx, services, { ...who, email: user.email, passwordHash: null })
    }
    await endSessions(tx, who, 'password reset by a colleague')
    await recordAudit(tx, {
      ...actor,
      action: 'user.password_reset',
      ip: caller.ip,
      subject: { kind: 'user', id: user.id },
      details: { how: newPassword === undefined ? 'link' : 'given' },
    })
    afterCommit(() => evictSessions(services.db))
    return undefined
  },
  { before: checkPassword },
)
