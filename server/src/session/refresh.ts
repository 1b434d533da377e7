import * as contract from '@muster/contract/auth.ts'
import { sql, type Transaction } from 'kysely'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { type Caller, publicHandler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { endSessions, evictSessions } from './authenticate.ts'
import { issueTokens } from './issue-tokens.ts'
import { notifySecurityChange } from './notify-security-change.ts'
import { hashSecret, parseSecretToken, type SecretToken, successorOf } from './secret-token.ts'
import { idleDays, parentSeconds, sessionDays } from './session-life.ts'
import { signingKeys } from './signing-key.ts'

type Rotation =
  | { result: 'rotated'; userId: string; successor: SecretToken }
  | { result: 'refused' }
  | { result: 'reused'; userId: string }

/** Rotates the refresh token. Locks the session, so that concurrent refreshes of one token run one after another. */
async function rotate(
  tx: Transaction<DB>,
  token: SecretToken,
  key: Uint8Array,
  caller: Caller,
): Promise<Rotation> {
  const where = { workspace_id: token.workspaceId, id: token.id }
  const session = await tx
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'sessions.workspace_id')
        .onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('sessions.workspace_id', '=', where.workspace_id)
    .where('sessions.id', '=', where.id)
    .where('sessions.ended_at', 'is', null)
    // Impersonation is not renewed.
    .where('sessions.impersonator_id', 'is', null)
    .where('users.status', '=', 'active')
    .where('sessions.rotated_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`)
    .where('sessions.created_at', '>', sql<string>`now() - make_interval(days => ${sessionDays})`)
    .select(['sessions.user_id', 'sessions.current_hash', 'sessions.previous_hash'])
    .select(
      sql<boolean>`(
        sessions.rotated_at > clock_timestamp() - make_interval(secs => ${parentSeconds})
        and sessions.seen_hash is distinct from sessions.current_hash
      )`.as('takes_parent'),
    )
    .forUpdate('sessions')
    .executeTakeFirst()
  if (!session) return { result: 'refused' }
  const hash = hashSecret(token.secret)
  const successor = successorOf(token, key)
  // The parent of an unused successor: a second tab, or a lost response.
  if (hash === session.previous_hash && session.takes_parent)
    return { result: 'rotated', userId: session.user_id, successor }
  if (hash !== session.current_hash) return { result: 'reused', userId: session.user_id }
  await tx
    .updateTable('sessions')
    .set({
      current_hash: hashSecret(successor.secret),
      previous_hash: hash,
      rotated_at: sql`clock_timestamp()`,
      used_at: sql`now()`,
      user_agent: caller.userAgent,
      ip: caller.ip,
    })
    .where('workspace_id', '=', where.workspace_id)
    .where('id', '=', where.id)
    .execute()
  return { result: 'rotated', userId: session.user_id, successor }
}

/** Ends the session and notifies the user that somebody else held one of its tokens. */
async function endReused(services: Services, token: SecretToken, userId: string, ip: string): Promise<void> {
  const { workspaceId, id: sessionId } = token
  const who = { workspaceId, userId }
  await writeTransaction(services.db, async (tx) => {
    const ended = await endSessions(tx, { ...who, sessionId }, 'refresh token reused')
    // Of several concurrent calls, one logs and notifies.
    if (ended.length === 0) return
    await recordAudit(tx, { ...who, action: 'session.refresh_reused', ip, details: { sessionId } })
    await notifySecurityChange(
      tx,
      services,
      who,
      () => t`Someone at ${ip} used a copy of one of your sessions. We ended that session. Sign in again.`,
    )
  })
  evictSessions(services.db)
}

/**
 * An older token, or the parent too late, ends the whole session, the newest token included: one of its holders is an
 * attacker.
 */
export const refresh = publicHandler(
  contract.refresh,
  async ({ body, caller, services }) => {
    const { db } = services
    const token = parseSecretToken(body.refresh_token)
    const ended = new AppError('UNAUTHENTICATED', t`Your session has ended. Sign in again.`)
    if (!token) throw ended
    const { refresh: key } = await signingKeys(db)
    const rotation = await db.transaction().execute((tx) => rotate(tx, token, key, caller))
    if (rotation.result === 'refused') throw ended
    if (rotation.result === 'reused') {
      await endReused(services, token, rotation.userId, caller.ip)
      throw ended
    }
    return issueTokens(services, rotation.userId, rotation.successor)
  },
  { transaction: false },
)
