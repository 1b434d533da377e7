import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { type ReadingProblem, readingProblems } from './read-document.ts'
import type { ReadingTask } from './reading-task.ts'

/** After this time the document is read again on request: a newer version may succeed. */
const failureMinutes = 60

interface Document {
  workspace_id: string
  sha256: string
}

/** Returns why these bytes could not be read within the last hour, on any node and under any name; null otherwise. */
export async function findFailure(
  db: Database,
  { workspace_id: workspaceId, sha256 }: Document,
  wanted: ReadingTask['wanted'],
): Promise<ReadingProblem | null> {
  const row = await db
    .selectFrom('document_failures')
    .where('workspace_id', '=', workspaceId)
    .where('sha256', '=', sha256)
    .where('wanted', '=', wanted)
    .where('at', '>', sql<string>`now() - make_interval(mins => ${failureMinutes})`)
    .select('problem')
    .executeTakeFirst()
  // A newer node may store problems that this version does not know.
  return row ? (readingProblems.find((one) => one === row.problem) ?? 'broken') : null
}

export async function storeFailure(
  db: Database,
  { workspace_id, sha256 }: Document,
  wanted: ReadingTask['wanted'],
  problem: ReadingProblem,
): Promise<void> {
  await db
    .insertInto('document_failures')
    .values({ workspace_id, sha256, wanted, problem })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'sha256', 'wanted']).doUpdateSet({ problem, at: sql`now()` }),
    )
    .execute()
}

export async function dropOldFailures(db: Database): Promise<void> {
  await sql`
    delete from document_failures where at < now() - make_interval(mins => ${failureMinutes})
  `.execute(db)
}
