import * as contract from '@muster/contract/auth.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { AppError } from '../http/app-error.ts'
import { publicHandler } from '../http/handler.ts'
import { issueTokens } from './issue-tokens.ts'
import { clearFailures, countFailure, refuseWhileLocked } from './login-failures.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { hashSecret, newSecretToken } from './secret-token.ts'

/** Said only to whoever knows the password: it tells that the address is one of ours. */
async function refuseSuspendedWorkspace(
  db: Database,
  found: { id: string; workspace_id: string; suspended_at: string | null },
  ip: string,
): Promise<void> {
  if (!found.suspended_at) return
  await recordAudit(db, {
    workspaceId: found.workspace_id,
    userId: found.id,
    action: 'login.failed',
    ip,
    details: { because: 'workspace suspended' },
  })
  throw new AppError('FORBIDDEN', t`Your workspace is suspended. Ask whoever runs this installation.`)
}

/** Outside one transaction: a refused sign-in must still be counted and logged. */
export const login = publicHandler(
  contract.login,
  async ({ tx: db, body, caller }) => {
    await refuseWhileLocked(db, 'address', caller.ip)
    await refuseWhileLocked(db, 'account', body.email)
    const found = await db
      .selectFrom('logins')
      .innerJoin('users', (join) =>
        join.onRef('users.workspace_id', '=', 'logins.workspace_id').onRef('users.id', '=', 'logins.user_id'),
      )
      .innerJoin('workspaces', 'workspaces.id', 'logins.workspace_id')
      .where('logins.email', '=', body.email)
      .select(['users.id', 'users.workspace_id', 'users.status', 'logins.password_hash'])
      .select('workspaces.suspended_at')
      .executeTakeFirst()
    const right = found?.password_hash
      ? await verifyPassword(body.password, found.password_hash)
      : await verifyNothing(body.password)
    if (!found || !right || found.status !== 'active') {
      await countFailure(db, 'account', body.email)
      await countFailure(db, 'address', caller.ip)
      if (found)
        await recordAudit(db, {
          workspaceId: found.workspace_id,
          userId: found.id,
          action: 'login.failed',
          ip: caller.ip,
        })
      throw new AppError('UNAUTHENTICATED', t`E-mail or password is wrong`)
    }
    await refuseSuspendedWorkspace(db, found, caller.ip)
    const token = newSecretToken(found.workspace_id, newId())
    await db
      .insertInto('sessions')
      .values({
        workspace_id: token.workspaceId,
        id: token.id,
        user_id: found.id,
        current_hash: hashSecret(token.secret),
        user_agent: caller.userAgent,
        ip: caller.ip,
      })
      .execute()
    await clearFailures(db, body.email)
    await db
      .updateTable('users')
      .set({ last_seen_at: sql`now()` })
      .where('workspace_id', '=', found.workspace_id)
      .where('id', '=', found.id)
      .execute()
    await recordAudit(db, {
      workspaceId: found.workspace_id,
      userId: found.id,
      action: 'login',
      ip: caller.ip,
    })
    return issueTokens(db, found.id, token)
  },
  { transaction: false },
)
