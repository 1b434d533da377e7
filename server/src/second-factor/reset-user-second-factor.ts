import * as contract from '@muster/contract/second-factor.ts'
import { spokenLanguage, t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { tellPerson } from '../session/tell-person.ts'
import { lockForSignIn } from '../users/lock-for-sign-in.ts'
import { dropFactor } from './factor.ts'

export const resetUserSecondFactor = handler(
  contract.resetUserSecondFactor,
  async ({ tx, actor, params, caller, services, afterCommit }) => {
    const { user } = await lockForSignIn(tx, actor, params.id)
    const who = { workspaceId: actor.workspaceId, userId: user.id }
    if (!(await hasSecondFactor(tx, who))) throw conflict(t`They have no second factor`)
    await dropFactor(tx, who)
    const weak = await tx
      .updateTable('logins')
      .set({ password_hash: null, short_password: false })
      .where('workspace_id', '=', who.workspaceId)
      .where('user_id', '=', who.userId)
      .where('short_password', '=', true)
      .executeTakeFirst()
    if (weak.numUpdatedRows > 0n)
      // Not limited: without the link the person could not sign in any more.
      await services.jobs.send(tx, 'mail-password-link', {
        email: user.email,
        language: spokenLanguage(),
        isReserved: true,
      })
    await endSessions(tx, who, 'second factor reset by a colleague')
    await recordAudit(tx, {
      ...actor,
      action: 'second_factor.reset',
      ip: caller.ip,
      subject: { kind: 'user', id: user.id },
    })
    await tellPerson(
      tx,
      services,
      who,
      () => t`${actor.name} took your second factor away. You can set up a new one.`,
    )
    afterCommit(() => forgetSessions(services.db))
    return undefined
  },
)
