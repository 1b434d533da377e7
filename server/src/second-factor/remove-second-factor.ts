import * as contract from '@muster/contract/second-factor.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { isShortPassword } from '../session/password-rules.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { tellPerson } from '../session/tell-person.ts'
import { confirmCode } from './confirm-code.ts'
import { dropFactor } from './factor.ts'
import { installationRequires } from './installation-requires.ts'

/** Outside one transaction: a wrong password or code must be counted. */
export const removeSecondFactor = handler(
  contract.removeSecondFactor,
  async ({ actor, body, caller, services }) => {
    const { db } = services
    const { workspaceId, userId } = actor
    await confirmPassword(db, actor, body.currentPassword)
    if (!(await hasSecondFactor(db, actor))) throw conflict(t`Your second factor is off`)
    const workspace = await db
      .selectFrom('workspaces')
      .where('id', '=', workspaceId)
      .select('require_second_factor')
      .executeTakeFirstOrThrow()
    if (workspace.require_second_factor) throw conflict(t`Your workspace requires a second factor`)
    if (installationRequires(services.config, actor.role))
      throw conflict(t`This installation requires a second factor`)
    if (isShortPassword(body.currentPassword))
      throw conflict(t`Your password is too short to stand alone. Set a longer one first.`)
    await confirmCode(services, actor, body.code)
    await writeTransaction(db, async (tx) => {
      await dropFactor(tx, actor)
      await recordAudit(tx, { workspaceId, userId, action: 'second_factor.off', ip: caller.ip })
      await tellPerson(tx, services, actor, () => t`Your second factor was turned off.`)
    })
    return undefined
  },
  { transaction: false },
)
