import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import type { Caller } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { issueTokens } from './issue-tokens.ts'
import { signInTarget, storeDevice } from './known-devices.ts'
import { clearFailures } from './login-failures.ts'
import { hashSecret, newSecretToken } from './secret-token.ts'

interface Person {
  workspaceId: string
  userId: string
  email: string
}

/** Starts a session for a user who has completed the sign-in. */
export async function startSession(services: Services, person: Person, caller: Caller, how: object = {}) {
  const { db } = services
  const { workspaceId, userId, email } = person
  const token = newSecretToken(workspaceId, newId())
  const target = await signInTarget(db, caller, email)
  const deviceId = await storeDevice(db, person, caller)
  await db
    .insertInto('sessions')
    .values({
      workspace_id: workspaceId,
      id: token.id,
      user_id: userId,
      current_hash: hashSecret(token.secret),
      user_agent: caller.userAgent,
      ip: caller.ip,
      device_id: deviceId,
    })
    .execute()
  await clearFailures(db, target)
  await db
    .updateTable('users')
    .set({ last_seen_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .execute()
  const where = { ip: caller.ip, userAgent: caller.userAgent }
  await recordAudit(db, { workspaceId, userId, action: 'login', ...where, details: { ...how } })
  return issueTokens(services, userId, token)
}
