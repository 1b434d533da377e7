import type { StatusType } from '@muster/contract/status-types.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

export interface LockedStatus {
  id: string
  positionId: string
  name: string
  type: StatusType
  slaDays: number | null
}

/**
 * Locks a column before applications are put into it. Everyone locks the status first, then the applications by id.
 * Moving out of a column needs no lock on it.
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
