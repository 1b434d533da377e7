import { sql } from 'kysely'
import type { Database } from './connect.ts'

type Plan = 'enable_sort' | 'enable_indexscan' | 'enable_bitmapscan' | 'enable_seqscan' | 'enable_gathermerge'

/** Runs statements without some plans, which the planner would choose for rows that it misjudges. */
export async function withoutPlans<Result>(
  db: Database,
  plans: readonly Plan[],
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  const set = (tx: Database, state: 'on' | 'off') =>
    sql`select ${sql.join(plans.map((name) => sql`set_config(${name}, ${state}, true)`))}`.execute(tx)
  if (!db.isTransaction)
    return db.transaction().execute(async (tx) => {
      await set(tx, 'off')
      return run(tx)
    })
  await set(db, 'off')
  const result = await run(db)
  await set(db, 'on')
  return result
}
