import * as contract from '@muster/contract/second-factor.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { sealSecret } from '../session/sealed-secret.ts'
import { sealedFor } from './factor.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/** Not in one transaction: a wrong password must be counted. */
export const beginSecondFactor = handler(
  contract.beginSecondFactor,
  async ({ tx: db, actor, body }) => {
    await confirmPassword(db, actor, body.currentPassword)
    const secret = newTotpSecret()
    const sealed = await sealSecret(db, secret, sealedFor(actor))
    const begun = await db
      .insertInto('second_factors')
      .values({ workspace_id: actor.workspaceId, user_id: actor.userId, secret: sealed })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'user_id'])
          .doUpdateSet({ secret: sealed, last_step: 0 })
          .where('second_factors.confirmed_at', 'is', null),
      )
      .executeTakeFirst()
    if (begun.numInsertedOrUpdatedRows === 0n) throw conflict(t`2FA is already on`)
    return { secret, uri: totpUri(secret, actor.email) }
  },
  { transaction: false },
)
