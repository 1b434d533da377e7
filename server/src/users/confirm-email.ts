import * as contract from '@muster/contract/email-confirmation.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { publicHandler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Services } from '../services.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { hashPassword } from '../session/password.ts'
import { isShortPassword, passwordProblem } from '../session/password-rules.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { assignEmail, changeEmail } from './assign-email.ts'
import { markLinkSpent } from './email-claims.ts'
import { type FoundClaim, findEmailClaim, voidLink } from './find-email-claim.ts'

interface Password {
  hash: string
  isShort: boolean
  /** Chosen by the user who added them. */
  isGiven: boolean
}

/** Only the mailbox's owner learns this. */
function usedElsewhereError(email: string) {
  return conflict(
    t`${email} already belongs to another workspace. Change the email of that account first, or use a different one here.`,
  )
}

/**
 * Returns the password that a new user chooses; null if they have one.
 * @throws VALIDATION of `password`
 */
async function readPassword(services: Services, claim: FoundClaim, typed?: string): Promise<Password | null> {
  const { db } = services
  if (claim.has_login) return null
  if (claim.password_hash) return { hash: claim.password_hash, isShort: false, isGiven: true }
  if (typed === undefined) throw invalid('password', t`Choose a password`)
  const who = { workspaceId: claim.workspace_id, userId: claim.user_id }
  const problem = await passwordProblem(services, typed, {
    name: claim.name,
    email: claim.email,
    workspaceName: claim.workspace_name,
    hasSecondFactor: await hasSecondFactor(db, who),
  })
  if (problem) throw invalid('password', problem)
  return { hash: await hashPassword(typed), isShort: isShortPassword(typed), isGiven: false }
}

/** Makes the address the one its owner signs in with. Of two concurrent confirmations, in any workspaces, one wins. */
async function confirm(
  tx: Database,
  services: Services,
  claim: FoundClaim,
  password: Password | null,
  ip: string,
) {
  const { email } = claim
  const who = { workspaceId: claim.workspace_id, userId: claim.user_id }
  await markLinkSpent(tx, who)
  const used = await tx
    .deleteFrom('email_claims')
    .where('workspace_id', '=', who.workspaceId)
    .where('user_id', '=', who.userId)
    .where('hash', '=', claim.hash)
    .executeTakeFirst()
  if (used.numDeletedRows === 0n) throw voidLink()
  if (password === null) await changeEmail(tx, { ...who, email })
  else {
    const { hash: passwordHash, isShort: shortPassword, isGiven } = password
    if (!(await assignEmail(tx, { ...who, email, passwordHash, shortPassword, isGiven })))
      throw usedElsewhereError(email)
  }
  await tx
    .updateTable('users')
    .set({ email, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', who.workspaceId)
    .where('id', '=', who.userId)
    .execute()
  if (password === null) {
    await notifySecurityChange(
      tx,
      services,
      who,
      () => t`You now sign in with ${email}.`,
      claim.current_email,
    )
    const exceptSessionId = claim.session_id
    await endSessions(tx, { ...who, ...(exceptSessionId ? { exceptSessionId } : {}) }, 'e-mail changed')
  }
  await recordAudit(tx, {
    ...who,
    action: 'email.confirmed',
    ip,
    subject: { kind: 'user', id: who.userId },
    details: { before: { email: password === null ? claim.current_email : null }, after: { email } },
  })
  await announce(tx, who.workspaceId, { kind: 'users-changed', userIds: [who.userId], actorId: who.userId })
}

/**
 * Runs outside a single transaction: an invalid link must be counted, and a refused password must not use up the link.
 */
export const confirmEmail = publicHandler(
  contract.confirmEmail,
  async ({ body, caller, services }) => {
    const { db } = services
    const claim = await findEmailClaim(db, body.token, caller.ip)
    const password = await readPassword(services, claim, body.password)
    try {
      await writeTransaction(db, (tx) => confirm(tx, services, claim, password, caller.ip))
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.constraint === 'logins_pkey')
        throw usedElsewhereError(claim.email)
      throw error
    }
    evictSessions(db)
    return { email: claim.email }
  },
  { transaction: false },
)
