import type { PlanLimit } from '@muster/contract/plan-limits.ts'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** What is locked by name, each with its own form, so that no two uses share a lock by accident. */
type LockName =
  | `${PlanLimit} of ${string}`
  | `call claims in ${string}`
  | `call claims of ${string}`
  | `calls of agent ${string} ${string}`
  | `predial:${string}:${string}`
  | `voice:${string}:${string}:${string}`

/** Waits for the advisory lock of a name, and holds it until the transaction ends. */
export async function lockName(tx: Database, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
