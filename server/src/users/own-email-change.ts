import * as contract from '@muster/contract/email-confirmation.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import type { Actor } from '../session/actor.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'
import { dropClaim, mailClaim } from './email-claims.ts'

function findOwn(tx: Database, { workspaceId, userId }: Actor) {
  return tx
    .selectFrom('email_claims')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .select('email')
    .forUpdate()
    .executeTakeFirst()
}

export const resendOwnConfirmation = handler(
  contract.resendOwnConfirmation,
  async ({ tx, actor, caller, services }) => {
    const { workspaceId, userId } = actor
    const pending = await findOwn(tx, actor)
    if (!pending) throw conflict(t`You have no pending email change`)
    await reserveMail(tx, services.config, { workspaceId, userId, recipient: pending.email })
    await mailClaim(tx, services, { workspaceId, userId })
    await recordAudit(tx, {
      ...actor,
      action: 'email.link_resent',
      ip: caller.ip,
      subject: { kind: 'user', id: userId },
      details: { email: pending.email },
    })
    return presentCurrentUser(tx, services.config, workspaceId, userId)
  },
)

export const cancelEmailChange = handler(
  contract.cancelEmailChange,
  async ({ tx, actor, caller, services }) => {
    const { workspaceId, userId } = actor
    const email = await dropClaim(tx, actor)
    if (email !== null)
      await recordAudit(tx, {
        ...actor,
        action: 'email.change_canceled',
        ip: caller.ip,
        subject: { kind: 'user', id: userId },
        details: { email },
      })
    return presentCurrentUser(tx, services.config, workspaceId, userId)
  },
)
