import * as contract from '@muster/contract/second-factor.ts'
import { currentLanguage, t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { lockForSignIn } from '../users/lock-for-sign-in.ts'
import { dropFactor } from './factor.ts'

export const resetUserSecondFactor = handler(
  contract.resetUserSecondFactor,
  async ({ tx, actor, params, caller, services, afterCommit }) => {
    const { user } = await lockForSignIn(tx, actor, params.id)
    const who = { workspaceId: actor.workspaceId, userId: user.id }
    if (!(await hasSecondFactor(tx, who))) throw conflict(t`This user does not have 2FA`)
    await dropFactor(tx, who)
    const weak = await tx
      .updateTable('logins')
      .set({ password_hash: null, short_password: false })
      .where('workspace_id', '=', who.workspaceId)
      .where('user_id', '=', who.userId)
      .where('short_password', '=', true)
      .executeTakeFirst()
    if (weak.numUpdatedRows > 0n)
      // Not limited: without the link the user could no longer sign in.
      await services.jobs.send(tx, 'mail-password-link', {
        email: user.email,
        language: currentLanguage(),
        isReserved: true,
      })
    await endSessions(tx, who, 'second factor reset by a colleague')
    await recordAudit(tx, {
      ...actor,
      action: 'second_factor.reset',
      ip: caller.ip,
      subject: { kind: 'user', id: user.id },
    })
    await notifySecurityChange(
      tx,
      services,
      who,
      () => t`${actor.name} reset your 2FA. You can set it up again.`,
    )
    afterCommit(() => evictSessions(services.db))
    return undefined
  },
)
