import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.generated.ts'

const attempts = 3

function isPassing(error: unknown): boolean {
  // serialization_failure, deadlock_detected: the other side won, so doing it again is safe and right.
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** Runs `work` in one transaction, again when it lost against another. */
export async function writeTransaction<Result>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error
    }
  }
}
