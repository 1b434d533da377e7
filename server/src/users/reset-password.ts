import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { type AppError, invalid } from '../http/app-error.ts'
import { publicHandler } from '../http/handler.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { limitLinkGuesses } from '../session/limit-link-guesses.ts'
import { clearFailures } from '../session/login-failures.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { hashSecret, parseSecretToken, type SecretToken } from '../session/secret-token.ts'
import { hasSecondFactor, setPassword } from '../session/set-password.ts'

function badLink(): AppError {
  return invalid('token', t`This link does not work any more. Ask for a new one.`)
}

/** Whose the link is, if it is one of ours, and whether it still works. */
async function findOwner(db: Database, token: SecretToken | null) {
  if (!token) return undefined
  return db
    .selectFrom('password_tokens as t')
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 't.workspace_id').onRef('u.id', '=', 't.user_id'),
    )
    .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
    .where('t.workspace_id', '=', token.workspaceId)
    .where('t.id', '=', token.id)
    .where('t.hash', '=', hashSecret(token.secret))
    .select(['t.id as token_id', 'u.workspace_id', 'u.id', 'u.name', 'u.email', 'w.name as workspace_name'])
    .select(sql<boolean>`t.used_at is null and t.expires_at > now() and u.status = 'active'`.as('works'))
    .executeTakeFirst()
}

type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>

/** One link sets one password: the second of two at once finds it used. Other links die with it. */
async function usePasswordLink(
  tx: Database,
  owner: Owner,
  { password, hash }: { password: string; hash: string },
  ip: string,
): Promise<void> {
  const used = await tx
    .updateTable('password_tokens')
    .set({ used_at: sql`now()` })
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.id)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  if (!used.some((token) => token.id === owner.token_id)) throw badLink()
  const who = { workspaceId: owner.workspace_id, userId: owner.id }
  await setPassword(tx, who, { password, hash })
  await endSessions(tx, who, 'password reset')
  await clearFailures(tx, owner.email)
  await recordAudit(tx, { ...who, action: 'password.reset', ip })
}

/** Outside one transaction: a guessed link is counted, and a refused password leaves the link good. */
export const resetPassword = publicHandler(
  contract.resetPassword,
  async ({ body, caller, services }) => {
    const { db } = services
    const token = parseSecretToken(body.token)
    const owner = await limitLinkGuesses(db, token, caller.ip, () => findOwner(db, token))
    if (!owner?.works) throw badLink()
    const problem = await passwordProblem(services, body.newPassword, {
      name: owner.name,
      email: owner.email,
      workspaceName: owner.workspace_name,
      hasSecondFactor: await hasSecondFactor(db, { workspaceId: owner.workspace_id, userId: owner.id }),
    })
    if (problem) throw invalid('newPassword', problem)
    const password = body.newPassword
    const hash = await hashPassword(password)
    await writeTransaction(db, (tx) => usePasswordLink(tx, owner, { password, hash }, caller.ip))
    forgetSessions(db)
    return undefined
  },
  { transaction: false },
)
