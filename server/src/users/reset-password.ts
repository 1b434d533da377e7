import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { type AppError, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { publicHandler } from '../http/handler.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { limitLinkGuesses } from '../session/limit-link-guesses.ts'
import { clearFailures } from '../session/login-failures.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { hashSecret, parseSecretToken, type SecretToken } from '../session/secret-token.ts'
import { hasSecondFactor, setPassword, voidPasswordLinks } from '../session/set-password.ts'

function badLink(): AppError {
  return invalid('token', t`This link is no longer valid. Request a new one.`)
}

/** Returns the link's user, if the link exists, and whether it is still valid. */
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

/**
 * Sets the password. Of two concurrent uses of a link, the second finds it used. The user's other links become void.
 */
async function usePasswordLink(
  tx: Database,
  owner: Owner,
  { password, hash }: { password: string; hash: string },
  ip: string,
): Promise<void> {
  const who = { workspaceId: owner.workspace_id, userId: owner.id }
  const voided = await voidPasswordLinks(tx, who)
  if (!voided.some(({ id }) => id === owner.token_id)) throw badLink()
  await setPassword(tx, who, { password, hash })
  await endSessions(tx, who, 'password reset')
  await clearFailures(tx, ['account', owner.email])
  await recordAudit(tx, { ...who, action: 'password.reset', ip })
}

/**
 * Runs outside a single transaction: an invalid link must be counted, and a refused password must not use up the link.
 */
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
    evictSessions(db)
    return undefined
  },
  { transaction: false },
)
