import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const count = 10
/** Without characters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 28

interface Person {
  workspaceId: string
  userId: string
}

/** Normalizes a typed code: case and separators do not matter. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '')
}

function hashCode(code: string): string {
  return createHash('sha256').update(plainCode(code)).digest('hex')
}

/** 138 bits: a plain hash is enough from 112 on (ASVS 6.5.2). */
function newCode(): string {
  let code = ''
  while (code.length < length)
    // Bytes beyond the last whole multiple would make some letters likelier.
    for (const byte of randomBytes(length))
      if (byte < 256 - (256 % letters.length) && code.length < length) code += letters[byte % letters.length]
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Replaces a user's recovery codes. Only their hashes are stored, so this is the only time they are readable. */
export async function makeRecoveryCodes(tx: Database, { workspaceId, userId }: Person): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await tx
    .deleteFrom('recovery_codes')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ workspace_id: workspaceId, user_id: userId, hash: hashCode(code) })))
    .execute()
  return codes
}

/**
 * Uses up a code; of two concurrent uses one succeeds.
 * @returns whether it was valid
 */
export async function useRecoveryCode(
  db: Database,
  { workspaceId, userId }: Person,
  code: string,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Counts the remaining codes. */
export async function countRecoveryCodes(db: Database, { workspaceId, userId }: Person): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
