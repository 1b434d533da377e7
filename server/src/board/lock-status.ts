import type { StatusType } from '@muster/contract/status-types.ts'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'

export interface LockedStatus {
  id: string
  positionId: string
  name: string
  type: StatusType
  slaDays: number | null
}

/**
 * Locks a column for whoever puts applications into it: everyone locks the status first and the applications,
 * by id, after it. A mover out of the column needs no lock on it.
 * @throws NOT_FOUND
 */
export async function lockStatus(tx: Database, workspaceId: string, statusId: string): Promise<LockedStatus> {
  const row = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', statusId)
    .where('deleted_at', 'is', null)
    .select(['id', 'position_id', 'name', 'type', 'sla_days'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(t`Status`)
  return {
    id: row.id,
    positionId: row.position_id,
    name: row.name,
    type: row.type as StatusType,
    slaDays: row.sla_days,
  }
}
