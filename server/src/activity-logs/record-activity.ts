import type { activityKinds, moveCauses } from '@muster/contract/activity-logs.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'

export interface NewActivity {
  workspaceId: string
  applicationId: string
  positionId: string
  kind: (typeof activityKinds)[number]
  userId?: string | null
  agentId?: string | null
  fromStatusId?: string | null
  toStatusId?: string | null
  fromType?: StatusType | null
  /** Set exactly where an application enters a status: every report counts these, less the reverted ones. */
  toType?: StatusType | null
  cause?: (typeof moveCauses)[number] | null
  field?: string | null
  oldValue?: string | null
  newValue?: string | null
  body?: string | null
  mentions?: string[]
  callId?: string | null
  fileId?: string | null
  /** What was done together is taken back together. */
  batchId?: string | null
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const rowsAtOnce = 1000

/** Appends to the history of applications and answers the new ids, in order. */
export async function recordActivity(tx: Database, entries: readonly NewActivity[]): Promise<string[]> {
  const ids = entries.map(() => newId())
  for (let start = 0; start < entries.length; start += rowsAtOnce)
    await tx
      .insertInto('activity_logs')
      .values(
        entries.slice(start, start + rowsAtOnce).map((entry, index) => ({
          workspace_id: entry.workspaceId,
          id: ids[start + index]!,
          application_id: entry.applicationId,
          position_id: entry.positionId,
          kind: entry.kind,
          user_id: entry.userId ?? null,
          agent_id: entry.agentId ?? null,
          from_status_id: entry.fromStatusId ?? null,
          to_status_id: entry.toStatusId ?? null,
          from_type: entry.fromType ?? null,
          to_type: entry.toType ?? null,
          cause: entry.cause ?? null,
          field: entry.field ?? null,
          old_value: entry.oldValue ?? null,
          new_value: entry.newValue ?? null,
          body: entry.body ?? null,
          mentions: entry.mentions ?? [],
          call_id: entry.callId ?? null,
          file_id: entry.fileId ?? null,
          batch_id: entry.batchId ?? null,
        })),
      )
      .execute()
  return ids
}
