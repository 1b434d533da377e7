import { type closing, type DispositionKind, dispositions } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t, translate } from '#texts'
import type { NewActivity } from '../activity-logs/record-activity.ts'
import { invalid, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

export interface Closing {
  disposition: DispositionKind
  reasonId: string | null
  note: string | null
}

interface ClosedApplication {
  applicationId: string
  positionId: string
  statusId: string
  statusType: StatusType
}

/**
 * Checks that the reason belongs to the party that decides with this disposition.
 * @throws VALIDATION, or NOT_FOUND for a reason of another workspace
 */
export async function checkClosing(
  tx: Database,
  actor: Actor,
  close: z.output<typeof closing>,
): Promise<Closing> {
  const { party } = dispositions[close.disposition]
  const note = close.note || null
  if (!close.reasonId) return { disposition: close.disposition, reasonId: null, note }
  const reason = await tx
    .selectFrom('reasons')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', close.reasonId)
    .select(['party', 'hidden'])
    .executeTakeFirst()
  if (!reason) throw notFound(t`Reason`)
  if (reason.party !== party)
    throw invalid(
      'reasonId',
      t`This reason does not apply to "${translate(dispositions[close.disposition].label)}"`,
    )
  return { disposition: close.disposition, reasonId: close.reasonId, note }
}

/** Writes exactly one disposition for each application. Returns the log entries to record. */
export async function recordDispositions(
  tx: Database,
  actor: Actor,
  decided: readonly ClosedApplication[],
  close: Closing,
  batchId: string,
  by: { userId: string | null; agentId: string | null } = { userId: actor.userId, agentId: null },
): Promise<NewActivity[]> {
  await tx
    .insertInto('dispositions')
    .values(
      decided.map((one) => ({
        workspace_id: actor.workspaceId,
        application_id: one.applicationId,
        kind: close.disposition,
        reason_id: close.reasonId,
        note: close.note,
        status_id: one.statusId,
        status_type: one.statusType,
        decided_by: by.userId,
      })),
    )
    .execute()
  return decided.map((one) => ({
    workspaceId: actor.workspaceId,
    applicationId: one.applicationId,
    positionId: one.positionId,
    kind: 'disposition',
    userId: by.userId,
    agentId: by.agentId,
    fromStatusId: one.statusId,
    field: close.reasonId,
    newValue: close.disposition,
    body: close.note,
    batchId,
  }))
}

/** Removes the dispositions of reopened applications. The history keeps them. */
export async function removeDispositions(
  tx: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('dispositions')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`application_id = any(${ids}::uuid[])`)
    .execute()
}
