import { statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import type { LockedStatus } from '../board/lock-status.ts'
import { ranksInGap } from '../board/ranks.ts'
import { distinctTags } from '../candidates/insert-candidate.ts'
import type { StoredValues } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'

export interface NewApplication {
  source?: string | null | undefined
  ownerId?: string | null | undefined
  tags?: string[] | undefined
  appliedAt?: string | undefined
  externalId?: string | null | undefined
  resumeFileId?: string | null | undefined
  customFields: StoredValues
}

/**
 * Inserts an application at the top of a status, with its first log entry. The caller has locked the candidate, then
 * the status.
 * @throws CONFLICT when the candidate already has an open application on the position
 */
export async function insertApplication(
  tx: Database,
  actor: Actor,
  candidate: { id: string; name: string; search_text: string },
  status: LockedStatus,
  application: NewApplication,
): Promise<string> {
  const { workspaceId } = actor
  const id = newId()
  const { ranks } = await ranksInGap(tx, { workspaceId, statusId: status.id }, {}, [], 1)
  await tx
    .insertInto('applications')
    .values({
      workspace_id: workspaceId,
      id,
      candidate_id: candidate.id,
      candidate_name: candidate.name,
      candidate_search: candidate.search_text,
      position_id: status.positionId,
      status_id: status.id,
      status_type: status.type,
      reached: statusTypeRank(status.type),
      rank: ranks[0]!,
      due_at: sql<string>`now() + make_interval(secs => ${status.slaDays}::float8 * 86400)`,
      owner_id: application.ownerId ?? null,
      source: application.source ?? null,
      tags: distinctTags(application.tags ?? []),
      applied_at: application.appliedAt ?? sql<string>`now()`,
      external_id: application.externalId ?? null,
      resume_file_id: application.resumeFileId ?? null,
      custom_fields: JSON.stringify(application.customFields),
    })
    .execute()
  await recordActivity(tx, [
    {
      workspaceId,
      applicationId: id,
      positionId: status.positionId,
      kind: 'created',
      userId: actor.userId,
      toStatusId: status.id,
      toType: status.type,
    },
  ])
  return id
}
