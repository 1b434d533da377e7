import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { isStaleStatement } from './prepared-statements.ts'
import type { DB } from './schema.generated.ts'

/** Enough for a card that dozens of people move at the same moment. */
const attempts = 10

function isConflict(error: unknown): boolean {
  if (isStaleStatement(error)) return true
  // serialization_failure, deadlock_detected: the other transaction won, so a retry is safe.
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** Runs `work` in one transaction, and retries it after a conflict with another or a migration. */
export async function writeTransaction<Result>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
    }
  }
}
