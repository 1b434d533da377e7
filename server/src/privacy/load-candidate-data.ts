import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { assertSeesAllApplications } from '../candidates/lock-pair.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { type CandidateData, findCandidateData } from './find-candidate-data.ts'

/**
 * Loads a candidate, deleted or not, with everything that belongs to them.
 * @throws NOT_FOUND also when they were erased or merged; FORBIDDEN when they have applications the actor may not see
 */
export async function loadCandidateData(
  tx: Database,
  actor: Actor,
  id: string,
  { lock }: { lock: boolean },
): Promise<{ name: string; data: CandidateData }> {
  const { workspaceId } = actor
  const person = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('merged_into', 'is', null)
    .select('name')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!person) throw notFound(t`Candidate`)
  const data = await findCandidateData(tx, workspaceId, [id])
  await assertSeesAllApplications(tx, actor, data.candidateIds)
  return { name: person.name, data }
}

export async function countCandidateData(
  tx: Database,
  { workspaceId, applicationIds, callIds, fileIds }: CandidateData,
) {
  const { rows } = await sql<{ comments: number; open: number }>`
    select
      (select count(*)::int from activity_logs where workspace_id = ${workspaceId} and kind = 'comment'
        and application_id = any(${applicationIds}::uuid[]) and deleted_at is null) as comments,
      (select count(*)::int from applications where workspace_id = ${workspaceId}
        and id = any(${applicationIds}::uuid[]) and closed_at is null and deleted_at is null) as open
  `.execute(tx)
  const { comments, open } = rows[0]!
  return {
    counts: { applications: applicationIds.length, comments, calls: callIds.length, files: fileIds.length },
    open,
  }
}
