import * as contract from '@muster/contract/own-account.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { replaceDevices } from '../session/known-devices.ts'
import { clearFailures } from '../session/login-failures.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { hasSecondFactor, setPassword } from '../session/set-password.ts'

/** Runs outside a single transaction: a wrong current password must be counted. */
export const changePassword = handler(
  contract.changePassword,
  async ({ actor, body: { currentPassword, newPassword }, caller, services }) => {
    const { db } = services
    await confirmPassword(db, actor, currentPassword)
    const problem = await passwordProblem(services, newPassword, {
      name: actor.name,
      email: actor.email,
      workspaceName: actor.workspace.name,
      hasSecondFactor: await hasSecondFactor(db, actor),
    })
    if (problem) throw invalid('newPassword', problem)
    if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC'))
      throw invalid('newPassword', t`This is already your password`)
    const hash = await hashPassword(newPassword)
    await writeTransaction(db, async (tx) => {
      await setPassword(tx, actor, { password: newPassword, hash })
      const { workspaceId, userId, sessionId } = actor
      await endSessions(tx, { workspaceId, userId, exceptSessionId: sessionId }, 'password changed')
      await replaceDevices(tx, actor, caller)
      if (actor.mustChoosePassword)
        await announceAccessChanged(tx, { workspaceId, userIds: [userId], actorId: userId })
      await clearFailures(tx, ['account', actor.email])
      await recordAudit(tx, { workspaceId, userId, action: 'password.changed', ip: caller.ip })
      await notifySecurityChange(tx, services, actor, () => t`Your password was changed.`)
    })
    evictSessions(db)
    return undefined
  },
  { transaction: false },
)
