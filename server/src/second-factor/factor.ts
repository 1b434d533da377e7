import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { openSecret } from '../session/sealed-secret.ts'
import { plainCode, useRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

interface Person {
  workspaceId: string
  userId: string
}

/** What a user's secret is encrypted for. */
export function sealedFor({ workspaceId, userId }: Person) {
  return { purpose: 'second-factors', place: `${workspaceId}/${userId}` } as const
}

/** Loads a user's second factor, even during its setup. */
export function loadFactor(db: Database, { workspaceId, userId }: Person) {
  return db
    .selectFrom('second_factors')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .select(['secret', 'confirmed_at'])
    .executeTakeFirst()
}

/** Accepts an app code once: a repeat, even a concurrent one, or an older code is refused. */
export async function consumeAppCode(
  db: Database,
  person: Person,
  secret: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql<{ now: number }>`select extract(epoch from now()) * 1000 as now`.execute(db)
  const plain = await openSecret(db, secret, sealedFor(person))
  const step = stepOf(plain, plainCode(code), Number(rows[0]!.now))
  if (step === null) return false
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('workspace_id', '=', person.workspaceId)
    .where('user_id', '=', person.userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Returns which second factor a code is if it is valid, and uses it up. */
export async function consumeCode(
  db: Database,
  person: Person,
  secret: string,
  code: string,
): Promise<'app' | 'recovery code' | null> {
  if (await consumeAppCode(db, person, secret, code)) return 'app'
  return (await useRecoveryCode(db, person, code)) ? 'recovery code' : null
}

/** Deletes a user's second factor and recovery codes. */
export async function dropFactor(tx: Database, { workspaceId, userId }: Person): Promise<void> {
  for (const table of ['recovery_codes', 'second_factors'] as const)
    await tx.deleteFrom(table).where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
}
