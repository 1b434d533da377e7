import type { activityKinds, moveCauses } from '@muster/contract/activity-logs.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import { transactionTime } from '../database/database-clock.ts'
import { type ColumnTypes, insertRows } from '../database/insert-rows.ts'
import { newId } from '../database/new-id.ts'

export interface NewActivity {
  /** Defaults to now. An import sets it when it knows when an application entered its status. */
  at?: string | null
  workspaceId: string
  applicationId: string
  positionId: string
  kind: (typeof activityKinds)[number]
  userId?: string | null
  agentId?: string | null
  fromStatusId?: string | null
  /** Its rank in the status it leaves, which an undo restores. */
  fromRank?: string | null
  toStatusId?: string | null
  fromType?: StatusType | null
  /** Set if and only if an application enters a status. Reports count these entries, except reverted ones. */
  toType?: StatusType | null
  cause?: (typeof moveCauses)[number] | null
  field?: string | null
  oldValue?: string | null
  newValue?: string | null
  /** The previous value of a custom field, as it is stored, for an undo. */
  oldRaw?: FieldValue | null
  body?: string | null
  mentions?: string[]
  callId?: string | null
  fileId?: string | null
  /** Entries with the same batch are undone together. */
  batchId?: string | null
}

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  application_id: 'uuid',
  position_id: 'uuid',
  kind: 'text',
  user_id: 'uuid',
  agent_id: 'uuid',
  from_status_id: 'uuid',
  from_rank: 'text',
  to_status_id: 'uuid',
  from_type: 'text',
  to_type: 'text',
  cause: 'text',
  field: 'text',
  old_value: 'text',
  new_value: 'text',
  old_raw: 'jsonb',
  body: 'text',
  mentions: 'uuid[]',
  call_id: 'uuid',
  file_id: 'uuid',
  batch_id: 'uuid',
} as const satisfies ColumnTypes<'activity_logs'>

/** Appends entries to the history of applications. Returns the new ids, in order. */
export async function recordActivity(tx: Database, entries: readonly NewActivity[]): Promise<string[]> {
  const ids = entries.map(() => newId())
  const now = entries.some(({ at }) => at) ? await transactionTime(tx) : null
  await insertRows(
    tx,
    'activity_logs',
    now === null ? columns : { ...columns, at: 'timestamptz' },
    entries.map((entry, index) => ({
      ...(now === null ? {} : { at: entry.at ?? now }),
      workspace_id: entry.workspaceId,
      id: ids[index]!,
      application_id: entry.applicationId,
      position_id: entry.positionId,
      kind: entry.kind,
      user_id: entry.userId,
      agent_id: entry.agentId,
      from_status_id: entry.fromStatusId,
      from_rank: entry.fromRank,
      to_status_id: entry.toStatusId,
      from_type: entry.fromType,
      to_type: entry.toType,
      cause: entry.cause,
      field: entry.field,
      old_value: entry.oldValue,
      new_value: entry.newValue,
      old_raw: entry.oldRaw,
      body: entry.body,
      mentions: entry.mentions ?? [],
      call_id: entry.callId,
      file_id: entry.fileId,
      batch_id: entry.batchId,
    })),
  )
  return ids
}
