import { type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { applicationScope } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import { forbidden } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import type { CandidateRow } from './present-candidate.ts'

/**
 * The rows of some people, merged ones included, by id; with `lock` nobody changes them or gives them an application
 * until the transaction ends.
 */
export async function loadPeopleById(
  tx: Database,
  workspaceId: string,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, CandidateRow>> {
  const rows = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .selectAll()
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Whoever merges people moves all their applications, so they must see all of them.
 * @throws FORBIDDEN
 */
export async function assertSeesAllOf(tx: Database, actor: Actor, ids: readonly string[]): Promise<void> {
  const hidden = await tx
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`applications.candidate_id = any(${ids}::uuid[])`)
    .where(sql<SqlBool>`(${applicationScope(actor)}) is not true`)
    .select('applications.id')
    .executeTakeFirst()
  if (hidden) throw forbidden(t`They have applications that you may not see. Ask a recruiter to merge them.`)
}
