import * as contract from '@muster/contract/own-account.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { invalid } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { clearFailures } from '../session/login-failures.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { hasSecondFactor, setPassword } from '../session/set-password.ts'
import { tellPerson } from '../session/tell-person.ts'

/** Outside one transaction: a wrong current password must be counted. */
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
      throw invalid('newPassword', t`This is the password you have already`)
    const hash = await hashPassword(newPassword)
    await writeTransaction(db, async (tx) => {
      await setPassword(tx, actor, { password: newPassword, hash })
      const { workspaceId, userId, sessionId } = actor
      await endSessions(tx, { workspaceId, userId, exceptSessionId: sessionId }, 'password changed')
      if (actor.mustChoosePassword)
        await announceAccessChanged(tx, { workspaceId, userIds: [userId], actorId: userId })
      await clearFailures(tx, actor.email)
      await recordAudit(tx, { workspaceId, userId, action: 'password.changed', ip: caller.ip })
      await tellPerson(tx, services, actor, () => t`Your password was changed.`)
    })
    forgetSessions(db)
    return undefined
  },
  { transaction: false },
)
