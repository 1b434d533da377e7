import { sql } from 'kysely'
import { t } from '#texts'
import { assertSeesAllOf } from '../candidates/lock-pair.ts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { findPeople, type Traces } from './find-people.ts'

/**
 * A person, deleted or not, with everything that is theirs.
 * @throws NOT_FOUND also when they were erased or merged away; FORBIDDEN when they have applications the actor may not see
 */
export async function loadPerson(
  tx: Database,
  actor: Actor,
  id: string,
  { lock }: { lock: boolean },
): Promise<{ name: string; traces: Traces }> {
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
  const traces = await findPeople(tx, workspaceId, [id])
  await assertSeesAllOf(tx, actor, traces.candidateIds)
  return { name: person.name, traces }
}

/** How much there is of people. */
export async function countTraces(tx: Database, { workspaceId, applicationIds, callIds, fileIds }: Traces) {
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
