import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { openSecret } from '../session/sealed-secret.ts'
import { plainCode, useRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

interface Person {
  workspaceId: string
  userId: string
}

/** What a person's secret is sealed for. */
export function sealedFor({ workspaceId, userId }: Person) {
  return { purpose: 'second-factors', place: `${workspaceId}/${userId}` } as const
}

/** A person's second factor, also while it is being set up. */
export function loadFactor(db: Database, { workspaceId, userId }: Person) {
  return db
    .selectFrom('second_factors')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .select(['secret', 'confirmed_at'])
    .executeTakeFirst()
}

/** Takes a code of the app, once: of two with the same code, or an older one after it, the second is refused. */
export async function takeAppCode(
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

/** Which second factor a code is, if it is one of the person's and still good. It is used up by this. */
export async function takeCode(
  db: Database,
  person: Person,
  secret: string,
  code: string,
): Promise<'app' | 'recovery code' | null> {
  if (await takeAppCode(db, person, secret, code)) return 'app'
  return (await useRecoveryCode(db, person, code)) ? 'recovery code' : null
}

/** Leaves nothing of it. */
export async function dropFactor(tx: Database, { workspaceId, userId }: Person): Promise<void> {
  for (const table of ['recovery_codes', 'second_factors'] as const)
    await tx.deleteFrom(table).where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
}
