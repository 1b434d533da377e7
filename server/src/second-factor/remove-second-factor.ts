import * as contract from '@muster/contract/second-factor.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { handler } from '../http/handler.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { installationRequires } from '../session/installation-requires.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { isShortPassword } from '../session/password-rules.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { confirmCode } from './confirm-code.ts'
import { dropFactor } from './factor.ts'

/** Not in one transaction: a wrong password or code must be counted. */
export const removeSecondFactor = handler(
  contract.removeSecondFactor,
  async ({ actor, body, caller, services }) => {
    const { db } = services
    const { workspaceId, userId } = actor
    await confirmPassword(db, actor, body.currentPassword)
    if (!(await hasSecondFactor(db, actor))) throw conflict(t`2FA is off`)
    const workspace = await db
      .selectFrom('workspaces')
      .where('id', '=', workspaceId)
      .select('require_second_factor')
      .executeTakeFirstOrThrow()
    if (workspace.require_second_factor) throw conflict(t`Your workspace requires 2FA`)
    if (installationRequires(services.config, actor.role)) throw conflict(t`This installation requires 2FA`)
    if (isShortPassword(body.currentPassword))
      throw conflict(t`Your password is too short to use without 2FA. Set a longer one first.`)
    await confirmCode(services, actor, body.code)
    await writeTransaction(db, async (tx) => {
      await dropFactor(tx, actor)
      await recordAudit(tx, { workspaceId, userId, action: 'second_factor.off', ip: caller.ip })
      await notifySecurityChange(tx, services, actor, () => t`2FA was turned off for your account.`)
    })
    return undefined
  },
  { transaction: false },
)
