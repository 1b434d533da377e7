import { type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { CandidateRow } from './present-candidate.ts'

/**
 * Returns the candidates with these ids, including merged ones. With `lock`, nobody can change them or add applications
 * to them until the transaction ends.
 */
export async function loadCandidatesById(
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
 * Checks that the actor sees all applications of the candidates, since a merge moves all of them.
 * @throws FORBIDDEN
 */
export async function assertSeesAllApplications(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const hidden = await tx
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`applications.candidate_id = any(${ids}::uuid[])`)
    .where(sql<SqlBool>`(${applicationScope(actor)}) is not true`)
    .select('applications.id')
    .executeTakeFirst()
  if (hidden)
    throw forbidden(t`These candidates have applications you cannot view. Ask a recruiter to merge them.`)
}
