import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const count = 10
/** Without those that look like others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 28

interface Person {
  workspaceId: string
  userId: string
}

/** What of a code is typed counts, not how. */
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
    // Beyond the last whole multiple some letters would be likelier than others.
    for (const byte of randomBytes(length))
      if (byte < 256 - (256 % letters.length) && code.length < length) code += letters[byte % letters.length]
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Makes a person's recovery codes anew; the old ones are void. They are kept as hashes, so this is all there is of them. */
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

/** Uses a code up; of two at once one is taken. Answers whether it was good. */
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

/** How many are left. */
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
